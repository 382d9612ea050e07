import ipaddr from "ipaddr.js";

/** One customer holds a whole /64 of IPv6, so that is what counts as one address. */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv4" ? parsed.toString() : parsed.toByteArray().slice(0, 8).join(".");
}
