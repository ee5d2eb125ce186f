// Sends a mail by SMTP, as text and as HTML. A second try has the same Message-ID, by which mail programs drop duplicates.
import type { NoticesConfig } from "#server/config.ts";
import { findAddress } from "#server/notices/reach/find-address.ts";
import { isPublicAddress, type Reach } from "#server/outside.ts";
import { words } from "#server/notices/words.ts";
import { tidy, type Message, type Outcome } from "./channel.ts";
import { writeHtml, writeText } from "./mail-text.ts";

interface Envelope {
  server: NonNullable<NoticesConfig["mail"]>;
  to: string;
  archive: string;
  host: string;
  /** Where the mails can be ended by one click; null for mails that the owner set up. */
  stopUrl: string | null;
}

export async function sendMail(envelope: Envelope, message: Message, reach: Reach): Promise<Outcome> {
  const { server, to, archive, host, stopUrl } = envelope;
  const address = await findAddress(server.host, reach);
  // loaded when it is needed: it is large, and not every server sends mails
  const { default: nodemailer } = await import("nodemailer");
  const transport = nodemailer.createTransport({
    host: address,
    port: server.port,
    secure: server.isTls,
    // a password is only sent over TLS, unless the server is in the owner's own network
    requireTLS: server.user !== "" && isPublicAddress(address),
    ...(server.user !== "" && { auth: { user: server.user, pass: server.password } }),
    tls: { servername: server.host },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const sent = await transport.sendMail({
      from: { name: archive, address: server.from },
      to: { name: "", address: to },
      subject: message.title,
      messageId: `<${message.id}@${host}>`,
      date: message.at,
      text: writeText(message, { archive, stopUrl }),
      html: writeHtml(message, { archive, stopUrl }),
      ...(message.picture && {
        attachments: [{ filename: "picture.jpg", content: message.picture, contentType: "image/jpeg", cid: "picture" }],
      }),
      headers: {
        "Auto-Submitted": "auto-generated",
        ...(stopUrl !== null && {
          "List-Unsubscribe": `<${stopUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }),
      },
    });
    return { as: "sent", answer: tidy(sent.response) || words.allTaken };
  } catch (error) {
    return readFailure(error, to);
  } finally {
    transport.close();
  }
}

/** Only a refused receiver says something about the address: a wrong password or a refused text does not. */
function readFailure(error: unknown, to: string): Outcome {
  const { code = "", responseCode = 0, response = "", message = "" } = error as Partial<SmtpError>;
  // servers like to repeat the address, which nobody is shown
  const answer = tidy((response || message).replaceAll(to, words.theAddress)) || code;
  if (responseCode < 500 || code === "EAUTH") return { as: "later", answer };
  return { as: "refused", answer, isGone: code === "EENVELOPE" };
}

interface SmtpError {
  code: string;
  responseCode: number;
  response: string;
  message: string;
}
