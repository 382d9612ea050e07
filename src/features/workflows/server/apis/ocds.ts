import { z } from "zod";
import type { TenderRecord } from "../../apis.ts";
import { amount, dayOf, line, lines, part, rows } from "./adapter.ts";

const classification = part({ scheme: line(20), id: line(12) });
const classifications = rows(classification, 20);
const address = part({ region: line(60), locality: line(120), countryName: line(60) });

/** A release of the Open Contracting Data Standard 1.1, https://standard.open-contracting.org/1.1/en/schema/ */
export const ocdsRelease = z
  .object({
    ocid: line(120),
    id: line(120),
    date: dayOf,
    tag: lines(8, 40),
    buyer: part({ id: line(120), name: line(200) }),
    parties: rows(z.object({ id: line(120), name: line(200), roles: lines(8, 40), address }), 50),
    tender: part({
      title: line(400),
      description: line(1_200),
      status: line(40),
      value: part({ amount, currency: line(3) }),
      classification,
      additionalClassifications: classifications,
      items: rows(
        part({
          classification,
          additionalClassifications: classifications,
          deliveryAddresses: rows(address, 5),
          deliveryAddress: address,
        }),
        50,
      ),
      lots: rows(part({ value: part({ amount, currency: line(3) }), description: line(1_200) }), 100),
      tenderPeriod: part({ endDate: dayOf }),
      procurementMethodDetails: line(120),
      procurementMethod: line(60),
    }),
  })
  .refine(({ ocid, id, tender }) => (ocid !== "" || id !== "") && tender.title !== "");
export type OcdsRelease = z.output<typeof ocdsRelease>;

const isCpv = ({ scheme, id }: z.output<typeof classification>): boolean =>
  (scheme === "" || scheme.toUpperCase() === "CPV") && /^\d{8}/.test(id);

/** NUTS codes of buyer and delivery, as far as given. */
export const regionsOf = ({ parties, tender }: OcdsRelease): string[] =>
  [
    ...parties.filter(({ roles }) => roles.includes("buyer")).map((party) => party.address.region),
    ...tender.items.flatMap((item) => [item.deliveryAddress.region, ...item.deliveryAddresses.map((to) => to.region)]),
  ].filter((region) => region !== "");

/** @param url where a person reads it */
export function tenderOf(release: OcdsRelease, country: string, url: string): TenderRecord {
  const { tender, buyer, parties } = release;
  const codes = [
    tender.classification,
    ...tender.additionalClassifications,
    ...tender.items.flatMap((item) => [item.classification, ...item.additionalClassifications]),
  ].filter(isCpv);
  const party = parties.find(({ id, roles }) => (buyer.id !== "" && id === buyer.id) || roles.includes("buyer"));
  const currencies = new Set(tender.lots.map((lot) => lot.value.currency).filter((one) => one !== ""));
  const amounts = tender.lots.flatMap((lot) => lot.value.amount ?? []);
  // Lots in several currencies have no sum.
  const ofLots = amounts.length > 0 && currencies.size === 1 ? amounts.reduce((sum, one) => sum + one, 0) : null;
  const value = tender.value.amount ?? ofLots;
  return {
    id: release.ocid || release.id,
    title: tender.title,
    buyer: buyer.name || (party?.name ?? ""),
    country,
    place: [party?.address.locality, party?.address.region].filter(Boolean).join(", "),
    cpv: [...new Set(codes.map(({ id }) => id.slice(0, 8)))].slice(0, 12),
    value,
    currency: value === null ? "" : tender.value.currency || ([...currencies][0] ?? ""),
    published: release.date,
    deadline: tender.tenderPeriod.endDate,
    procedure: tender.procurementMethodDetails || tender.procurementMethod,
    summary: tender.description || (tender.lots[0]?.description ?? ""),
    url,
  };
}
