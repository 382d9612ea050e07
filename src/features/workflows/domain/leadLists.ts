import { foldText } from "#src/features/leads/rules.ts";
import { readCsv } from "#src/kit/csv.ts";
import { isSensitiveColumn } from "./customerList.ts";
import { cleanEmail, cleanLead, cleanName, cleanPhone, cleanWebsite, emptyLead, type Lead } from "./leadCleaning.ts";
import { oneLine } from "./wording.ts";

/* Leads in a text of the person's own: a table with or without a head, lines pasted as they came, or vCards. */

export interface LeadList {
  leads: Lead[];
  /** Lines that name no lead, unchanged. */
  unread: string[];
  /** Columns that are left out because nobody may be sorted by them. */
  dropped: string[];
}

/** Lines that are read at most; more are no list that somebody pasted. */
const maxLines = 2_000;

type Field =
  | "name"
  | "branch"
  | "email"
  | "phone"
  | "website"
  | "street"
  | "number"
  | "zip"
  | "city"
  | "country"
  | "notes";

/** Words over columns, folded; the first field whose word the head begins with or equals. */
const headWords: Readonly<Record<Field, string>> = {
  email: "email,e-mail,mail,courriel,email address",
  phone: "phone,tel,tel.,telefon,telephone,mobil,mobile,fon,rufnummer,phone number",
  website: "website,web,url,homepage,internet,www,site,domain",
  zip: "zip,plz,postcode,postal code,postleitzahl,code postal,zip code",
  city: "city,town,ort,stadt,place,ville,wohnort",
  number: "house number,hausnummer,hausnr,hnr,nr,no",
  street: "street,strasse,address,adresse,anschrift,rue,strasse und hausnummer",
  country: "country,land,pays,iso",
  branch: "branch,industry,branche,trade,category,kategorie,gewerk,sector,segment,type",
  notes: "notes,note,notiz,notizen,bemerkung,comment,kommentar,info",
  name: "name,company,firma,unternehmen,organisation,organization,betrieb,kunde,customer,account,lead,firmenname,company name,entreprise,raison sociale,nom",
};

const fieldOf = (head: string): Field | null => {
  const folded = foldText(head)
    .replace(/[_\s]+/g, " ")
    .trim();
  const found = (Object.keys(headWords) as Field[]).find((field) => headWords[field].split(",").includes(folded));
  return found ?? null;
};

/** Columns of a table, when its first row names them. */
function headOf(row: readonly string[]): (Field | null)[] | null {
  const fields = row.map(fieldOf);
  const known = fields.filter((field) => field !== null);
  const isData = row.some((cell) => cleanEmail(cell) !== "" || cleanPhone(cell, "") !== "");
  return !isData && fields.includes("name") && new Set(known).size === known.length ? fields : null;
}

