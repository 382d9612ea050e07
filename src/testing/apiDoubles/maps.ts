import type { ApiWire } from "./server.ts";

/* Nominatim, Overpass and the French register, with places of Leipzig and Lyon. */

const places = [
  {
    place_id: 131_072,
    licence: "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
    osm_type: "relation",
    osm_id: 1_584_010,
    lat: "51.3663",
    lon: "12.3655",
    category: "boundary",
    type: "administrative",
    place_rank: 20,
    importance: 0.31,
    addresstype: "suburb",
    name: "Gohlis",
    display_name: "Gohlis, Leipzig, Sachsen, 04155, Deutschland",
    address: { suburb: "Gohlis", city: "Leipzig", state: "Sachsen", country: "Deutschland", country_code: "de" },
    boundingbox: ["51.3488", "51.3837", "12.3412", "12.3869"],
  },
  {
    place_id: 262_144,
    osm_type: "node",
    osm_id: 42,
    lat: "52.1",
    lon: "11.6",
    category: "place",
    type: "village",
    addresstype: "village",
    name: "",
    display_name: "Gohlis bei Riesa, Zeithain, Sachsen, Deutschland",
    address: { county: "Landkreis Meißen", country_code: "de" },
  },
];

/** `GET /search?format=jsonv2`: refuses whoever does not say who it is, finds nothing outside of Saxony. */
export const nominatimWire: ApiWire = ({ path, query, headers }) => {
  if (path !== "/search") return { status: 404, body: { error: { code: 404, message: "Not found" } } };
  if (!headers["user-agent"]?.startsWith("PioneerBot/"))
    return { status: 403, type: "text/html", body: "Usage policy" };
  if (query.get("format") !== "jsonv2") return { status: 400, body: { error: { code: 400, message: "format" } } };
  const wanted = (query.get("q") ?? "").toLowerCase();
  const countries = (query.get("countrycodes") ?? "de").split(",");
  const found = places.filter(
    ({ display_name: name, address }) =>
      name.toLowerCase().includes(wanted) && countries.includes(address.country_code),
  );
  return { body: found.slice(0, Number(query.get("limit") ?? 10)) };
};

const shops = [
  {
    type: "node",
    id: 101,
    lat: 51.3717,
    lon: 12.3597,
    tags: {
      name: "Fuchsien-Apotheke",
      amenity: "pharmacy",
      "addr:street": "Quellweg",
      "addr:housenumber": "12",
      "addr:postcode": "04157",
      "addr:city": "Leipzig",
      "contact:email": "post@fuchsien-apotheke.example",
      phone: "+49 341 5550101",
      website: "https://fuchsien-apotheke.example",
    },
  },
  {
    type: "way",
    id: 7,
    center: { lat: 51.3618, lon: 12.4144 },
    nodes: [1, 2, 3],
    tags: { name: "Bäckerei Großmann & Söhne", shop: "bakery", "addr:city": "Leipzig" },
  },
  // A relation without a middle, as `out tags` alone would give it.
  { type: "relation", id: 9, tags: { name: "Ohne Ort", shop: "bakery" } },
];

