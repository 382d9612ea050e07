import ipaddr from "ipaddr.js";

/** Global unicast, the only IPv6 space that the public internet uses (RFC 4291, IANA registry). */
const publicIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Addresses that look public and answer only inside of a cloud. Azure's platform address hands out certificates and
 * settings of a machine; other clouds use link-local, carrier-grade or unique local addresses.
 */
const cloudInternal = new Set(["168.63.129.16"]);

/**
 * An address of the public internet. Private, loopback, link-local, carrier-grade, documentation, multicast and
 * reserved ranges are not, nor is any IPv6 form that carries an IPv4 address inside (mapped, compatible, 6to4,
 * Teredo, NAT64): it could lead to one of those.
 * @param address IPv4 in four decimal parts or IPv6, as a resolver returns it
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address))
    return ipaddr.IPv4.parse(address).range() === "unicast" && !cloudInternal.has(address);
  if (!ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.zoneId === undefined && parsed.match(publicIpv6) && parsed.range() === "unicast";
}
