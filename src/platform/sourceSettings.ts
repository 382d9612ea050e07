import { z } from "zod";
import { homes, type SourceName } from "./sourceHomes.ts";
import type { ConfigRow } from "./config.ts";

/** A public data service: asked only when a run needs it, and another server of its kind or none if so wished. */
const service = (env: string, what: string, home: string) =>
  ({
    env,
    doc: `Base URL of ${what}; \`off\` never asks it.`,
    schema: z.union([z.literal("off"), z.url({ protocol: /^https?$/ })]),
    must: "an address such as https://example.com, or off",
    default: home,
  }) satisfies ConfigRow;

export const sourceRows = {
  nominatimUrl: service("NOMINATIM_URL", "Nominatim, which finds places by their name", homes.nominatim),
  overpassUrl: service("OVERPASS_URL", "Overpass, which finds businesses around a place", homes.overpass),
  tedUrl: service("TED_URL", "TED, tenders of the European Union", homes.ted),
  vergabeUrl: service("VERGABE_URL", "the German data service for public tenders", homes.vergabe),
  findTenderUrl: service("FIND_TENDER_URL", "Find a Tender, tenders of the United Kingdom", homes.findTender),
  boampUrl: service("BOAMP_URL", "BOAMP, tenders of France", homes.boamp),
  sediaUrl: service("SEDIA_URL", "the search of the EU Funding & Tenders Portal", homes.sedia),
  grantsGovUrl: service("GRANTS_GOV_URL", "Grants.gov, grants of the United States", homes.grantsGov),
  eurostatUrl: service("EUROSTAT_URL", "Eurostat, statistics of Europe", homes.eurostat),
  worldBankUrl: service("WORLD_BANK_URL", "the World Bank's indicators", homes.worldBank),
  companiesFrUrl: service("COMPANIES_FR_URL", "the French register of companies", homes.companiesFr),
} as const satisfies Record<`${SourceName}Url`, ConfigRow>;
