import { csvCell } from "#src/features/documents/csv.ts";
import { dayOf } from "#src/ui/format.ts";
import type { Lead } from "../contract.ts";

/** One column: its heading and what stands in it. */
interface Column {
  key: string;
  of: (lead: Lead, zone: string) => string;
}

const several = (values: readonly string[]): string => values.join(", ");

/** Columns in the order of the form; headings are translated by their key. */
const columns: readonly Column[] = [
  { key: "name", of: ({ name }) => name },
  { key: "contact", of: ({ contact }) => contact },
  { key: "category", of: ({ category }) => category },
  { key: "email", of: ({ email }) => several(email) },
  { key: "phone", of: ({ phone }) => several(phone) },
  { key: "website", of: ({ website }) => website ?? "" },
  { key: "street", of: ({ address }) => address.street },
  { key: "zip", of: ({ address }) => address.zip },
  { key: "city", of: ({ address }) => address.city },
  { key: "country", of: ({ address }) => address.country },
  { key: "stage", of: ({ stage }) => stage },
  { key: "score", of: ({ score }) => (score === null ? "" : String(score)) },
  { key: "tags", of: ({ tags }) => several(tags) },
  { key: "owner", of: ({ owner }) => owner },
  { key: "lastContactOn", of: ({ lastContactAt }, zone) => (lastContactAt === null ? "" : dayOf(lastContactAt, zone)) },
  { key: "nextStep", of: ({ nextStep }) => nextStep },
  { key: "nextStepOn", of: ({ nextStepOn }) => nextStepOn ?? "" },
  { key: "legalBasis", of: ({ legalBasis }) => legalBasis },
  { key: "doNotContact", of: ({ doNotContact }) => String(doNotContact) },
  { key: "notes", of: ({ notes }) => notes },
];

/** Where a lead was found. */
const origin: readonly Column[] = [
  { key: "sourceUrl", of: ({ source }) => source?.url ?? "" },
  { key: "licence", of: ({ source }) => source?.licence ?? "" },
  { key: "attribution", of: attributionOf },
];

/** What has no column of its own name above: kept in another one, a person's own fields, or nothing for a table. */
const elsewhere =
  "kind address lat lon lastContactAt source osmTags customFields id projectId runId dateCreated dateUpdated";
const said = new Set([...columns.map(({ key }) => key), ...elsewhere.split(" ")]);

/** A column for each further field of the leads. */
const furtherColumns = (leads: readonly Lead[]): Column[] =>
  [...new Set(leads.flatMap(Object.keys))]
    .filter((name) => !said.has(name))
    .map((key) => ({ key, of: (lead) => String(Reflect.get(lead, key) ?? "") }));

/** What the licence of a lead wants to be said; leads from before it was stored name the licence alone. */
function attributionOf({ source }: Lead): string {
  if (source?.attribution) return source.attribution;
  return source?.licence.includes("ODbL") ? "© OpenStreetMap contributors" : "";
}

/**
 * Leads as RFC 4180 with a byte order mark, so that spreadsheets read umlauts; a cell that a spreadsheet would run
 * stays text. A person's own fields come last, each a column.
 * @param heading words over a column
 * @param zone in which the days are those of the list, IANA name
 */
export function leadsCsv(leads: readonly Lead[], heading: (key: string) => string, zone: string): string {
  const own = [...new Set(leads.flatMap(({ customFields }) => Object.keys(customFields)))].toSorted();
  const all = [...columns, ...furtherColumns(leads), ...origin];
  const head = [...all.map(({ key }) => heading(key)), ...own];
  const rows = leads.map((lead) => [
    ...all.map(({ of }) => of(lead, zone)),
    ...own.map((name) => (Object.hasOwn(lead.customFields, name) ? (lead.customFields[name] ?? "") : "")),
  ]);
  return `\u{feff}${[head, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
}
