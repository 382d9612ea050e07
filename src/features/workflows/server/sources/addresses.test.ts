import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./addresses.ts";

const inside = [
  ["loopback", "127.0.0.1"],
  ["all of loopback", "127.255.255.254"],
  ["this host", "0.0.0.0"],
  ["this network", "0.1.2.3"],
  ["private 10", "10.0.0.1"],
  ["private 172", "172.31.255.255"],
  ["private 192", "192.168.1.1"],
  ["link-local", "169.254.1.1"],
  ["cloud metadata", "169.254.169.254"],
  ["the platform of Azure", "168.63.129.16"],
  ["metadata of Alibaba", "100.100.100.200"],
  ["metadata of Oracle", "192.0.0.192"],
  ["metadata of AWS by IPv6", "fd00:ec2::254"],
  ["metadata of Google by IPv6", "fd20:ce::254"],
  ["carrier-grade NAT", "100.64.0.1"],
  ["end of carrier-grade NAT", "100.127.255.255"],
  ["IETF protocol", "192.0.0.170"],
  ["documentation 1", "192.0.2.1"],
  ["documentation 2", "198.51.100.1"],
  ["documentation 3", "203.0.113.9"],
  ["benchmarks", "198.18.0.1"],
  ["6to4 relay", "192.88.99.1"],
  ["multicast", "224.0.0.1"],
  ["reserved", "240.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["IPv6 unspecified", "::"],
  ["IPv6 loopback", "::1"],
  ["IPv4-mapped", "::ffff:8.8.8.8"],
  ["IPv4-mapped in hex", "::ffff:7f00:1"],
  ["IPv4-compatible", "::8.8.8.8"],
  ["IPv4-translated", "::ffff:0:808:808"],
  ["NAT64", "64:ff9b::808:808"],
  ["local NAT64", "64:ff9b:1::1"],
  ["6to4", "2002:7f00:1::1"],
  ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["unique local", "fd00::1"],
  ["unique local, first half", "fc00::1"],
  ["IPv6 link-local", "fe80::1"],
  ["with a zone", "fe80::1%eth0"],
  ["site-local", "fec0::1"],
  ["IPv6 multicast", "ff02::1"],
  ["IPv6 documentation", "2001:db8::1"],
  ["newer IPv6 documentation", "3fff::1"],
  ["discard", "100::1"],
  ["ORCHID", "2001:20::1"],
  ["segment routing", "5f00::1"],
  ["unassigned", "4000::1"],
  ["short form", "127.1"],
  ["number", "2130706433"],
  ["hex", "0x7f000001"],
  ["octal", "0177.0.0.1"],
  ["leading zeros", "008.008.008.008"],
  ["no address", "example.org"],
  ["nothing", ""],
];

describe("isPublicAddress", () => {
  test.each(inside)("rejects %s: %s", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    "8.8.8.8",
    "1.1.1.1",
    "93.184.216.34",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
  ])("accepts %s", (address) => expect(isPublicAddress(address)).toBe(true));

  test("rejects every private IPv4 address and every IPv6 form that contains one", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const block = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
      fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
    );
    const hex = (high: number, low: number): string => ((high << 8) | low).toString(16);
    fc.assert(
      fc.property(block, ([a, b, c, d]) => {
        const tail = `${hex(a, b)}:${hex(c, d)}`;
        for (const address of [
          `${a}.${b}.${c}.${d}`,
          `::ffff:${tail}`,
          `::${tail}`,
          `64:ff9b::${tail}`,
          `2002:${tail}::1`,
          `2001:0:${tail}::1`,
        ]) {
          expect(isPublicAddress(address), address).toBe(false);
        }
      }),
    );
  });
});
