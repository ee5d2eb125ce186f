// Starts the process that encoders send to, and hears what it says. It may read its own program and the folder of what is live,
// write there, and use the network; it knows none of our settings.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { FromReceiver, ToReceiver } from "./messages.ts";

export interface ReceiverProcess extends AsyncDisposable {
  tell(message: ToReceiver): void;
  readonly pid: number;
}

interface Options {
  folder: string;
  port: number;
  /** Only from this machine. */
  isLocal: boolean;
  onMessage: (message: FromReceiver) => void;
  onEnd: (why: string) => void;
}

const program = fileURLToPath(new URL("receiver.ts", import.meta.url));
const closeMs = 5000;
const memoryMegabytes = 128;

export function startReceiver({ folder, port, isLocal, onMessage, onEnd }: Options): ReceiverProcess {
  const own = path.dirname(program);
  const readable = [
    path.join(own, "*"),
    path.join(own, "../media/fragments/write-boxes.ts"),
    path.join(own, "../../package.json"),
  ];
  const inside = path.join(folder, "*");
  const child: ChildProcess = fork(program, [], {
    env: {},
    // what it may need is decided by these limits and not by what our own process was started with
    execArgv: [
      ...[
        "--permission",
        "--allow-net",
        "--disable-warning=ExperimentalWarning",
        `--max-old-space-size=${memoryMegabytes}`,
      ],
      ...[...readable, inside].map((place) => `--allow-fs-read=${place}`),
      `--allow-fs-write=${inside}`,
    ],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let isClosing = false;
  child.on("message", onMessage);
  child.on("error", (error) => onEnd(error.message));
  child.on("exit", (code, signal) => !isClosing && onEnd(`it ended with ${signal ?? code}`));
  const tell = (message: ToReceiver): void => void (child.connected && child.send(message, () => undefined));
  tell({ say: "listen", port, isLocal });
  return {
    tell,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      isClosing = true;
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const end = once(child, "exit");
      // it writes what it has, and ends
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill("SIGKILL"), closeMs);
      await end;
      clearTimeout(timer);
    },
  };
}
