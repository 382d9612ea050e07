import type { SourceName } from "#src/features/workflows/server/sources/sourceStates.ts";
import { grantsGovWire, sediaWire } from "./calls.ts";
import { eurostatWire, worldBankWire } from "./figures.ts";
import { companiesFrWire, nominatimWire, overpassWire } from "./maps.ts";
import { braveWire, searxngWire, tavilyWire } from "./searches.ts";
import { type ApiDouble, type ApiWire, openApiDouble } from "./server.ts";
import { boampWire, findTenderWire, tedWire, vergabeWire } from "./tenders.ts";

const wires: Readonly<Record<SourceName, ApiWire>> = {
  searxng: searxngWire,
  brave: braveWire,
  tavily: tavilyWire,
  nominatim: nominatimWire,
  overpass: overpassWire,
  ted: tedWire,
  vergabe: vergabeWire,
  findTender: findTenderWire,
  boamp: boampWire,
  sedia: sediaWire,
  grantsGov: grantsGovWire,
  eurostat: eurostatWire,
  worldBank: worldBankWire,
  companiesFr: companiesFrWire,
};

export interface ApiDoubles {
  of: (name: SourceName) => ApiDouble;
  /** Base addresses by service. */
  addresses: Record<SourceName, string>;
  /** Every service answers as usual again, and has seen nothing. */
  reset: () => void;
  close: () => Promise<void>;
}

/** Doubles of all public data services and web searches, each on a port of its own. */
export async function openApiDoubles(): Promise<ApiDoubles> {
  const names = Object.keys(wires) as SourceName[];
  const opened = await Promise.all(
    names.map(async (name): Promise<[SourceName, ApiDouble]> => [name, await openApiDouble(wires[name])]),
  );
  const doubles = Object.fromEntries(opened) as Record<SourceName, ApiDouble>;
  return {
    of: (name) => doubles[name],
    addresses: Object.fromEntries(opened.map(([name, { url }]) => [name, url])) as Record<SourceName, string>,
    reset() {
      for (const name of names) {
        const double = doubles[name];
        double.goWrong(null);
        double.slow(0);
        double.answer(wires[name]);
        double.seen.length = 0;
      }
    },
    close: async () => void (await Promise.all(names.map((name) => doubles[name].close()))),
  };
}
