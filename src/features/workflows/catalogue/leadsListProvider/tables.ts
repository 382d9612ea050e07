import type { Block } from "#src/features/documents/document.ts";
import { branchTitle } from "../../domain/leadBranches.ts";
import { weightsOf } from "../../domain/leadScoring.ts";
import { limits } from "../../domain/leadSearching.ts";
import { figure, listed, percent, quoted } from "../../domain/wording.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import { type Facts, type LeadsScene, mute, type ScoredLead, toldCount } from "./facts.ts";
import { type Form, musts } from "./form.ts";
import { isUnread, reasonsLeftOut } from "./harvest.ts";
import { measureOf } from "./scoring.ts";
import { searchesWeb, unknownBranches } from "./trades.ts";
import * as words from "./words.ts";

/* What is computed of the list: how it came about, how much of the trade it covers, its best leads, all leads. */

const { computed } = sectionsFor<Form, Facts>();

/** Names of leads in a sentence, at most. */
const mostNames = 8;
const named = (names: readonly string[], { language, translate }: LeadsScene, most = mostNames): string =>
  names.length <= most + 1
    ? listed(names, language)
    : translate("{names} and {count} more | {names} und {count} weitere", {
        names: names.slice(0, most).join(", "),
        count: names.length - most,
      });

/** In one sentence: what was looked for, or that only a list was read. */
function searchSentence(scene: LeadsScene): string {
  const { form, facts, translate } = scene;
  const place = facts.told.get("place");
  if (!searchesWeb(form))
    return translate(
      "Only your own list was read; nothing was searched. | Nur Ihre eigene Liste wurde gelesen; gesucht wurde nicht.",
    );
  if (place === undefined)
    return translate(
      "The map gave no place for “{place}”: it is not known there, or the service did not answer. Nothing was searched. | Die Karte lieferte keinen Ort zu „{place}“: Er ist dort unbekannt, oder der Dienst hat nicht geantwortet. Gesucht wurde nicht.",
      {
        place: form.place.trim(),
      },
    );
  const branches = words.searchedFor(scene);
  if (facts.tags.length === 0)
    return translate("No industry to search for in {place}. | Keine Branche, nach der in {place} zu suchen war.", {
      place,
    });
  return form.reach === "whole"
    ? translate("{branches} in {place}. | {branches} in {place}.", { branches, place })
    : translate("{branches} within {km} km of {place}. | {branches} im Umkreis von {km} km um {place}.", {
        branches,
        place,
        km: form.radius,
      });
}

/** From what was read to what is in the list, as rows that add up. */
function funnel(scene: LeadsScene): string[][] {
  const { facts, translate, language } = scene;
  const sources = (["list", "osm", "register"] as const).filter((id) => toldCount(facts, id) > 0);
  const doubles = toldCount(facts, "doubles");
  const count = (value: number): string => figure(value, language);
  const less = (value: number): string => `−${figure(value, language)}`;
  return [
    ...sources.map((id) => [translate(words.originNames[id] ?? "Source | Quelle"), count(toldCount(facts, id)), ""]),
    ...(doubles > 0
      ? [
          [
            translate("Duplicates merged | Doppelte zusammengeführt"),
            less(doubles),
            translate(
              "same email, phone, website, or name and place | gleiche E-Mail, Telefonnummer, Website oder Name und Ort",
            ),
          ],
        ]
      : []),
    ...reasonsLeftOut.flatMap((reason) => {
      const names = facts.leftOut.filter((one) => one.reason === reason).map(({ name }) => name);
      return names.length === 0
        ? []
        : [
            [
              translate("Left out: {reason} | Weggelassen: {reason}", {
                reason: translate(words.leftOutNames[reason]),
              }),
              less(names.length),
              named(names, scene, 5),
            ],
          ];
    }),
    [translate("In the list | In der Liste"), count(facts.leads.length), ""],
  ].map((row) => row.map((one) => one.charAt(0).toUpperCase() + one.slice(1)));
}

