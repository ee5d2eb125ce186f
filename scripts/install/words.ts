// What install, upgrade and uninstall print.
export const words = {
  // the loop
  willDo: (title: string) => `  to do    ${title}`,
  wasDone: (title: string) => `  done     ${title}`,
  nowDone: (title: string, seconds: string) => `  done     ${title} (${seconds} s)`,
  doing: (title: string) => `  …        ${title}`,
  undone: (title: string) => `  undone   ${title}`,
  kept: (title: string, why: string) => `  kept     ${title}: ${why}`,
  keyIsNeeded: (file: string) =>
    `${file} is the only key to what is in PostgreSQL by now. Run the same command again, which uses it.`,
  notUndone: (title: string, why: string) =>
    `  could not be undone: ${title}: ${why.replace(/\.?$/, ".")} Undo it by hand.`,
  dryRun: "This was a dry run: nothing was changed.",
  nothingToDo: "Everything was already done.",
  undoing: "That did not work. All changes are now being undone:",
  interrupted: "The command was interrupted. Run it again.",
  diskFull: "The disk is full. Free some space, and run the same command again.",
  failed: (program: string, why: string) => `${program} failed: ${why}`,

  // steps
  packages: (names: readonly string[]) => `Install ${names.join(", ")} with apt`,
  aptFailed: (names: readonly string[], why: string) =>
    `apt could not install ${names.join(", ")}: ${why.replace(/\.?$/, ".")} Run sudo apt-get update; when that works, run the same command again.`,
  user: (name: string) => `Create the user ${name}`,
  folder: (folder: string) => `Create the folder ${folder}`,
  file: (file: string) => `Write ${file}`,
  link: (link: string, target: string) => `Link ${link} to ${target}`,
  page: "Build the web pages",
  release: (folder: string) => `Put the program into ${folder}`,
  joinGroup: (user: string, group: string) => `Let ${user} read the recordings (group ${group})`,
  units: "Tell systemd about the service and the nightly backup",
  appArmor: "Let AppArmor permit the sandbox of ffmpeg",
  start: "Start the archive",
  site: (domain: string) => `Add ${domain} to the configuration of the web server (Caddy)`,
  startProxy: "Let Caddy serve the archive",
  stop: "Stop the archive",
  healthy: (address: string) => `Wait until ${address} says that it is ready`,
  backup: (folder: string) => `Make a backup in ${folder}`,
  keepDatabase: "Keep a copy of the database as it is before the upgrade",
  oldReleases: (names: readonly string[]) => `Delete the old releases ${names.join(", ")}`,
  removeUnits: "Stop the archive and the nightly backup, and remove them from systemd",
  removeProxy: "Remove the archive from the configuration of the web server (Caddy)",
  remove: (place: string) => `Delete ${place}`,
  removeUser: (name: string) => `Delete the user ${name}`,

  // faults
  folderNotOurs: (folder: string, user: string) =>
    `${folder} exists, but the user ${user} has no permission to write there. Name a folder inside it that does not exist yet (it is created for you), or run: sudo chown ${user} ${folder}`,
  unhealthy: (log: string) =>
    `The archive did not start. Correct what its log names as the cause, then run the same command again. The last lines of the log:\n${log}`,
  noLog: "(no log)",
  useUpgrade: "Another version is installed. Run upgrade instead: it makes a backup first.",
  noSystemd:
    "systemd is not running here (is this a container?), so the archive cannot be stopped and started. Run upgrade where systemd runs.",
  backupFailed: "The backup failed, so nothing was upgraded. See the lines above.",

  // the end
  installed: (address: string) => `\nThe archive is running: ${address}`,
  httpsLater: (address: string) =>
    `${address} does not answer yet. Getting the certificate takes up to a minute. If it still does not answer then, check that ports 80 and 443 of this machine can be reached from outside, and read the log: journalctl -u caddy`,
  byHand: (line: string) =>
    `\nsystemd is not running here, so the archive was not started. The unit files are written. Start it by hand:\n  ${line}`,
  commands: "To manage this archive, run: sudo stagedoor",
  sameDisk: (folder: string) =>
    `Backups go to ${folder}, on the same disk as the archive: they do not help if the disk breaks. Run install again with --backup-to and a folder on another disk.`,
  upgraded: (release: string) => `\nThe archive now runs ${release}.`,
  isNewest: (release: string) => `Version ${release} is already installed. Nothing was changed.`,
  rolledBack: (release: string) => `The archive still runs ${release}.`,
  uninstalled: (kept: readonly string[]) => `\nThe archive is uninstalled. Kept: ${kept.join(", ")}.`,
  confirmation: "delete",
  deleteQuestion: (folder: string) =>
    `This deletes all recordings, the database, the master key and the settings in ${folder}, for good. Backups are kept. To go on, write "delete": `,
  askedWithoutTerminal:
    "--delete-data deletes all recordings for good, and there is no terminal here to ask you. If you are sure, add --yes.",
  notConfirmed: "Nothing was deleted.",
  allDeleted: (backups: string) =>
    `\nThe archive, its recordings and its settings are deleted. Backups in ${backups} are kept.`,
} as const;
