import { domainToASCII, domainToUnicode } from "node:url";

/**
 * One spelling for all ways to type the same address, by which accounts are found: NFC, lower case, and a domain in
 * letters however it was typed (`münchen.example`, `xn--mnchen-3ya.example`). Mail programs get this form too; the mail
 * library writes the domain as the network wants it.
 * @param typed an address that the schema took
 */
export function emailKey(typed: string): string {
  const address = typed.trim().normalize("NFC");
  const at = address.lastIndexOf("@");
  const host = address.slice(at + 1);
  const ascii = domainToASCII(host);
  const domain = ascii === "" ? host.toLowerCase() : domainToUnicode(ascii);
  return `${address.slice(0, at).toLowerCase().normalize("NFC")}@${domain}`;
}