const partNames: Readonly<Record<string, Bilingual>> = {
  email: "email | E-Mail",
  phone: "phone | Telefon",
  website: "website | Website",
  address: "full address | volle Adresse",
  branch: "industry | Branche",
  near: "nearness | Nähe",
  signs: "signs you chose | gewählte Zeichen",
  words: "your words | Ihre Wörter",
  own: "in your list | in Ihrer Liste",
};

/** What services cut, because they give no more at once. */
function cappedNotes({ facts, translate, language }: LeadsScene): Block[] {
  const map = facts.told.get("cappedMap") ?? "";
  const register = (facts.told.get("cappedRegister") ?? "").split("\n").filter(Boolean);
  const advice =
    "Search a smaller area or fewer industries at a time. | Suchen Sie in einem kleineren Gebiet oder weniger Branchen auf einmal.";
  return [
    ...(map === ""
      ? []
      : [
          note(
            "warn",
            `${translate(
              "The map gives {most} entries at most for one question, so some are missing: {tags}. | Die Karte liefert je Abfrage höchstens {most} Einträge, es fehlen also welche: {tags}.",
              { most: figure(limits.records, language), tags: map },
            )} ${translate(advice)}`,
          ),
        ]),
    ...(register.length === 0
      ? []
      : [
          note(
            "warn",
            `${translate(
              "The register gives {most} companies at most for one industry, so some are missing: {list}. | Das Register liefert je Branche höchstens {most} Firmen, es fehlen also welche: {list}.",
              {
                most: figure(limits.companies, language),
                list: listed(
                  register.map((key) => half(branchTitle(key), language)),
                  language,
                ),
              },
            )} ${translate(advice)}`,
          ),
        ]),
  ];
}

/** An address, or why there is none. */
const emailOf = ({ translate }: LeadsScene, lead: ScoredLead): string =>
  lead.email || (isUnread(lead) ? translate("website not read | Website nicht gelesen") : "–");

export const searchLogic = computed("searchLogic", "Search logic | Suchlogik", (scene) => {
  const { form, facts, translate, translateAll, language } = scene;
  const open = facts.told.has("place") && facts.tagged.length === 0 ? unknownBranches(form) : [];
  const isSilent = facts.told.has("place") && facts.tags.length > 0 && !facts.origins.some(({ id }) => id === "osm");
  const [asked, read] = [toldCount(facts, "pagesAsked"), toldCount(facts, "pagesRead")];
  const measure = measureOf(
    form,
    facts.told.has("place"),
    facts.tags,
    facts.leads.some(({ origin }) => origin === "list"),
  );
  const blocks: Block[] = [
    { type: "p", text: searchSentence(scene) },
    ...tableOf(translateAll("Step | Schritt", "Companies | Firmen", "Which | Welche"), funnel(scene), [1]),
    ...(facts.tags.length > 0 && facts.told.has("place")
      ? [note("info", translate("Tags asked for: {tags}. | Abgefragte Tags: {tags}.", { tags: facts.tags.join(", ") }))]
      : []),
    ...cappedNotes(scene),
    ...(asked > 0
      ? [
          note(
            "info",
            translate(
              "{asked:contact page|contact pages} of the companies’ own websites looked up, {read} of them readable. | {asked:Kontaktseite|Kontaktseiten} auf den Websites der Firmen aufgerufen, {read} davon lesbar.",
              { asked, read },
            ),
          ),
        ]
      : []),
    ...(isSilent
      ? [
          note(
            "warn",
            translate(
              "OpenStreetMap did not answer or knows none of them here. | OpenStreetMap hat nicht geantwortet oder kennt hier keine davon.",
            ),
          ),
        ]
      : []),
    ...(open.length > 0
      ? [
          note(
            "gap",
            translate(
              "Not searched for, since no tag of the map is known: {list}. Enter a tag such as shop=boat. | Nicht gesucht, weil kein Tag der Karte bekannt ist: {list}. Tragen Sie einen Tag wie shop=boat ein.",
              { list: listed(open, language) },
            ),
          ),
        ]
      : []),
    ...(form.companySize !== "any" && !facts.origins.some(({ id }) => id === "register")
      ? [
          note(
            "warn",
            translate(
              "Company size was not used: the map does not know it. | Die Firmengröße blieb unberücksichtigt: Die Karte kennt sie nicht.",
            ),
          ),
        ]
      : []),
    ...(facts.leads.length > 0
      ? [
          note(
            "info",
            translate(
              "Score of 100, by weight: {parts}. It says how well a lead fits your search and can be reached, not whether it buys. | Bewertung bis 100, nach Gewicht: {parts}. Sie sagt, wie gut ein Lead zur Suche passt und erreichbar ist, nicht ob er kauft.",
              {
                parts: weightsOf(measure)
                  .toSorted(([, a], [, b]) => b - a)
                  .map(([part, most]) => `${translate(partNames[part] ?? "part | Teil")} ${most}`)
                  .join(", "),
              },
            ),
          ),
        ]
      : []),
  ];
  return blocks;
});