/** `POST /api/interpreter`: understands the one form of question that we send. */
export const overpassWire: ApiWire = ({ method, path, body, headers }) => {
  const question = new URLSearchParams(body).get("data") ?? "";
  if (method !== "POST" || path !== "/api/interpreter") return { status: 404, type: "text/html", body: "<h1>404</h1>" };
  if (!headers["user-agent"]?.startsWith("PioneerBot/"))
    return { status: 406, type: "text/html", body: "<h1>Not Acceptable</h1>" };
  if (
    !/^\[out:json\]\[timeout:\d+\];(?:area\(36\d{8}\)->\.a;)?\((?:nwr\["name"\]\["[^"]+"(?:="[^"]+")?\]\((?:around:\d+,[-\d.]+,[-\d.]+|area\.a|[-\d.]+(?:,[-\d.]+){3})\);)+\);out center tags \d+;$/.test(
      question,
    )
  )
    return { status: 400, type: "text/html", body: `<p><strong>Error</strong>: line 1: parse error</p>` };
  const most = Number(/tags (\d+);$/.exec(question)?.[1]);
  const wanted = [...question.matchAll(/\["name"\]\["([^"]+)"(?:="([^"]+)")?\]/g)];
  const elements = shops.filter(({ tags }) =>
    wanted.some(([, key = "", value]) => {
      const told: unknown = Reflect.get(tags, key);
      return told !== undefined && (value === undefined || told === value);
    }),
  );
  return {
    body: {
      version: 0.6,
      generator: "Overpass API 0.7.62.7",
      osm3s: {
        timestamp_osm_base: "2026-11-22T08:00:00Z",
        copyright: "The data included in this document is from www.openstreetmap.org.",
      },
      elements: elements.slice(0, most),
    },
  };
};

const companies = [
  {
    siren: "552100554",
    nom_complet: "ATELIER DU VÉLO CARGO (AVC)",
    nom_raison_sociale: "ATELIER DU VÉLO CARGO",
    nombre_etablissements: 2,
    siege: {
      siret: "55210055400013",
      numero_voie: "12",
      type_voie: "RUE",
      libelle_voie: "DE LA PART-DIEU",
      code_postal: "69003",
      libelle_commune: "LYON",
      latitude: "45.7602",
      longitude: "4.8557",
    },
    activite_principale: "95.29Z",
    tranche_effectif_salarie: "11",
    date_creation: "1998-04-01",
    etat_administratif: "A",
    dirigeants: [
      {
        nom: "MARTIN",
        prenoms: "CLAIRE ANNE",
        annee_de_naissance: "1970",
        qualite: "Gérant",
        type_dirigeant: "personne physique",
      },
      { siren: "123456789", denomination: "HOLDING VÉLO", qualite: "Associé", type_dirigeant: "personne morale" },
    ],
  },
  {
    siren: "443061841",
    nom_complet: "CYCLES DU RHÔNE",
    siege: { numero_voie: "[ND]", libelle_voie: "[NON-DIFFUSIBLE]", code_postal: "69007", libelle_commune: "LYON" },
    activite_principale: "47.64Z",
    tranche_effectif_salarie: null,
    date_creation: "2019-01-15",
    etat_administratif: "A",
    dirigeants: [],
  },
];
const companyParameters = new Set([
  "q",
  "code_postal",
  "activite_principale",
  "tranche_effectif_salarie",
  "etat_administratif",
  "page",
  "per_page",
]);

/** `GET /search`: refuses more than 25 a page; ignores what it does not know, which this double does not forgive. */
export const companiesFrWire: ApiWire = ({ path, query }) => {
  if (path !== "/search") return { status: 404, body: { erreur: "Page introuvable" } };
  if ([...query.keys()].some((name) => !companyParameters.has(name)))
    return { status: 500, body: { erreur: "inconnu" } };
  const size = Number(query.get("per_page") ?? 10);
  if (size > 25)
    return { status: 400, body: { erreur: "Veuillez indiquer un paramètre `per_page` entre `1` et `25`." } };
  if (!query.has("q") && !query.has("code_postal") && !query.has("activite_principale"))
    return { status: 400, body: { erreur: "Veuillez indiquer au moins un paramètre de recherche." } };
  const found = companies.filter(
    ({ nom_complet: name, siege, activite_principale: activity }) =>
      name.toLowerCase().includes((query.get("q") ?? "").toLowerCase()) &&
      (query.get("code_postal") ?? siege.code_postal) === siege.code_postal &&
      (query.get("activite_principale") ?? activity).split(",").includes(activity),
  );
  const page = Number(query.get("page") ?? 1);
  return {
    body: {
      results: found.slice((page - 1) * size, page * size),
      total_results: found.length,
      page,
      per_page: size,
      total_pages: Math.ceil(found.length / size),
    },
  };
};
