/** One person a mail goes to or comes from; `address` is one validated address. */
export interface Address {
  name: string;
  address: string;
}

/**
 * Stands in for the operator's address where none is set: `.invalid` is reserved (RFC 2606), so nothing can ever be
 * delivered there. Without SMTP_URL mails stay in the outbox; with it the settings demand a real address.
 */
const unsetSupportAddress = "support@pioneer.invalid";
const unsetSender = "Pioneer <no-reply@pioneer.invalid>";

/** Where wishes go, lower case. */
export const supportAddressOf = (config: { supportEmail: string | undefined }): string =>
  (config.supportEmail ?? unsetSupportAddress).toLowerCase();

/** The sender of all mails, out of `MAIL_FROM`. */
export function senderOf(config: { mailFrom: string | undefined }): Address {
  const written = config.mailFrom ?? unsetSender;
  const at = written.indexOf("<");
  if (at < 0) return { name: "", address: written.trim() };
  return { name: oneLine(written.slice(0, at)), address: written.slice(at + 1, written.lastIndexOf(">")) };
}

/** Longest header value that we write, UTF-16 units; longer ones help nobody in a list of mails. */
const longestLine = 200;

/**
 * Text for a header: what could end the line or hide behind it becomes a space. Covers CR, LF and all other control
 * characters, the Unicode line ends, and marks that turn the direction of writing.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim()
    .slice(0, longestLine)
    .toWellFormed();

/** Seconds until the next try after the first, second, … one: two days in all, as mail servers keep trying. */
const retrySeconds = [60, 300, 900, 3600, 7200, 14_400, 28_800, 43_200, 86_400];

/** Seconds to wait after `attempts` tries, or null when that was the last one. */
export const retryAfter = (attempts: number): number | null => retrySeconds[attempts - 1] ?? null;
