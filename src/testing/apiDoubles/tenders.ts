import { writeZip } from "#src/features/files/server/zip.ts";
import type { ApiWire } from "./server.ts";

/* TED, oeffentlichevergabe.de, Find a Tender and BOAMP; the day is 22 November 2026. */

const tedNotices = [
  {
    "publication-number": "593909-2026",
    "notice-identifier": "0B1D4C7E-9f3a-4d21-8c55-6f1e2a3b4c5d",
    "publication-date": "2026-11-18+01:00",
    "notice-title": {
      deu: "Deutschland – Lastenfahrräder – Lieferung von 14 Lastenrädern",
      eng: "Germany – Cargo bicycles – Supply of 14 cargo bikes",
    },
    "buyer-name": { deu: ["Stadt Köln, Zentrales Vergabeamt"] },
    "buyer-country": ["DEU"],
    "classification-cpv": ["34430000", "34430000", "50100000"],
    "deadline-receipt-request": ["2026-12-01+01:00", "2026-12-08+01:00"],
    "procedure-type": "open",
    "description-lot": { deu: ["Los 1: acht Räder mit Kühlbox.", "Los 2: sechs Räder."] },
    "estimated-value-lot": ["52000.00", "36000.00"],
    "estimated-value-cur-lot": ["EUR", "EUR"],
    "place-of-performance": ["DEA23", "DEU", "DEA23"],
    links: { xml: { MUL: "https://ted.europa.eu/en/notice/593909-2026/xml" } },
  },
  {
    "publication-number": "593001-2026",
    "publication-date": "2026-11-10+01:00",
    "notice-title": { fra: "France – Vélos – Entretien de vélos de service" },
    "buyer-name": { fra: ["Métropole de Lyon"] },
    "buyer-country": ["FRA"],
    "classification-cpv": ["50100000"],
    // Some have none.
    "estimated-value-lot": ["10000", "9000"],
    "estimated-value-cur-lot": ["EUR", "CHF"],
  },
];
const tedKnown = new Set([...Object.keys(tedNotices[0] ?? {}), "deadline-receipt-tender-date-lot", "links"]);

/** `POST /v3/notices/search`: a field or a sort key that it does not know is a 400. */
export const tedWire: ApiWire = ({ method, path, body }) => {
  if (method !== "POST" || path !== "/v3/notices/search") return { status: 404, body: { message: "Not found" } };
  const asked = JSON.parse(body) as { query: string; fields: string[]; limit: number; page: number; sort?: unknown };
  const wrong = asked.fields.find((field) => !tedKnown.has(field));
  const refuse = (message: string) => ({ status: 400, body: { message, error: { type: "QUERY_SYNTAX_ERROR" } } });
  if (wrong !== undefined) return refuse(`Parameter 'fields' contains unsupported value (${wrong})`);
  if ("sort" in asked || asked.limit > 250 || asked.query.endsWith(" ASC")) return refuse("unsupported");
  if (asked.page * asked.limit > 15_000) return refuse("beyond the limit");
  const prefixes = [...asked.query.matchAll(/classification-cpv=(\d+)/g)].map(([, code = ""]) => code);
  const countries = [...asked.query.matchAll(/buyer-country=(\w+)/g)].map(([, code = ""]) => code);
  const numbers = [...asked.query.matchAll(/publication-number=([\d-]+)/g)].map(([, number = ""]) => number);
  const found = tedNotices.filter(
    (notice) =>
      (prefixes.length === 0 ||
        notice["classification-cpv"].some((code) => prefixes.some((prefix) => code.startsWith(prefix)))) &&
      (countries.length === 0 || notice["buyer-country"].some((code) => countries.includes(code))) &&
      (numbers.length === 0 || numbers.includes(notice["publication-number"])),
  );
  const from = (asked.page - 1) * asked.limit;
  return {
    body: {
      notices: found.slice(from, from + asked.limit),
      totalNoticeCount: found.length,
      iterationNextToken: null,
      timedOut: false,
    },
  };
};

