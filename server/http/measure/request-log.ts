// One line per answered request, and its time for the metrics: the route's pattern, never the address with its ids, codes and states.
// A line is written as pino would write it, and many go out together: one at a time they cost more than most answers.
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

/** To where `log` writes, a moment later; once closed at once. */
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

/** Which file of a video went out and how much of it: a kind is one of a list, never an id. */
function describeMedia({ params }: FastifyRequest, reply: FastifyReply): string {
  const { kind } = (params ?? {}) as { kind?: string };
  if (kind === undefined || reply.statusCode >= 300) return "";
  return `,"kind":${JSON.stringify(kind)},"bytes":${Number(reply.getHeader("content-length") ?? 0)}`;
}
