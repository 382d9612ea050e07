import type { Block } from "#src/features/documents/document.ts";
import { branchTitle } from "../../domain/leadBranches.ts";
import { weightsOf } from "../../domain/leadScoring.ts";
import { limits } from "../../domain/leadSearching.ts";
import { figure, listed } from "../../domain/wording.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { type Facts, type LeadsScene, searchCount } from "./facts.ts";
import { type Form, searchesWeb } from "./form.ts";
import { reasonsLeftOut } from "./harvest.ts";
import { measureOf } from "./scoring.ts";
import { unknownBranches } from "./trades.ts";
import * as words from "./words.ts";

/* What was searched, and how many were found on the way. */

const { computed } = sectionsFor<Form, Facts>();

/** Names of leads in a sentence, at most. */
const maxNames = 8;
export const named = (names: readonly string[], { language, translate }: LeadsScene, most = maxNames): string =>
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
      "Only your own list was used; no search was run. | Ausgewertet wurde nur Ihre eigene Liste, ohne Suche.",
    );
  if (place === undefined)
    return translate(
      "“{place}” couldn’t be found on the map: it isn’t listed there, or the service didn’t respond. No search was run. | „{place}“ war auf der Karte nicht zu finden: Der Ort ist dort nicht verzeichnet, oder der Dienst hat nicht geantwortet. Es wurde nicht gesucht.",
      {
        place: form.place.trim(),
      },
    );
  const branches = words.searchedFor(scene);
  if (facts.tags.length === 0)
    return translate("No searchable industry for {place}. | Keine Branche, nach der sich in {place} suchen ließ.", {
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
  const sources = (["list", "osm", "register"] as const).filter((id) => searchCount(facts, id) > 0);
  const doubles = searchCount(facts, "doubles");
  const count = (value: number): string => figure(value, language);
  const less = (value: number): string => `−${figure(value, language)}`;
  return [
    ...sources.map((id) => [translate(words.originNames[id] ?? "Source | Quelle"), count(searchCount(facts, id)), ""]),
    ...(doubles > 0
      ? [
          [
            translate("Duplicates merged | Dubletten zusammengeführt"),
            less(doubles),
            translate(
              "same email, phone or website, or same name and place | gleiche E-Mail, Telefonnummer oder Website oder gleicher Name und Ort",
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
  address: "full address | vollständige Adresse",
  branch: "industry | Branche",
  near: "proximity | Nähe",
  signs: "signals you chose | gewählte Merkmale",
  words: "your words | Ihre Wörter",
  own: "in your list | in Ihrer Liste",
};

/** What services cut, because they give no more at once. */
function cappedNotes({ facts, translate, language }: LeadsScene): Block[] {
  const map = facts.told.get("cappedMap") ?? "";
  const register = (facts.told.get("cappedRegister") ?? "").split("\n").filter(Boolean);
  const advice =
    "Search a smaller area or fewer industries at a time. | Suchen Sie in einem kleineren Gebiet oder nach weniger Branchen auf einmal.";
  return [
    ...(map === ""
      ? []
      : [
          note(
            "warn",
            `${translate(
              "The map returns {most} entries per query at most, so the list is incomplete for {tags}. | Die Karte liefert je Abfrage höchstens {most} Einträge, deshalb ist die Liste unvollständig bei {tags}.",
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
              "The register returns {most} companies per industry at most, so the list is incomplete for {list}. | Das Register liefert je Branche höchstens {most} Firmen, deshalb ist die Liste unvollständig bei {list}.",
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

export const searchLogic = computed("searchLogic", "Search logic | Suchlogik", (scene) => {
  const { form, facts, translate, translateAll, language } = scene;
  const open = facts.told.has("place") && facts.tagged.length === 0 ? unknownBranches(form) : [];
  const isSilent = facts.told.has("place") && facts.tags.length > 0 && !facts.origins.some(({ id }) => id === "osm");
  const [asked, read] = [searchCount(facts, "pagesAsked"), searchCount(facts, "pagesRead")];
  const measure = measureOf(
    form,
    facts.told.has("place"),
    facts.tags,
    facts.leads.some(({ origin }) => origin === "list"),
  );
  const blocks: Block[] = [
    { type: "p", text: searchSentence(scene) },
    ...tableOf(translateAll("Step | Schritt", "Companies | Firmen", "Details | Details"), funnel(scene), [1]),
    ...(facts.tags.length > 0 && facts.told.has("place")
      ? [note("info", translate("Tags searched: {tags}. | Abgefragte Tags: {tags}.", { tags: facts.tags.join(", ") }))]
      : []),
    ...cappedNotes(scene),
    ...(asked > 0
      ? [
          note(
            "info",
            translate(
              "{asked:contact page|contact pages} opened on company websites, {read} of them readable. | {asked:Kontaktseite|Kontaktseiten} auf den Websites der Firmen aufgerufen, {read} davon lesbar.",
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
              "OpenStreetMap didn’t respond or lists no such companies here. | OpenStreetMap hat nicht geantwortet oder verzeichnet hier keine solchen Firmen.",
            ),
          ),
        ]
      : []),
    ...(open.length > 0
      ? [
          note(
            "gap",
            translate(
              "Not searched because the OpenStreetMap tag is unknown: {list}. Enter a tag such as shop=boat. | Nicht gesucht, weil das OpenStreetMap-Tag nicht bekannt ist: {list}. Geben Sie ein Tag wie shop=boat ein.",
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
              "Company size was ignored: the map doesn’t include it. | Die Firmengröße blieb unberücksichtigt: Die Karte enthält sie nicht.",
            ),
          ),
        ]
      : []),
    ...(facts.leads.length > 0
      ? [
          note(
            "info",
            translate(
              "Score out of 100, by weight: {parts}. It shows how well a lead fits your search and how easy it is to reach, not whether it will buy. | Bewertung von 0 bis 100, nach Gewicht: {parts}. Sie zeigt, wie gut ein Lead zur Suche passt und wie gut er erreichbar ist, nicht ob er kauft.",
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
