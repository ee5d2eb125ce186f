// The process that encoders send to. It knows no database and no secret, may write in one folder only, and ends with the server
// that started it: what an encoder sends can at most end this process, and what is safe on the disk stays.
import { hash } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { openCounts } from "./address-counts.ts";
import type { FromReceiver, Target, ToReceiver } from "./messages.ts";
import { AnotherFormat, openRecorder, type Recorder } from "./recorder.ts";
import { converse, type Happening } from "./rtmp/conversation.ts";

/** Without a key: for each address, and for all together. */
const mostUnknown = { fromOne: 8, together: 64 };
const greetingMs = 5000;
const silenceMs = 10_000;
const goodbyeMs = 2000;
/** Another encoder with the same key takes over from one that has been silent for so long. */
const takeOverMs = 3000;
/** Right or wrong, a key is answered after this time. */
const answerMs = 500;
const mostWaitingBytes = 64 * 2 ** 20;

interface Sender {
  socket: Socket;
  heardAt: number;
  /** Cuts it off; until all that came is on the disk. */
  leave(): Promise<void>;
}

type Answer = Target | "wrong" | "not-now";

const senders = new Map<string, Sender>();
const wrongKeys = openCounts({ most: 10, withinMs: 600_000 });
const unknown = new Map<Socket, string>();
const asked = new Map<number, (answer: Answer) => void>();
let asks = 0;

const tell = (message: FromReceiver): void => void (process.connected && process.send?.(message));

const server = createServer({ noDelay: true }, (socket) => {
  const address = socket.remoteAddress ?? "";
  const fromHere = [...unknown.values()].filter((one) => one === address).length;
  if (fromHere >= mostUnknown.fromOne || unknown.size >= mostUnknown.together || wrongKeys.isOver(address))
    return socket.destroy();
  unknown.set(socket, address);
  serve(socket, address);
});

function serve(socket: Socket, address: string): void {
  const conversation = converse((bytes) => void socket.write(bytes));
  let recorder: Recorder | null = null;
  let opening: Promise<Recorder> | null = null;
  let leaving: Promise<void> | null = null;
  let target: Target | null = null;
  let received = 0;
  let ended: { how: "stopped" | "lost" | "another"; why: string | null } | null = null;
  const greeting = setTimeout(() => socket.destroy(), greetingMs);
  socket.setTimeout(silenceMs, () => socket.destroy());
  socket.on("error", () => undefined);
  socket.on("data", (bytes: Buffer) => {
    received += bytes.length;
    const sender = target && senders.get(target.id);
    if (sender) sender.heardAt = Date.now();
    try {
      take(conversation.read(bytes));
      if ((recorder?.waiting ?? 0) > mostWaitingBytes) throw new Error("The disk is too slow.");
    } catch (error) {
      end(error);
    }
  });
  socket.on("close", () => {
    clearTimeout(greeting);
    unknown.delete(socket);
    void leave();
  });

  function take(happenings: readonly Happening[]): void {
    for (const happening of happenings) {
      if (happening.what === "key") void admit(happening.key);
      else if (happening.what === "size") recorder?.setSize(happening);
      else if (happening.what === "packet") recorder?.add(happening.track, happening.time, happening.packet);
      else {
        ended = { how: "stopped", why: null };
        // it hangs up by itself: some call it an error when they are faster
        socket.setTimeout(goodbyeMs);
        void leave();
      }
    }
  }

  function end(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    ended ??= error instanceof AnotherFormat ? { how: "another", why: null } : { how: "lost", why };
    socket.destroy();
  }

  async function admit(key: string): Promise<void> {
    clearTimeout(greeting);
    const at = Date.now();
    const found = await ask(hash("sha256", key, "base64url"));
    const before = typeof found === "object" ? senders.get(found.id) : undefined;
    const isFree = !before || Date.now() - before.heardAt >= takeOverMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, answerMs - (Date.now() - at))));
    // two that ask at the same time: the first has it
    const isTaken = typeof found === "object" && (!isFree || senders.get(found.id) !== before);
    if (typeof found === "string" || isTaken || socket.destroyed) {
      if (found === "wrong") wrongKeys.count(address);
      else if (typeof found === "object" && !senders.has(found.id))
        tell({ say: "gone", id: found.id, how: "lost", why: null });
      if (!socket.destroyed) conversation.answer(false);
      socket.end();
      return;
    }
    try {
      const me: Sender = { socket, heardAt: Date.now(), leave: cutOff };
      target = found;
      senders.set(found.id, me);
      unknown.delete(socket);
      await before?.leave();
      if (socket.destroyed) return;
      opening = openRecorder(found.file, {
        onKept(arriving) {
          tell({ say: "kept", id: found.id, arriving });
          if (!socket.destroyed) conversation.acknowledge(received);
        },
        onError: end,
      });
      recorder = await opening;
      if (!socket.destroyed) take(conversation.answer(true));
    } catch (error) {
      end(error);
    }
  }

  function cutOff(): Promise<void> {
    socket.destroy();
    return leave();
  }

  function leave(): Promise<void> {
    return (leaving ??= (async () => {
      if (!target) return;
      // a disk that is full has said so already
      const kept = await opening?.catch(() => null);
      await kept?.close().catch(() => undefined);
      // another encoder may have taken over
      if (senders.get(target.id)?.socket !== socket) return;
      senders.delete(target.id);
      tell({ say: "gone", id: target.id, ...(ended ?? { how: "lost", why: null }) });
    })());
  }
}

function ask(keyHash: string): Promise<Answer> {
  asks += 1;
  const answer = Promise.withResolvers<Answer>();
  asked.set(asks, answer.resolve);
  tell({ say: "may", ask: asks, hash: keyHash });
  return answer.promise;
}

process.on("message", (message: ToReceiver) => {
  if (message.say === "listen") {
    server.on("error", (error) => {
      const said: FromReceiver = { say: "not-listening", why: error.message };
      process.send?.(said, () => process.exit(1));
    });
    server.listen({ port: message.port, ...(message.isLocal && { host: "127.0.0.1" }) }, () =>
      tell({ say: "listening" }),
    );
  } else if (message.say === "may") {
    asked.get(message.ask)?.(message.answer);
    asked.delete(message.ask);
  } else {
    void senders.get(message.id)?.leave();
  }
});

// the server has ended: what came so far is written, and an encoder tries again by itself
process.on("disconnect", () => {
  server.close();
  void Promise.all([...senders.values()].map((sender) => sender.leave())).finally(() => process.exit(0));
});
// only the server decides; both get the signal of a terminal
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
