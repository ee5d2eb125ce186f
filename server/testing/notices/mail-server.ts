// A real SMTP server that keeps the mails, and can refuse receivers.
import { SMTPServer } from "smtp-server";

interface KeptMail {
  from: string;
  to: string;
  raw: string;
  /** With lines joined, by lower-case name. */
  headers: Map<string, string>;
}

export interface MailServer extends AsyncDisposable {
  url: string;
  mails: KeptMail[];
  /** While it is set, every receiver is answered with this code. */
  refused: number | null;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: KeptMail[] = [];
  const state = { refused: null as number | null };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      password === "right" ? done(null, { user: username }) : done(new Error("Wrong password")),
    allowInsecureAuth: true,
    onRcptTo({ address }, _session, done) {
      const { refused: code } = state;
      done(code === null ? null : Object.assign(new Error(`No such user <${address}>`), { responseCode: code }));
    },
    onData(stream, { envelope }, done) {
      const keep = (pieces: Buffer[]) => {
        const raw = Buffer.concat(pieces).toString("utf8");
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        for (const { address } of envelope.rcptTo) mails.push({ from, to: address, raw, headers: readHeaders(raw) });
        done();
      };
      // a mail whose sender was killed in the middle of it is none
      Array.fromAsync(stream as AsyncIterable<Buffer>).then(keep, done);
    },
  });
  // so is a connection that was cut
  server.on("error", () => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((done) => server.close(() => done()));
    },
  });
}

function readHeaders(raw: string): Map<string, string> {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ");
  return new Map(
    head.split("\r\n").map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}
