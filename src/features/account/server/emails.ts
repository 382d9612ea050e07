import { domainToASCII } from "node:url";

/**
 * One spelling for all ways to type the same address, by which accounts are found: NFC, lower case, and the domain as the
 * network writes it, however it was typed (`münchen.example`, `xn--mnchen-3ya.example`). That is also the form in which
 * older accounts have theirs.
 * @param typed an address that the schema took
 */
export function emailKey(typed: string): string {
  const address = typed.trim().normalize("NFC");
  const at = address.lastIndexOf("@");
  const host = address.slice(at + 1);
  const ascii = domainToASCII(host);
  const domain = ascii === "" ? host.toLowerCase() : ascii;
  return `${address.slice(0, at).toLowerCase().normalize("NFC")}@${domain}`;
}