const zipAndCity = /^([A-Z]{0,2}[- ]?\d{4,5})\s+(\p{L}[\p{L} .'/()-]{1,60})$/u;
/** British ones have letters: `BS1 4ST`. */
const zipOnly = /^(?:\d{4,5}|[A-Z]{1,2}\d[A-Z\d]? ?(?:\d[A-Z]{0,2})?)$/i;
const streetLine =
  /^(?:\p{L}[\p{L} .'’-]{2,60}\s\d{1,4}\s?[a-z]?|\d{1,4}[a-z]?,?\s\p{L}[\p{L} .'’-]{2,60})(?:\s?[-/]\s?\d{1,4})?$/iu;

/** Fields of a line without a head, recognised by the content of its cells. */
function detected(cells: readonly string[], country: string): Partial<Lead> & { notes: string } {
  const lead: Partial<Lead> & { email: string[]; phone: string[] } = { email: [], phone: [] };
  const rest: string[] = [];
  for (const cell of cells.map(oneLine).filter(Boolean)) {
    const zipped = zipAndCity.exec(cell);
    const inside = cell.match(/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g) ?? [];
    if (cleanEmail(cell) !== "") lead.email.push(cell);
    else if (zipOnly.test(cell) && lead.zip === undefined && lead.name !== undefined) lead.zip = cell;
    else if (cleanPhone(cell, country) !== "") lead.phone.push(cell);
    else if (
      /^(?:https?:\/\/|www\.)|^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:de|com|net|org|eu|at|ch|fr|uk|info|shop|example)(?:\/\S*)?$/i.test(
        cell,
      ) &&
      cleanWebsite(cell) !== ""
    )
      lead.website = cell;
    else if (zipped && lead.zip === undefined) [, lead.zip, lead.city] = zipped;
    else if (lead.name !== undefined && lead.street === undefined && streetLine.test(cell)) lead.street = cell;
    else if (lead.name === undefined && inside.length > 0) {
      lead.email.push(...inside);
      lead.name = inside.reduce((name, email) => name.replace(email, " "), cell).replaceAll(/[<(] *[>)]/g, " ");
    } else if (lead.name === undefined && cleanName(cell) !== "") lead.name = cell;
    else rest.push(cell);
  }
  return { ...lead, notes: rest.join("; ") };
}

const isContact = ({
  email = [],
  phone = [],
  website = "",
  zip = "",
  city = "",
  street = "",
}: Partial<Lead>): boolean =>
  email.length > 0 || phone.length > 0 || [website, zip, city, street].some((text) => text !== "");

/** Words that a bare name has at most; more are a remark. */
const maxNameWords = 7;
/** A line that is only a name has to read like one. */
const readsAsName = (name: string): boolean =>
  /^[\p{Lu}\p{N}]|^\p{L}{2,}/u.test(name) && !/[?!]|\.\s/.test(name) && name.split(/\s+/).length <= maxNameWords;

function tableLeads(text: string, source: string, country: string): LeadList {
  const rows = readCsv(text).slice(0, maxLines);
  const [first = []] = rows;
  const fields = headOf(first);
  const unread: string[] = [];
  const width = first.length;
  const dropped = fields === null ? [] : first.filter((head) => isSensitiveColumn(head));
  const leads = rows.slice(fields === null ? 0 : 1).flatMap((row, at): Lead[] => {
    const cells = row.map((cell) => cell.trim());
    // A line that was pasted among others has separators of its own.
    const fits = fields !== null && cells.length > Math.max(1, width / 2 - 1) && cells.length <= width;
    const found = fits
      ? byHead(cells, fields, first)
      : detected(cells.length === 1 ? ownCells(cells[0]) : cells, country);
    const lead = cleanLead({ ...emptyLead, id: `${source}-${at + 1}`, name: "", ...found, origin: "list" }, country);
    const isNamed = lead.name !== "" && !/^[?¿]/.test(cells[0] ?? "") && (isContact(lead) || readsAsName(lead.name));
    if (!isNamed) {
      const line = oneLine(cells.filter(Boolean).join("; ")).slice(0, 80).toWellFormed();
      if (line !== "") unread.push(line);
      return [];
    }
    return [withOrigin(lead)];
  });
  return { leads, unread, dropped };
}

const ownCells = (line = ""): string[] => readCsv(oneLine(line).replaceAll(/ [|–—] /g, ";")).flat();

function byHead(cells: readonly string[], fields: readonly (Field | null)[], heads: readonly string[]): Partial<Lead> {
  const of = (field: Field): string => cells[fields.indexOf(field)] ?? "";
  const several = (text: string): string[] => text.split(/[,;/|]\s*(?=[\w+(])/);
  const more = cells.flatMap((cell, at) =>
    fields[at] === null && cell !== "" && !isSensitiveColumn(heads[at] ?? "") ? [`${heads[at] ?? ""}: ${cell}`] : [],
  );
  return {
    name: of("name"),
    branch: of("branch"),
    email: several(of("email")),
    // `/` is part of numbers.
    phone: of("phone").split(/[,;|]\s*/),
    website: of("website"),
    street: [of("street"), of("number")].filter(Boolean).join(" "),
    zip: of("zip"),
    city: of("city"),
    country: /^[A-Za-z]{2}$/.test(of("country")) ? of("country") : "",
    notes: [of("notes"), ...more].filter(Boolean).join("; "),
  };
}

/** Value of a line of a vCard, with its escapes resolved. */
const unescaped = (value: string): string =>
  value
    .replace(/\\n/gi, " ")
    .replace(/\\([,;\\])/g, "$1")
    .trim();

/** Cards as address books write them, RFC 6350 and its forerunners. */
function cardLeads(text: string, source: string, country: string): LeadList {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .split("\n");
  const leads: Lead[] = [];
  const unread: string[] = [];
  let card: { name: string; values: string }[] | null = null;
  let count = 0;
  for (const line of lines.slice(0, maxLines * 20)) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) card = [];
    else if (/^END:VCARD\s*$/i.test(line) && card !== null) {
      count += 1;
      const held = card;
      card = null;
      const all = (name: string): string[] => held.filter((one) => one.name === name).map(({ values }) => values);
      const [org = "", person = ""] = [all("ORG")[0]?.split(/(?<!\\);/)[0], all("FN")[0]].map((one) =>
        unescaped(one ?? ""),
      );
      const [, , street = "", city = "", , zip = ""] = (all("ADR")[0] ?? "").split(/(?<!\\);/).map(unescaped);
      const lead = cleanLead(
        {
          ...emptyLead,
          id: `${source}-${count}`,
          name: org || person,
          email: all("EMAIL").map(unescaped),
          phone: all("TEL").map((value) => unescaped(value).replace(/^tel:/i, "")),
          website: unescaped(all("URL")[0] ?? ""),
          street,
          zip,
          city,
          notes: org !== "" && person !== "" && person !== org ? person : "",
          origin: "list",
        },
        country,
      );
      if (lead.name === "") unread.push(`vCard ${count}`);
      else leads.push(withOrigin(lead));
    } else if (card !== null) {
      const [, name = "", values = ""] = /^(?:[\w-]+\.)?([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(line) ?? [];
      if (name !== "") card.push({ name: name.toUpperCase(), values });
    }
  }
  return { leads, unread, dropped: [] };
}

/** Fields of a lead that its own text states. */
export function withOrigin(lead: Lead): Lead {
  const told = (["name", "branch", "email", "phone", "website", "street", "zip", "city"] as const).filter(
    (field) => lead[field].length > 0,
  );
  return { ...lead, from: Object.fromEntries(told.map((field) => [field, lead.origin])) };
}

/**
 * Leads of a list, cleaned, in its order.
 * @param source begins their ids
 * @param country in which numbers are dialled that name none
 */
export const leadsInText = (text: string, source: string, country = ""): LeadList =>
  /^BEGIN:VCARD\s*$/im.test(text) ? cardLeads(text, source, country) : tableLeads(text, source, country);
