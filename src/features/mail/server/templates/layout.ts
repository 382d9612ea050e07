import { html } from "hono/html";

/** A piece of escaped HTML. */
export type Html = ReturnType<typeof html>;

/** What a mail says, apart from who gets it. */
export interface Letter {
  /** One line. */
  subject: string;
  text: string;
  html: string;
}

const frame = "max-width:36rem;margin:0 auto;padding:24px 20px;font:16px/1.5 system-ui,sans-serif;color:#161d19";
const head = "font-weight:600;border-bottom:1px solid #161d19;padding-bottom:8px;margin:0 0 16px";
const foot = "color:#5c665f;font-size:13px;border-top:1px solid #dcdfd6;padding-top:12px;margin-top:24px";

/**
 * The frame of every mail: no pictures, no styles from elsewhere, nothing that reports that it was opened.
 * @param body escaped HTML
 * @param why one sentence on why the reader gets this, and how that ends
 */
export async function mailPage(language: string, body: Html, why: string | Html): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
      </head>
      <body style="margin:0;background:#fefefc">
        <div style="${frame}">
          <p style="${head}">Pioneer</p>
          ${body}
          <p style="${foot}">${why}</p>
        </div>
      </body>
    </html>`;
  return String(page);
}

const quote =
  "margin:16px 0;padding:4px 0 4px 14px;border-left:3px solid #c5cac0;white-space:pre-wrap;overflow-wrap:anywhere";

/** Somebody's own words, with their line breaks, apart from ours. White space counts in it: it stays on one line here. */
export const quoted = (words: string): Html => html`<blockquote style="${quote}">${words}</blockquote>`;

/** The same in a text part: each line behind a mark, so that no line of theirs looks like one of ours. */
export const quotedText = (words: string): string =>
  words
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");

const buttonStyle =
  "display:inline-block;padding:10px 18px;background:#0a6447;color:#fefefc;border-radius:5px;text-decoration:none;font-weight:600";

/** A link as a button, and below it as text, for programs that show no buttons. */
export const button = (address: string, label: string): Html =>
  html`<p style="margin:20px 0"><a href="${address}" style="${buttonStyle}">${label}</a></p>
    <p style="color:#5c665f;font-size:13px;overflow-wrap:anywhere">${address}</p>`;