/** Leads without email and phone, by whether they have an address. */
const silentTexts = {
  byVisit:
    "Neither email nor phone, so by letter or visit: {list}. | Weder E-Mail noch Telefon, also per Brief oder Besuch: {list}.",
  lost: "Neither email, phone nor address: {list}. | Weder E-Mail noch Telefon noch Adresse: {list}.",
} as const satisfies Record<string, Bilingual>;

export const coverage = computed("coverage", "Coverage and gaps | Abdeckung und Lücken", (scene) => {
  const { facts, translate, translateAll, language } = scene;
  const share = (part: number, of: number): string => percent((100 * part) / Math.max(1, of), language);
  // Leads of the person's own list that the map does not know were not found by the search.
  const searched = facts.leads.filter(
    (lead) => lead.origin !== "list" || words.sourcesOf(lead).some(([, from]) => from !== "list"),
  );
  const kept = Map.groupBy(searched, ({ branch }) => branch);
  const added = facts.leads.length - searched.length;
  const areas = [...Map.groupBy(facts.leads, ({ zip, city }) => [zip, city].filter(Boolean).join(" "))]
    .filter(([area]) => area !== "")
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .slice(0, 10);
  const unreadSites = facts.leads.filter((lead) => lead.email === "" && isUnread(lead)).map(({ name }) => name);
  const silent = Map.groupBy(
    mute(facts).filter((lead) => !isUnread(lead)),
    ({ street, city }) => (street === "" && city === "" ? "lost" : "byVisit"),
  );
  const lines = (id: string): string[] => (facts.told.get(id) ?? "").split("\n").filter(Boolean);
  const unread = lines("unread");
  const twins = lines("twins");
  const dropped = facts.told.get("dropped") ?? "";
  return [
    ...(facts.leads.length === 0
      ? []
      : chartOf(
          "bar",
          translate("Leads with | Leads mit"),
          "%",
          facts.shares.map(({ name, value }) => ({ label: translate(musts[name]), value: Math.round(value) })),
        )),
    ...tableOf(
      translateAll(
        "Industry | Branche",
        "Found | Gefunden",
        "With email | Mit E-Mail",
        "With phone | Mit Telefon",
        "With website | Mit Website",
        "Of these in the list | Davon in der Liste",
      ),
      facts.tally
        .slice(0, 12)
        .map(({ branch, found, email, phone, website }) => [
          words.branchName(scene, branch),
          figure(found, language),
          share(email, found),
          share(phone, found),
          share(website, found),
          figure(kept.get(branch)?.length ?? 0, language),
        ]),
      [1, 2, 3, 4, 5],
    ),
    ...(facts.tally.length > 0 && added > 0
      ? [
          note(
            "info",
            translate(
              "Your own list adds {count:lead|leads} that the search did not find. | Aus Ihrer eigenen Liste kommen {count:Lead|Leads} hinzu, die die Suche nicht gefunden hat.",
              { count: added },
            ),
          ),
        ]
      : []),
    ...(areas.length < 2
      ? []
      : tableOf(
          translateAll("Area | Gebiet", "Leads | Leads", "With email | Mit E-Mail", "With phone | Mit Telefon"),
          areas.map(([area, list]) => [
            area,
            figure(list.length, language),
            share(list.filter(({ email }) => email !== "").length, list.length),
            share(list.filter(({ phone }) => phone !== "").length, list.length),
          ]),
          [1, 2, 3],
        )),
    ...(facts.tally.length > 0
      ? [
          note(
            "info",
            translate(
              "Volunteers keep the map: it lacks companies, and addresses may be out of date. Check before you print or drive. | Freiwillige pflegen die Karte: Es fehlen Firmen, und Angaben können veraltet sein. Prüfen Sie, bevor Sie drucken oder hinfahren.",
            ),
          ),
        ]
      : []),
    ...(unreadSites.length > 0
      ? [
          note(
            "info",
            translate(
              "The website of these leads was not read and may name an address: {list}. Read more of them with a deeper run. | Die Website dieser Leads wurde nicht gelesen und nennt vielleicht eine Adresse: {list}. Ein gründlicherer Lauf liest mehr davon.",
              { list: named(unreadSites, scene) },
            ),
          ),
        ]
      : []),
    ...(["byVisit", "lost"] as const).flatMap((way) => {
      const list = silent.get(way)?.map(({ name }) => name) ?? [];
      return list.length > 0 ? [note("info", translate(silentTexts[way], { list: named(list, scene) }))] : [];
    }),
    ...(twins.length > 0
      ? [
          note(
            "warn",
            translate("Possibly the same company: {list}. | Möglicherweise dieselbe Firma: {list}.", {
              list: twins.join("; "),
            }),
          ),
        ]
      : []),
    ...(unread.length > 0
      ? [
          note(
            "warn",
            translate(
              "{count:line|lines} of your list without a company: {list}. | {count:Zeile|Zeilen} Ihrer Liste ohne Firma: {list}.",
              {
                count: toldCount(facts, "unreadCount"),
                list: unread.map((line) => quoted(line, language)).join(", "),
              },
            ),
          ),
        ]
      : []),
    ...(dropped === ""
      ? []
      : [
          note(
            "info",
            translate(
              "Columns not taken over, because they are sensitive: {list}. | Nicht übernommene, weil sensible Spalten: {list}.",
              {
                list: dropped,
              },
            ),
          ),
        ]),
  ];
});

