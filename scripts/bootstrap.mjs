// What runs on a machine with nothing but Node 20 and npm: installs the locked packages (the project's own Node among
// them) and the system programs a task needs, then becomes that task. Plain JavaScript, only Node's own modules.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const [task = "start", ...rest] = process.argv.slice(2);
const ownNode = path.join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");

const libraries = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`;
const vlcPlugins = `${libraries}/vlc/plugins/access`;

process.chdir(root);
if (task === "archive" && ["install", "upgrade", "uninstall"].includes(rest[0])) checkMachine();
installPackages();
installPrograms();
// Every program of ours starts in two thirds of the time. Node leaves it out where the folder cannot be written.
process.env.NODE_COMPILE_CACHE ??= path.join(root, ".cache", "compile");
becomeTask();

function say(sentence) {
  console.error(`[setup] ${sentence}`);
}

function giveUp(sentence) {
  say(sentence);
  process.exit(1);
}

function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], ...options });
}

/** Before a minute is spent on packages. */
function checkMachine() {
  const checks = path.join(root, "scripts", "install", "checks.mjs");
  const { status } = run(process.execPath, [checks, ...rest]);
  // 3: the help was shown
  if (status !== 0) process.exit(status === 3 ? 0 : 1);
}

/** `npm start` and `npm test` may run at the same time: one installs, the other waits. The lock contains its owner's pid. */
function installPackages() {
  const stampFile = path.join(root, "node_modules", ".stamp");
  const stamp = createHash("sha256")
    .update(readFileSync(path.join(root, "package-lock.json")))
    .update(process.platform + process.arch)
    .digest("hex");
  const isInstalled = () => existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp && existsSync(ownNode);

  const lock = path.join(root, ".setup.lock");
  let told = false;
  while (!isInstalled()) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
    } catch (error) {
      if (error.code !== "EEXIST")
        giveUp(`cannot write to ${root}: ${error.message}. Give this user write access to it.`);
      const owner = readOwner(lock);
      if (owner === "stale") rmSync(lock, { force: true });
      else if (owner !== "gone" && !told) {
        say(`waiting for the installation that process ${owner} is doing`);
        told = true;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      continue;
    }
    try {
      if (!isInstalled()) installFromLockfile(() => writeFileSync(stampFile, stamp));
    } finally {
      rmSync(lock, { force: true });
    }
  }
}

/** The pid that holds the lock; "stale" if that process has ended, "gone" if it was just released. */
function readOwner(lock) {
  try {
    const owner = Number(readFileSync(lock, "utf8"));
    const isOld = Date.now() - statSync(lock).mtimeMs > 5000;
    if (!owner) return isOld ? "stale" : "gone";
    return owner === process.pid || !isAlive(owner) ? "stale" : owner;
  } catch {
    return "gone";
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function installFromLockfile(done) {
  say("installing packages (npm ci), about a minute the first time …");
  const args = ["ci", "--include=dev", "--include=optional", "--engine-strict=false", "--loglevel=error"];
  // npm's own Node and not the project's, which npm ci is about to replace
  const result = process.env.npm_execpath
    ? run(process.env.npm_node_execpath ?? process.execPath, [process.env.npm_execpath, ...args])
    : run("npm", args, { shell: process.platform === "win32" });
  if (result.status !== 0) {
    rmSync(path.join(root, ".setup.lock"), { force: true });
    giveUp(`npm ci failed (${result.status ?? result.error}). Check the network and try again.`);
  }
  done();
}

function installPrograms() {
  if (process.platform !== "linux") return;
  const version = spawnSync(ownNode, ["-v"], { encoding: "utf8" });
  if (version.status !== 0) {
    if (!/libatomic/.test(version.stderr))
      giveUp(`the installed Node does not run: ${version.stderr || version.error}`);
    installFromDebian(["libatomic1"], "Node 26 needs libatomic1");
  }
  if (
    ["start", "test", "dev", "prove", "demo-originals"].includes(task) &&
    !(isOnPath("ffmpeg") && isOnPath("ffprobe"))
  ) {
    installFromDebian(["ffmpeg"], "ffmpeg is missing");
  }
  if (["test", "prove"].includes(task)) installForTests();
}

/** Without them only the tests that need them fail or are left out, each with a line that says why. */
function installForTests() {
  const places = {
    bubblewrap: "/usr/bin/bwrap",
    caddy: "/usr/bin/caddy",
    mpv: "/usr/bin/mpv",
    "nginx-light": "/usr/sbin/nginx",
    "python3-swift": "/usr/lib/python3/dist-packages/swift",
    strace: "/usr/bin/strace",
    time: "/usr/bin/time",
    ...(needsDebianChromium() && { "chromium-headless-shell": "/usr/bin/chromium-headless-shell" }),
    ...(proves("browsers", "bugs") && otherBrowsers()),
    ...(proves("players", "formats") && { "vlc-bin": "/usr/bin/cvlc", "vlc-plugin-base": vlcPlugins }),
  };
  const missing = Object.keys(places).filter((name) => !existsSync(places[name]));
  if (missing.length > 0) installFromDebian(missing, "for the tests", say);
}

/** The one from npm is for x64. */
function needsDebianChromium() {
  return process.env.CHROMIUM ? process.env.CHROMIUM === "debian" : process.arch === "arm64";
}

/** Whether one of these rigs, or all, are to be run. */
function proves(...rigs) {
  return task === "prove" && (rest.length === 0 || ["full", ...rigs].some((name) => rest.includes(name)));
}

/** With what WebKit needs to play: a display, and GStreamer's plugins for our streams. */
function otherBrowsers() {
  const plugins = `${libraries}/gstreamer-1.0`;
  return {
    "firefox-esr": "/usr/bin/firefox-esr",
    "webkit2gtk-driver": "/usr/bin/WebKitWebDriver",
    xvfb: "/usr/bin/Xvfb",
    "gstreamer1.0-plugins-good": `${plugins}/libgstisomp4.so`,
    "gstreamer1.0-plugins-bad": `${plugins}/libgstvideoparsersbad.so`,
    "gstreamer1.0-libav": `${plugins}/libgstlibav.so`,
  };
}

function isOnPath(program) {
  return (process.env.PATH ?? "")
    .split(path.delimiter)
    .some((folder) => folder && existsSync(path.join(folder, program)));
}

function installFromDebian(packages, why, fail = giveUp) {
  const isRoot = process.getuid() === 0;
  const sudo = !isRoot && isOnPath("sudo") && spawnSync("sudo", ["-n", "true"]).status === 0;
  const line = `apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  if (!isOnPath("apt-get") || !(isRoot || sudo)) return fail(`${why}. On Debian or Ubuntu run, as root:  ${line}`);
  say(`${why}: ${line}`);
  const aptGet = (...args) => {
    const all = ["apt-get", "-q", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3", ...args];
    const [command, ...tail] = sudo ? ["sudo", "-n", ...all] : all;
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    return run(command, tail, { env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  };
  const install = () => withoutServices(sudo, () => aptGet("install", "-y", "--no-install-recommends", ...packages));
  const lists = "/var/lib/apt/lists";
  const hasLists = existsSync(lists) && readdirSync(lists).some((name) => /Packages(\.lz4)?$/.test(name));
  if (hasLists && install()) return;
  aptGet("update");
  if (!install()) fail(`could not install ${packages.join(", ")}. Run, as root:  ${line}`);
}

/** Services that come with a package are not started: a test must not make this machine listen on a port. */
function withoutServices(sudo, work) {
  const policy = "/usr/sbin/policy-rc.d";
  if (existsSync(policy)) return work();
  const shell = (line) => run(sudo ? "sudo" : "sh", sudo ? ["-n", "sh", "-c", line] : ["-c", line]);
  shell(`printf '#!/bin/sh\\nexit 101\\n' > ${policy} && chmod 755 ${policy}`);
  try {
    return work();
  } finally {
    shell(`rm -f ${policy}`);
  }
}

/** On Node >= 22.15 this process turns into the task; older ones start it and pass signals on. */
function becomeTask() {
  const args = [path.join(root, "scripts", "tasks.ts"), task, ...rest];
  if (process.execve && process.platform !== "win32") process.execve(ownNode, [ownNode, ...args], process.env);
  const child = spawn(ownNode, args, { stdio: "inherit", shell: process.platform === "win32" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}