const release = (
  id: string,
  title: string,
  rest: Record<string, unknown> = {},
  tender: Record<string, unknown> = {},
) => ({
  ocid: `ocds-mnwr74-${id}`,
  id,
  date: "2026-11-21T09:30:00Z",
  tag: ["tender"],
  initiationType: "tender",
  language: "de",
  parties: [
    {
      id: "ORG-1",
      name: "Stadt Leipzig, Amt für Vergabe",
      roles: ["buyer"],
      address: { locality: "Leipzig", region: "DED51", countryName: "DEU" },
      contactPoint: { name: "Erika Mustermann", email: "vergabe@leipzig.example" },
    },
  ],
  buyer: { id: "ORG-1", name: "Stadt Leipzig, Amt für Vergabe" },
  tender: {
    id,
    title,
    description: "Wartung & Reparatur von Diensträdern.",
    status: "active",
    procurementMethod: "open",
    procurementMethodDetails: "Öffentliche Ausschreibung",
    value: { amount: 48_000, currency: "EUR" },
    items: [{ id: "1", classification: { scheme: "CPV", id: "50111000" } }],
    ...tender,
  },
  ...rest,
});

const germanDays: Record<string, unknown[]> = {
  "2026-11-21": [
    release("7c1f0a52-3d60-4e5b-9a0c-000000000001-01", "Wartung der Dienstfahrräder"),
    release(
      "7c1f0a52-3d60-4e5b-9a0c-000000000002-01",
      "Neubau einer Turnhalle",
      {},
      { items: [{ classification: { scheme: "CPV", id: "45212222" } }] },
    ),
    release("7c1f0a52-3d60-4e5b-9a0c-000000000003-01", "Vergebener Auftrag", { tag: ["award"] }),
  ],
  "2026-11-20": [
    // The same notice, as it was before.
    release("7c1f0a52-3d60-4e5b-9a0c-000000000001-01", "Wartung der Dienstfahrräder"),
    release("7c1f0a52-3d60-4e5b-9a0c-000000000004-01", "Fahrradabstellanlagen für Schulen", {
      parties: [{ id: "B", name: "Landkreis München", roles: ["buyer"], address: { region: "DE21H" } }],
      buyer: { id: "B" },
    }),
  ],
};

/** `GET /api/notice-exports` and `/api/notices/{id}`: no search, one archive a day, none for today. */
export const vergabeWire: ApiWire = ({ path, query, headers }) => {
  const notice = /^\/api\/notices\/(.+)$/.exec(path)?.[1];
  if (notice !== undefined)
    return {
      type: "application/xml",
      body: `<?xml version="1.0" encoding="UTF-8"?><ContractNotice><cac:TenderSubmissionDeadlinePeriod>
        <cbc:EndDate>2026-12-${notice.endsWith("0004-01") ? "19" : "11"}+01:00</cbc:EndDate></cac:TenderSubmissionDeadlinePeriod></ContractNotice>`,
    };
  const day = query.get("pubDay") ?? "";
  if (path !== "/api/notice-exports" || query.get("format") !== "ocds.zip" || day >= "2026-11-22")
    return { status: 400, body: { title: "Bad Request", status: 400, detail: "pubDay must be in the past" } };
  const files = (germanDays[day] ?? []).map((one, at): [string, Uint8Array] => [
    `${day}/${at}.json`,
    Buffer.from(JSON.stringify({ version: "1.1", publishedDate: day, releases: [one] })),
  ]);
  if (headers["if-none-match"] === '"version-3"') return { status: 304, headers: { etag: '"version-3"' }, body: "" };
  return { type: "application/zip", headers: { etag: '"version-3"' }, body: writeZip(new Map(files), "deflate") };
};

