// The user that the archive runs as, and who else may read its recordings.
import { places } from "./places.ts";
import { run, tryRun } from "./run.ts";
import type { Step } from "./step.ts";
import { words } from "./words.ts";

export function userStep(): Step {
  const { user, data } = places;
  return {
    title: words.user(user),
    isDone: () => tryRun("id", ["-u", user]),
    run() {
      const shape = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"];
      run("useradd", [...shape, "--home-dir", data, user]);
    },
    undo: () => void run("userdel", [user]),
  };
}

/** The proxy sends the recordings itself, so its user has to read them. */
export function joinGroupStep(member: string): Step {
  const group = places.user;
  return {
    title: words.joinGroup(member, group),
    isDone: () => tryRun("id", ["-u", member]) && run("id", ["-nG", member]).trim().split(" ").includes(group),
    run: () => void run("usermod", ["--append", "--groups", group, member]),
    undo: () => void run("gpasswd", ["--delete", member, group]),
  };
}