/** Leads that the document shows with their reasons: one block of work. */
const mostTop = 20;

export const top = computed("top", "Top leads | Beste Leads", (scene) => {
  const { facts, translate, translateAll } = scene;
  return [
    ...tableOf(
      translateAll("Lead | Lead", "Where | Wo", "Contact | Kontakt", "Score | Bewertung", "Why | Warum"),
      facts.leads
        .slice(0, mostTop)
        .map((lead) => [
          lead.branch === "" ? lead.name : `${lead.name} (${words.branchName(scene, lead.branch)})`,
          words.whereOf(scene, lead),
          isUnread(lead) && lead.email === ""
            ? [lead.phone, emailOf(scene, lead)].filter(Boolean).join(", ")
            : [lead.email, lead.phone].filter(Boolean).join(", ") || "–",
          String(lead.score),
          words.reasonsText(scene, lead),
        ]),
      [3],
    ),
    ...(facts.leads.length > mostTop
      ? [
          note(
            "info",
            translate(
              "The best {top} of {count}. All of them are at the end of this document and among the suggestions. | Die besten {top} von {count}. Alle stehen am Ende dieses Dokuments und unter den Vorschlägen.",
              {
                top: mostTop,
                count: facts.leads.length,
              },
            ),
          ),
        ]
      : []),
  ];
});

export const allLeads = computed("allLeads", "All leads with their sources | Alle Leads mit Quellen", (scene) => {
  const { facts, translateAll } = scene;
  return tableOf(
    translateAll(
      "Name | Name",
      "Address | Adresse",
      "Email | E-Mail",
      "Phone | Telefon",
      "Website | Website",
      "Score | Bewertung",
      "Source | Quelle",
    ),
    facts.leads.map((lead) => [
      lead.name,
      [lead.street, [lead.zip, lead.city].filter(Boolean).join(" ")].filter(Boolean).join(", ") || "–",
      emailOf(scene, lead),
      lead.phone || "–",
      lead.website.replace(/^https?:\/\//, "") || "–",
      String(lead.score),
      words.originText(scene, lead),
    ]),
    [5],
  );
});