const british = [
  release(
    "071234-2026",
    "Maintenance of cargo bikes",
    {
      ocid: "ocds-h6vhtk-071234",
      parties: [
        {
          id: "GB-1",
          name: "Bristol City Council",
          roles: ["buyer"],
          address: { locality: "Bristol", region: "UKK11" },
        },
      ],
      buyer: { id: "GB-1", name: "Bristol City Council" },
    },
    {
      description: "Servicing of the council's fleet.",
      value: { amount: 90_000, currency: "GBP" },
      items: [{ additionalClassifications: [{ scheme: "CPV", id: "50100000", description: "Repair" }] }],
      tenderPeriod: { endDate: "2026-12-15T17:00:00Z" },
    },
  ),
  release(
    "070001-2026",
    "Closed tender",
    { ocid: "ocds-h6vhtk-070001" },
    { tenderPeriod: { endDate: "2026-11-01T12:00:00Z" } },
  ),
];

/** `GET /api/1.0/ocdsReleasePackages`: one release a page, so that pages are turned. */
export const findTenderWire: ApiWire = ({ path, query }) => {
  if (path !== "/api/1.0/ocdsReleasePackages")
    return { status: 404, type: "text/html", body: "<h1>Page not found</h1>" };
  if (/Z|\+/.test(query.get("updatedFrom") ?? "") || Number(query.get("limit")) > 100)
    return { status: 400, body: { errors: ["updatedFrom: YYYY-MM-DDTHH:MM:SS"] } };
  const at = query.get("cursor") === "second" ? 1 : 0;
  return {
    body: {
      uri: "https://www.find-tender.service.gov.uk/api/1.0/ocdsReleasePackages",
      version: "1.1",
      license: "http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/",
      releases: british.slice(at, at + 1),
      ...(at === 0
        ? { links: { next: "https://elsewhere.example/api/1.0/ocdsReleasePackages?limit=100&cursor=second" } }
        : {}),
    },
  };
};

const french = [
  {
    idweb: "26-91551",
    objet: "Entretien et réparation de vélos de service",
    nomacheteur: "COMMUNE DE VICHY",
    code_departement: ["03"],
    dateparution: "2026-11-12",
    datelimitereponse: "2026-12-10T11:00:00+00:00",
    famille: "MAPA",
    procedure_libelle: "Procédure adaptée",
    descripteur_libelle: ["Vélo", "Entretien"],
    url_avis: "https://www.boamp.fr/pages/avis/?q=idweb:26-91551",
  },
  {
    idweb: "26-90000",
    objet: "Fourniture de vélos",
    nomacheteur: "Métropole de Lyon",
    code_departement: "69",
    dateparution: "2026-11-10",
    datelimitereponse: "2026-12-20T11:00:00+00:00",
    famille: "JOUE",
    url_avis: null,
  },
];

/** `GET …/datasets/boamp/records` of OpenDataSoft: knows quoted words, days and fields. */
export const boampWire: ApiWire = ({ path, query }) => {
  if (path !== "/api/explore/v2.1/catalog/datasets/boamp/records")
    return { status: 404, body: { error_code: "NotFound" } };
  const where = query.get("where") ?? "";
  const [offset, limit] = [Number(query.get("offset") ?? 0), Number(query.get("limit") ?? 10)];
  if (limit > 100 || offset + limit > 10_000 || !/dateparution >= date'\d{4}-\d{2}-\d{2}'/.test(where))
    return { status: 400, body: { error_code: "ODSQLError", message: "invalid where" } };
  const words = [...where.matchAll(/search\("([^"]*)"\)/g)].map(([, word = ""]) => word.toLowerCase());
  const found = french.filter(
    ({ objet, famille }) =>
      (famille !== "JOUE" || !where.includes(`famille != "JOUE"`)) &&
      (words.length === 0 || words.some((word) => objet.toLowerCase().includes(word))),
  );
  return { body: { total_count: found.length, results: found.slice(offset, offset + limit) } };
};
