// One log line per request, and its time for the metrics: with the route's pattern, never the address and its ids.
// Lines look as pino writes them, but are written in batches: one at a time costs more than most answers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pino, type DestinationStream, type Logger } from "pino";
import type { RequestTimes } from "./request-times.ts";

export function registerRequestLog(app: FastifyInstance, log: Logger, times: RequestTimes): void {
  const { write, close } = joinLines(log);
  app.addHook("onClose", async () => close());
  app.addHook("onResponse", (request, reply, done) => {
    const { rules, method } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    times.note(rules, { method, status, ms });
    const level = rules.limit === "assets" ? "debug" : "info";
    if (log.isLevelEnabled(level)) {
      const member = request.current ? `,"member":"${request.current.member.id}"` : "";
      write(
        `{"level":${log.levels.values[level]},"time":${Date.now()},"reqId":"${request.id}","method":"${method}","route":` +
          `${JSON.stringify(rules.url ?? "none")},"status":${status},"ms":${Math.round(ms * 10) / 10}${member}` +
          `${describeMedia(request, reply)},"msg":"${level === "debug" ? "asset" : "request"}"}\n`,
      );
    }
    done();
  });
}

const longestWaitMs = 100;
const mostWaiting = 65_536;

/** Writes to the same stream as `log`, a moment later; at once after it was closed. */
function joinLines(log: Logger): { write(line: string): void; close(): void } {
  const { [pino.symbols.streamSym]: stream } = log as unknown as Record<symbol, DestinationStream>;
  let lines = "";
  let most = mostWaiting;
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    if (lines !== "") stream?.write(lines);
    lines = "";
  };
  return {
    write(line) {
      lines += line;
      if (lines.length >= most) send();
      else timer ??= setTimeout(() => ((timer = undefined), send()), longestWaitMs).unref();
    },
    close() {
      most = 0;
      send();
    },
  };
}

/** Which kind of file was sent and how many bytes; never an id. */
function describeMedia({ params }: FastifyRequest, reply: FastifyReply): string {
  const { kind } = (params ?? {}) as { kind?: string };
  if (kind === undefined || reply.statusCode >= 300) return "";
  return `,"kind":${JSON.stringify(kind)},"bytes":${Number(reply.getHeader("content-length") ?? 0)}`;
}
