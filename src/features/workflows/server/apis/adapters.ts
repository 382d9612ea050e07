import type { ApiName } from "../../apis.ts";
import type { ApiAdapter } from "./adapter.ts";
import { boamp } from "./boamp.ts";
import { companiesFr } from "./companiesFr.ts";
import { eurostat } from "./eurostat.ts";
import { findTender } from "./findTender.ts";
import { grantsGov } from "./grantsGov.ts";
import { nominatim } from "./nominatim.ts";
import { overpass } from "./overpass.ts";
import { sedia } from "./sedia.ts";
import { ted } from "./ted.ts";
import { vergabe } from "./vergabe.ts";
import { worldBank } from "./worldBank.ts";

export const adapters: { readonly [Name in ApiName]: ApiAdapter<Name> } = {
  nominatim,
  overpass,
  ted,
  vergabe,
  findTender,
  boamp,
  sedia,
  grantsGov,
  eurostat,
  worldBank,
  companiesFr,
};
