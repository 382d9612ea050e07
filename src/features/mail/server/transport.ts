import type { Transporter } from "nodemailer";
import { z } from "zod";
import { isLoopback } from "#src/kit/loopback.ts";
import type { Address } from "../rules.ts";
import type { MailRow } from "./repository.ts";

/** Why a mail was not taken. `reason` holds codes only: a server's words may repeat addresses and texts. */
export class MailRejectedError extends Error {
  readonly isPermanent: boolean;
  readonly reason: string;
  constructor(reason: string, isPermanent: boolean) {
    super(`The mail was not taken: ${reason}`);
    this.name = "MailRejectedError";
    this.reason = reason;
    this.isPermanent = isPermanent;
  }
}

/** What carries a mail away. */
export interface Transport {
  /**
   * Resolves when the other side has taken the mail.
   * @throws MailRejectedError
   */
  send: (mail: MailRow, signal: AbortSignal) => Promise<void>;
}

/** Milliseconds for each step of a conversation with a mail server. */
const stepMs = 10_000;

const failure = z.object({
  code: z.string().optional(),
  responseCode: z.number().optional(),
  permanent: z.boolean().optional(),
  /** What the server refused, such as `MAIL FROM`. */
  command: z.string().optional(),
});

/**
 * Only what is said about the recipient or the message is final. A refused sign-in, a refused sender (MAIL_FROM) or a
 * broken TLS is the operator's to repair, and the mails wait for it.
 */
function refusalOf(error: unknown): MailRejectedError {
  const { code = "EUNKNOWN", responseCode, permanent = false, command } = failure.safeParse(error).data ?? {};
  const isAboutMail = code === "EMESSAGE" || (code === "EENVELOPE" && command !== "MAIL FROM");
  return new MailRejectedError(responseCode ? `${code} ${responseCode}` : code, permanent && isAboutMail);
}

async function connect(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  const url = new URL(smtpUrl);
  const isSecure = url.protocol === "smtps:";
  const isHere = isLoopback(url.hostname);
  const user = decodeURIComponent(url.username);
  return createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    // RFC 8314: submission with implicit TLS, RFC 6409: submission.
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // A password never crosses a network in the open; on this machine there is no network to cross.
    requireTLS: !isSecure && !isHere && user !== "",
    ignoreTLS: !isSecure && isHere,
    ...(user === "" ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    dnsTimeout: stepMs,
    socketTimeout: stepMs,
    socketCloseTimeout: 0,
    // The words of a mail are never a path or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * The appointment of a mail, once as an alternative whose type names the method of the text (RFC 6047, 2.4), and once as
 * a file for programs that know no invitations.
 */
const calendarParts = ({ calendar_method: method, calendar_body: body }: MailRow) =>
  method === null || body === null
    ? {}
    : {
        alternatives: [
          {
            contentType: `text/calendar; charset=utf-8; method=${method}`,
            content: Buffer.from(body),
            contentTransferEncoding: "base64" as const,
          },
        ],
        attachments: [
          {
            filename: method === "CANCEL" ? "cancellation.ics" : "invitation.ics",
            contentType: "application/ics",
            content: Buffer.from(body),
          },
        ],
      };

/**
 * Mail by SMTP, a connection for each; the library comes with the first one.
 * @param smtpUrl `smtp://` (STARTTLS where offered) or `smtps://`, with user and password where needed
 */
export function openSmtp(smtpUrl: string, from: Address): Transport {
  let transporter: Promise<Transporter> | undefined;
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    async send(mail, signal) {
      transporter ??= connect(smtpUrl);
      const out = await transporter;
      try {
        await out.sendMail({
          // One address each, named by itself: the envelope never comes out of a header.
          envelope: { from: from.address, to: [mail.recipient] },
          from,
          to: { name: mail.recipient_name, address: mail.recipient },
          ...(mail.reply_to === null ? {} : { replyTo: { name: mail.reply_to_name ?? "", address: mail.reply_to } }),
          subject: mail.subject,
          text: mail.text_body,
          html: mail.html_body,
          ...calendarParts(mail),
          // The same for every try, so that a mail that was taken twice is shown once by what reads it.
          messageId: `<${mail.id}@${domain}>`,
          date: mail.created_at,
          headers: {
            "Auto-Submitted": "auto-generated",
            "Content-Language": mail.language,
            // RFC 8058 knows https alone.
            ...(mail.unsubscribe_url?.startsWith("https:")
              ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
              : {}),
          },
          ...(mail.unsubscribe_url === null ? {} : { list: { unsubscribe: mail.unsubscribe_url } }),
          signal,
        });
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}
