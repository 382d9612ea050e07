import { normalize } from "./normalize.ts";

/** Providers that read `m.b@` and `mb@` as one person, by the name that their mailboxes have here. */
const withoutDots: Readonly<Record<string, string>> = { "gmail.com": "gmail.com", "googlemail.com": "gmail.com" };

/** The domain as the network knows it: lower case, umlauts in their ASCII form, no dot at the end. */
function domainOf(written: string): string {
  const plain = written.toLowerCase().replace(/\.$/, "");
  return URL.parse(`http://${plain}`)?.hostname ?? plain;
}

/**
 * The mailbox behind an address: two addresses of one mailbox are the same text. Case counts nothing, a tag behind a plus
 * sign leads into the same mailbox, and so do dots in addresses of Gmail. For comparing, never for sending.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const written = normalize(email.slice(0, Math.max(at, 0)), "NFKC").toLowerCase();
  const domain = domainOf(normalize(email.slice(at + 1), "NFKC"));
  const plus = written.indexOf("+");
  const local = plus > 0 ? written.slice(0, plus) : written;
  const dotless = withoutDots[domain];
  return dotless === undefined ? `${local}@${domain}` : `${local.replaceAll(".", "")}@${dotless}`;
}

/**
 * What all addresses of a mailbox share whatever their provider; other mailboxes may share it too. The database has the
 * same of every account (`invites/server/schema.ts`), so that those which may be of one mailbox are found by an index.
 */
export const mailboxStem = (email: string): string => {
  const mailbox = mailboxOf(email);
  return mailbox.slice(0, mailbox.lastIndexOf("@")).replaceAll(".", "");
};
