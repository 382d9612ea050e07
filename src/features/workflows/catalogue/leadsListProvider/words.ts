import { branchTitle, tagsInWords } from "../../domain/leadBranches.ts";
import type { Reason } from "../../domain/leadScoring.ts";
import { figure, listed } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { half } from "../../kit/bilingual.ts";
import type { LeftOutReason } from "./harvest.ts";
import { chosenBranches } from "./form.ts";
import type { LeadsScene, ScoredLead, Segment } from "./facts.ts";

/* Names and places of leads as people read them. */

/** Name of a trade: the person's own words for a tag that they stand for, else the common title. */
export function branchName({ facts, language }: LeadsScene, branch: string): string {
  const own = facts.tagged.find(({ tag }) => tag.endsWith(`=${branch}`))?.trade;
  const name = own ?? half(branchTitle(branch), language);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** What was searched for, in the words of the form. */
export const searchedFor = (scene: LeadsScene): string => {
  const { form, facts, language } = scene;
  const known = new Set(facts.tagged.map(({ trade }) => trade.toLowerCase()));
  const others = form.otherBranches.filter(
    (words) => tagsInWords(words).length > 0 || known.has(words.toLowerCase()) || facts.tagged.length > 0,
  );
  return listed([...chosenBranches(form).map((key) => half(branchTitle(key), language)), ...others], language);
};

const byReach: Readonly<Record<string, Bilingual>> = {
  others: "Other industries | Andere Branchen",
  byEmail: "With an email address | Mit E-Mail-Adresse",
  byPhone: "Phone number only | Nur mit Telefon",
  byVisit: "Without email or phone | Ohne E-Mail und Telefon",
};

export const segmentName = (scene: LeadsScene, { id, branch }: Pick<Segment, "id" | "branch">): string =>
  branch === "" ? scene.translate(byReach[id] ?? "Others | Andere") : branchName(scene, branch);

/** `04155 Leipzig, 1.2 km`. */
export function whereOf({ language }: LeadsScene, { zip, city, km }: ScoredLead): string {
  const town = [zip, city].filter(Boolean).join(" ");
  return [town, km === "" ? "" : `${figure(Number(km), language, 1)}\u00a0km`].filter(Boolean).join(", ") || "–";
}

export const reasonText = ({ translate, language }: LeadsScene, { text, values }: Reason): string =>
  translate(
    text,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === "number" ? figure(value, language, Number.isInteger(value) ? 0 : 1) : value,
      ]),
    ),
  );

export const reasonsText = (scene: LeadsScene, { reasons }: ScoredLead): string =>
  reasons.map((one) => reasonText(scene, one)).join(", ");

export const leftOutNames: Readonly<Record<LeftOutReason, Bilingual>> = {
  closed: "closed | geschlossen",
  excluded: "name you excluded | von Ihnen ausgeschlossen",
  chain: "chain | Filialkette",
  known: "you already have it | bei Ihnen vorhanden",
  missing: "required details missing | verlangte Angaben fehlen",
  beyond: "over the maximum you set | über der Höchstzahl",
};

export const originNames: Readonly<Record<string, Bilingual>> = {
  osm: "OpenStreetMap | OpenStreetMap",
  register: "register | Register",
  list: "your list | Ihre Liste",
};

/** Sources of the fields of a lead by field. */
export const sourcesOf = ({ sources }: ScoredLead): [field: string, from: string][] =>
  sources
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const at = line.indexOf("=");
      return [line.slice(0, at), line.slice(at + 1)];
    });

const fieldNames: Readonly<Record<string, Bilingual>> = {
  name: "name | Name",
  branch: "industry | Branche",
  email: "email | E-Mail",
  phone: "phone | Telefon",
  website: "website | Website",
  street: "street | Straße",
  zip: "postcode | PLZ",
  city: "town | Ort",
  words: "your words | Ihre Wörter",
};
export const fieldName = ({ translate }: LeadsScene, field: string): string =>
  translate(fieldNames[field] ?? "field | Feld");

/** Where a lead comes from, and fields that come from elsewhere. */
export function originText(scene: LeadsScene, lead: ScoredLead): string {
  const { translate } = scene;
  const name = (from: string): string => {
    const known = originNames[from];
    return known ? translate(known) : from.replace(/^https?:\/\/(?:www\.)?/, "");
  };
  const others = Map.groupBy(
    sourcesOf(lead).filter(([, from]) => from !== lead.origin),
    ([, from]) => from,
  );
  return [
    name(lead.origin),
    ...[...others].map(
      ([from, fields]) => `${fields.map(([field]) => fieldName(scene, field)).join(", ")}: ${name(from)}`,
    ),
  ].join("; ");
}
