// Closes connections whose request body arrives too slowly; otherwise they would stay open for as long as the largest
// upload may take. Uploads have a time limit of their own.
import type { FastifyInstance } from "fastify";

const largestSmall = 2 ** 20;

export function registerPatience(app: FastifyInstance, arrivalMs = 20_000): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { raw, headers } = request;
    if (headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined) {
      const timer = setTimeout(() => {
        // a client whose upload was refused at once may still be sending
        const isUpload = (request.routeOptions.bodyLimit ?? 0) > largestSmall && !reply.raw.writableEnded;
        if (!raw.complete && !isUpload) raw.destroy();
      }, arrivalMs);
      raw.once("close", () => clearTimeout(timer));
    }
    done();
  });
}
