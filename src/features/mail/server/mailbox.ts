import { html, raw } from "hono/html";
import type { MailRow } from "./repository.ts";

const styles = `
body{font:14px/1.45 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#161d19;background:#f7f7f3}
h1{font-size:28px;letter-spacing:-.02em}h2{font-size:16px;margin:1.5rem 0 .5rem}table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:7px 12px 7px 0;border-bottom:1px solid #dcdfd6;vertical-align:top;overflow-wrap:anywhere}th{border-color:#161d19;font-weight:600}
a{color:#0a6647}dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}dt{color:#5c665f}dd{margin:0;overflow-wrap:anywhere}
pre{background:#fefefc;border:1px solid #c5cac0;border-radius:5px;padding:12px;white-space:pre-wrap;overflow-wrap:anywhere}
iframe{width:100%;height:30rem;border:1px solid #c5cac0;border-radius:5px;background:#fefefc}
@media (prefers-color-scheme:dark){body{color:#ebeee7;background:#131714}a{color:#6bd0a3}th,td{border-color:#2a312c}th{border-color:#d9ded6}dt{color:#a3ada6}pre{background:#1a1f1b;border-color:#3b443e}}`;

type Listed = Pick<
  MailRow,
  "id" | "kind" | "recipient" | "subject" | "state" | "attempts" | "last_error" | "created_at"
>;

const page = (title: string, body: ReturnType<typeof html>) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${raw(styles)}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;

const stateWords: Record<MailRow["state"], string> = {
  kept: "kept here, not sent",
  queued: "waiting to be sent",
  sent: "sent",
  failed: "not delivered",
};

const stateOf = (mail: Pick<MailRow, "state" | "attempts" | "last_error">): string =>
  `${stateWords[mail.state]}${mail.attempts > 0 ? `, tries: ${mail.attempts}` : ""}${mail.last_error ? `, last refusal: ${mail.last_error}` : ""}`;

/** The list, newest first. */
export const mailboxPage = (mails: readonly Listed[], hasSmtp: boolean) =>
  page(
    "Mailbox",
    html`<h1>Mailbox</h1>
      <p>
        ${
          hasSmtp
            ? "SMTP_URL is set: mails are sent and also stand here for 30 days."
            : "SMTP_URL is not set: mails stay here for 30 days and are not sent."
        }
        This page exists only in development and only for this machine.
      </p>
      ${
        mails.length === 0
          ? html`<p>No mail yet.</p>`
          : html`<table>
              <thead>
                <tr>
                  <th scope="col">Written (UTC)</th>
                  <th scope="col">To</th>
                  <th scope="col">Subject</th>
                  <th scope="col">State</th>
                </tr>
              </thead>
              <tbody>
                ${mails.map(
                  (mail) =>
                    html`<tr>
                      <td>${mail.created_at.toISOString().slice(0, 19).replace("T", " ")}</td>
                      <td>${mail.recipient}</td>
                      <td><a href="/dev/mail/${mail.id}">${mail.subject}</a></td>
                      <td>${stateOf(mail)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>`
      }`,
  );

/**
 * One mail. The HTML part stands in a frame without scripts, forms or a way to this page; the policy of this page
 * holds inside of it too, so nothing is fetched. Its links open in a new tab.
 */
export const mailPage = (mail: MailRow) =>
  page(
    mail.subject,
    html`<p><a href="/dev/mail">All mails</a></p>
      <h1>${mail.subject}</h1>
      <dl>
        <dt>To</dt>
        <dd>${mail.recipient_name} &lt;${mail.recipient}&gt;</dd>
        ${
          mail.reply_to === null
            ? ""
            : html`<dt>Reply to</dt>
                <dd>${mail.reply_to_name} &lt;${mail.reply_to}&gt;</dd>`
        }
        <dt>Case</dt>
        <dd>${mail.kind}, ${mail.language}</dd>
        <dt>Written</dt>
        <dd>${mail.created_at.toISOString()}</dd>
        <dt>State</dt>
        <dd>${stateOf(mail)}</dd>
      </dl>
      <h2>HTML part</h2>
      <iframe
        title="HTML part"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcdoc="${`<base target="_blank">${mail.html_body}`}"
      ></iframe>
      <h2>Text part</h2>
      <pre>${mail.text_body}</pre>
      ${
        mail.calendar_body === null
          ? ""
          : html`<h2>Appointment (${mail.calendar_method})</h2>
              <pre>${mail.calendar_body}</pre>`
      }`,
  );
