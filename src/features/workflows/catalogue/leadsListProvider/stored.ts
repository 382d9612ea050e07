import { text } from "../../kit/columns.ts";
import { sectionsFor } from "../../kit/lists.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { type Facts, type LeadsScene, scoredLeads, type StoredLead } from "./facts.ts";
import { type Form, searchesWeb } from "./form.ts";
import { type FoundLead, searchedLocation, harvestOf } from "./harvest.ts";
import { tagsOf, unknownBranches } from "./trades.ts";

/* What the run has found, kept with the document: leads can be edited, and everything else follows. */

const { computedRows, freeRows } = sectionsFor<Form, Facts>();

const cell = (title: Bilingual, most = 200) => text(title, "", most);
const hidden = { as: "hidden", isSeries: true } as const;

/** Own words about a trade become tags that the map knows: the one thing asked for before reading. */
export const tagged = freeRows(
  "tagged",
  "OpenStreetMap tags of the industries | OpenStreetMap-Tags der Branchen",
  {
    tag: text("Tag | Tag", "an OpenStreetMap tag in wide use, key=value, such as shop=bakery", 60),
    trade: text("Trade | Branche", "the trade it stands for, in the person's words", 80),
  },
  {
    ...hidden,
    ask: "Tags of OpenStreetMap under which the trades of “Other industries” are found. Only tags in wide use, none for what the map does not know.",
    count: [1, 8],
    beforeReading: true,
    when: ({ form }) => searchesWeb(form) && unknownBranches(form).length > 0,
  },
);

const storedOf = (lead: FoundLead): StoredLead => ({
  id: lead.id,
  name: lead.name,
  branch: lead.branch,
  email: lead.email.join(", "),
  phone: lead.phone.join(", "),
  website: lead.website,
  street: lead.street,
  zip: lead.zip,
  city: lead.city,
  country: lead.country,
  lat: lead.lat === null ? "" : lead.lat.toFixed(5),
  lon: lead.lon === null ? "" : lead.lon.toFixed(5),
  km: lead.km === null ? "" : String(lead.km),
  origin: lead.origin,
  url: lead.url,
  signs: lead.signs.join(" "),
  words: lead.words.join("; "),
  notes: lead.notes,
  tags: Object.entries(lead.tags)
    .map(([key, value]) => `${key}=${value}`)
    .join("\n"),
  sources: Object.entries(lead.from)
    .map(([field, from]) => `${field}=${from}`)
    .join("\n"),
});

/** All leads that may be in the list, best first. */
const ranked = (scene: LeadsScene) =>
  scoredLeads(harvestOf(scene).leads.map(storedOf), scene.form, {
    hasPlace: searchedLocation(scene) !== null,
    tags: searchesWeb(scene.form) ? tagsOf(scene.form, tagged.of(scene)) : [],
    tagged: tagged.of(scene),
  });

export const leads = computedRows(
  "leads",
  "Leads | Leads",
  {
    name: cell("Name | Name"),
    branch: cell("Industry | Branche"),
    email: cell("Email | E-Mail"),
    phone: cell("Phone | Telefon"),
    website: cell("Website | Website", 300),
    street: cell("Street | Straße"),
    zip: cell("Postcode | PLZ", 20),
    city: cell("Town | Ort"),
    country: cell("Country | Land", 20),
    lat: cell("Latitude | Breitengrad", 20),
    lon: cell("Longitude | Längengrad", 20),
    km: cell("Distance in km | Entfernung in km", 20),
    origin: cell("Origin | Herkunft", 20),
    url: cell("Record | Eintrag", 300),
    signs: cell("Signals | Merkmale"),
    words: cell("Words | Wörter", 400),
    notes: cell("Notes | Notizen", 600),
    tags: cell("OpenStreetMap tags | OpenStreetMap-Tags", 3000),
    sources: cell("Source of each field | Quelle je Feld", 2000),
  },
  {
    ...hidden,
    rows: (scene) =>
      ranked(scene)
        .slice(0, scene.form.maxLeads)
        .map(({ score: _, reasons: __, completeness: ___, ...lead }) => lead),
  },
);

