import { withoutApostrophe } from "#src/kit/csv.ts";
import { newLead, type NewLead } from "../contract.ts";
import { foldText } from "../rules.ts";
import type { LeadDraft } from "./store.ts";

/** Fields that a column of a table can fill. */
export const importFields = [
  "name",
  "contact",
  "category",
  "email",
  "phone",
  "website",
  "street",
  "zip",
  "city",
  "country",
  "score",
  "tags",
  "owner",
  "nextStep",
  "notes",
] as const;
export type ImportField = (typeof importFields)[number];

/** Rows of one file at most; more are read in several files. */
export const maxRows = 5_000;

/** Words over columns of other programs, folded, beside the names that the page itself uses. */
const headWords: Readonly<Record<ImportField, string>> = {
  name: "company,company name,firma,firmenname,unternehmen,organisation,organization,account,lead,kunde",
  contact: "contact,contact person,full name,kontakt,ansprechpartner,ansprechpartnerin,person,kontaktperson",
  category: "industry,branch,branche,category,kategorie,sector,segment",
  email: "email,e-mail,mail,email address,e-mail-adresse",
  phone: "phone,telephone,tel,telefon,mobile,mobil,phone number,telefonnummer",
  website: "website,web,url,homepage,domain,internet,webseite",
  street: "street,address,strasse,adresse,anschrift",
  zip: "zip,zip code,postcode,postal code,plz,postleitzahl",
  city: "city,town,place,ort,stadt",
  country: "country,land",
  score: "score,fit,punkte,bewertung",
  tags: "tags,labels,schlagworte,schlagwörter",
  owner: "owner,betreuer,betreut von,zuständig",
  nextStep: "next step,next action,nächster schritt",
  notes: "notes,note,comment,comments,notizen,bemerkung,kommentar",
};

const plain = (words: string): string =>
  foldText(words)
    .replace(/[_\s]+/g, " ")
    .trim();

/**
 * Which field each column fills, by the words of the first row; undefined for a column that fills none.
 * @param labelOf what the page calls a field
 */
export function columnsOf(
  head: readonly string[],
  labelOf: (field: ImportField) => string,
): (ImportField | undefined)[] {
  const taken = new Set<ImportField>();
  return head.map((cell) => {
    const word = plain(cell);
    const found = importFields.find(
      (field) =>
        !taken.has(field) && (word === plain(labelOf(field)) || headWords[field].split(",").map(plain).includes(word)),
    );
    if (found) taken.add(found);
    return found;
  });
}

export interface ImportedLeads {
  leads: LeadDraft[];
  /** Rows without a name, which are left out. */
  nameless: number;
  /** Cells that are no value of their field, such as a broken address; the lead is made without them. */
  dropped: number;
}

const inParts = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[,;\n]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

/** A host of the web: at least two labels, the last of which begins with a letter. `k.A.` and `n/a` are none. */
function isHost(words: string): boolean {
  const labels = words.split(".");
  return (
    labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(label)) &&
    /^\p{L}[\p{L}\p{M}\p{N}-]/u.test(labels.at(-1) ?? "")
  );
}

/** A web address as tables hold it, often without its scheme; what names no host stays as it is, to be refused. */
function webOf(cell: string): string {
  const [host = ""] = cell.split(/[/?#:]/, 1);
  return isHost(host) ? `https://${cell}` : cell;
}

/** Text of a file: UTF-8, UTF-16 with its mark, or what spreadsheets of Windows write in its place. */
export function tableText(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === "255 254") return new TextDecoder("utf-16le").decode(bytes);
  if (mark === "254 255") return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Leads from the rows of a table.
 * @param columns which field each column fills
 * @param from name of the file and instant of the import, kept with each lead
 */
export function readLeads(
  rows: readonly (readonly string[])[],
  columns: readonly (ImportField | undefined)[],
  from: { file: string; at: string },
): ImportedLeads {
  const answer: ImportedLeads = { leads: [], nameless: 0, dropped: 0 };
  for (const row of rows) {
    const cells = new Map<ImportField, string>();
    columns.forEach((field, at) => {
      const cell = withoutApostrophe(row[at] ?? "")
        .replaceAll("\u0000", "")
        .toWellFormed()
        .trim();
      if (field && cell !== "") cells.set(field, cell);
    });
    const lead = leadFrom(cells, from, () => (answer.dropped += 1));
    if (lead) answer.leads.push(lead);
    else answer.nameless += 1;
  }
  return answer;
}

function leadFrom(
  cells: ReadonlyMap<ImportField, string>,
  from: { file: string; at: string },
  onDrop: () => void,
): LeadDraft | undefined {
  const { shape } = newLead;
  const name = shape.name.safeParse(cells.get("name") ?? "");
  if (!name.success) return undefined;
  const address: Record<string, string> = {};
  const lead: Record<string, unknown> = {
    name: name.data,
    source: { adapter: "csv", externalId: from.file.slice(0, 200).toWellFormed(), retrievedAt: from.at },
  };
  const put = (field: keyof NewLead, value: unknown): void => {
    const parsed = shape[field].safeParse(value);
    if (parsed.success) lead[field] = parsed.data;
    else onDrop();
  };
  for (const [field, cell] of cells) {
    if (field === "street" || field === "zip" || field === "city" || field === "country") {
      const parsed = shape.address.safeParse({ [field]: cell });
      if (parsed.success) address[field] = cell;
      else onDrop();
    } else if (field === "email" || field === "phone" || field === "tags") {
      const good = inParts(cell).filter((part) => {
        const fits = shape[field].safeParse([part]).success;
        if (!fits) onDrop();
        return fits;
      });
      put(field, good.slice(0, field === "tags" ? 30 : 10));
    } else if (field === "score") put("score", Number(cell.replace(",", ".")));
    else if (field === "website") put("website", webOf(cell));
    else if (field !== "name") put(field, cell);
  }
  return newLead.parse({ ...lead, address });
}
