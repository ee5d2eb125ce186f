// A body that only trickles in would hold its connection for as long as the largest upload may take: it has a while to
// arrive, or the connection ends. An upload that is under way has a watch of its own.
import type { FastifyInstance } from "fastify";

const largestSmall = 2 ** 20;

export function registerPatience(app: FastifyInstance, arrivalMs = 20_000): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { raw, headers } = request;
    if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) {
      const timer = setTimeout(() => {
        // who was refused at once may still be sending
        const isUpload = (request.routeOptions.bodyLimit ?? 0) > largestSmall && !reply.raw.writableEnded;
        if (!raw.complete && !isUpload) raw.destroy();
      }, arrivalMs);
      raw.once("close", () => clearTimeout(timer));
    }
    done();
  });
}