export const leftOut = computedRows(
  "leftOut",
  "Left out | Weggelassen",
  { name: cell("Name | Name"), value: cell("Reason | Grund", 20) },
  {
    ...hidden,
    rows: (scene) =>
      [
        ...harvestOf(scene).leftOut.map(({ name, reason }) => ({ name, value: reason })),
        ...ranked(scene)
          .slice(scene.form.maxLeads)
          .map(({ name }) => ({ name, value: "beyond" })),
      ].map((row, at) => ({ id: `x${at + 1}`, ...row })),
  },
);

export const tally = computedRows(
  "tally",
  "Results by industry | Treffer je Branche",
  {
    branch: cell("Industry | Branche"),
    found: cell("Found | Gefunden", 10),
    email: cell("Email | E-Mail", 10),
    phone: cell("Phone | Telefon", 10),
    website: cell("Website | Website", 10),
  },
  {
    ...hidden,
    rows: (scene) =>
      harvestOf(scene).tally.map(({ branch, ...counts }, at) => ({
        id: `t${at + 1}`,
        branch,
        found: String(counts.found),
        email: String(counts.email),
        phone: String(counts.phone),
        website: String(counts.website),
      })),
  },
);

/** Lines that could not be read which the document shows. */
const maxUnread = 12;

export const search = computedRows(
  "search",
  "Search | Suche",
  { name: cell("What | Was", 20), value: cell("Value | Wert", 2000) },
  {
    ...hidden,
    rows: (scene) => {
      const { read, doubles, pages, unread, dropped, twins, capped } = harvestOf(scene);
      const place = searchedLocation(scene);
      const values: Record<string, string> = {
        ...(place === null ? {} : { place: place.label || place.name, country: place.country }),
        list: String(read.list),
        osm: String(read.osm),
        register: String(read.register),
        doubles: String(doubles),
        pagesAsked: String(pages.asked),
        pagesRead: String(pages.read),
        unreadCount: String(unread.length),
        unread: unread.slice(0, maxUnread).join("\n"),
        dropped: dropped.join(", "),
        twins: twins.map((pair) => pair.join(" / ")).join("\n"),
        cappedMap: capped.map.join(", "),
        cappedRegister: capped.register.join("\n"),
      };
      return Object.entries(values).map(([id, value]) => ({
        id,
        name: id,
        value: value.slice(0, 4000).toWellFormed(),
      }));
    },
  },
);

/** Services that answered, each with its licence; sites are named beside the fields that come from them. */
export const origins = computedRows(
  "origins",
  "Sources | Quellen",
  {
    title: cell("Source | Quelle"),
    url: cell("Address | Adresse", 300),
    licence: cell("License | Lizenz"),
    attribution: cell("Credit line | Quellenangabe"),
    retrieved: cell("Retrieved | Abgerufen", 40),
  },
  {
    ...hidden,
    rows: ({ state }) => {
      const answers = state.reads.flatMap(({ request, sources }) => {
        const api = /^\{"kind":"api","api":"(overpass|companiesFr)"/.exec(request)?.[1];
        return api === undefined ? [] : sources.map(({ source }) => ({ api, source }));
      });
      return [...new Map(answers.map((one) => [one.api, one])).values()].map(({ api, source }) => ({
        id: api === "overpass" ? "osm" : "register",
        title: api === "overpass" ? "OpenStreetMap" : "Annuaire des Entreprises",
        url: source.url,
        // A test double may leave them out; the licence of the map applies anyway.
        licence: source.licence || (api === "overpass" ? "ODbL 1.0" : "Licence Ouverte 2.0"),
        attribution:
          source.attribution ?? (api === "overpass" ? "© OpenStreetMap contributors" : "INSEE (Sirene), INPI (RNE)"),
        retrieved: source.retrievedAt,
      }));
    },
  },
);
