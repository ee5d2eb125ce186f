// Whether a server answers with a certificate, valid or not.
import { connect } from "node:tls";

export function speaksTls(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: "127.0.0.1", port, servername: "localhost", rejectUnauthorized: false }, () => {
    resolve(true);
    socket.end();
  });
  socket.on("error", () => resolve(false));
  return promise;
}
