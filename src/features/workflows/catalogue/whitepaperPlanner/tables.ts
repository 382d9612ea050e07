import type { Block } from "#src/features/documents/document.ts";
import { countryNames } from "../../domain/countryNames.ts";
import { datedText, dayText } from "#src/kit/time/dateTexts.ts";
import { clipped, figure, listed, quoted } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { provenIn } from "../../kit/citations.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, type SectionDef, tableOf } from "../../kit/sections.ts";
import type { Facts, PaperScene } from "./facts.ts";
import type { Form } from "./form.ts";
import { allPages, chapters, wordsOfPage } from "./outline.ts";

/* What code knows of the paper: its dates, what is backed up, which source proves what. */

const { computed } = sectionsFor<Form, Facts>();

export const plan = computed(
  "plan",
  "Way to publication | Weg zur Veröffentlichung",
  ({ facts, form, language, translate, translateAll }) => [
    {
      type: "table",
      columns: translateAll("Step | Schritt", "Done by | Fertig bis"),
      rows: facts.milestones.map(({ title, date, isLate }) => [
        title,
        `${datedText(date, language)}${isLate ? ` (${translate("already past | schon vorbei")})` : ""}`,
      ]),
    },
    {
      type: "callout",
      tone: "info",
      text: [
        translate("Days between steps are planning values. | Die Abstände der Schritte sind Planwerte."),
        form.country === "none"
          ? translate(
              "Weekends are left out, public holidays aren’t: choose a country in the form. | Wochenenden sind ausgenommen, Feiertage nicht: Wählen Sie im Formular ein Land.",
            )
          : translate(
              "Weekends and national holidays ({country}) are left out. | Wochenenden und landesweite Feiertage ({country}) sind ausgenommen.",
              { country: translate(countryNames[form.country]) },
            ),
      ].join(" "),
    },
  ],
);

/** What carries the argument and what does not: the list an editor takes to the next meeting. */
export const balance = computed("balance", "Is it backed up? | Ist alles belegt?", (scene) => {
  const { form: values, translate, translateAll, language } = scene;
  const all = chapters.of(scene);
  const named = (tone: "warn" | "info", text: Bilingual, names: readonly string[]): Block[] =>
    names.length === 0
      ? []
      : [
          note(
            tone,
            translate(text, {
              names: listed(
                names.map((name) => quoted(name, language)),
                language,
              ),
            }),
          ),
        ];
  const bare = all.filter(({ have }) => have.length === 0);
  const used = new Set(all.flatMap(({ have }) => have));
  const idle = values.evidence.filter((_, at) => !used.has(`e${at + 1}`));
  const loose = values.evidence.filter(({ origin }) => origin === "");
  const pages = allPages(scene);
  return [
    ...tableOf(
      translateAll("Evidence | Beleg", "Shows | Zeigt", "Origin | Herkunft", "Chapters | Kapitel"),
      values.evidence.map(({ what, shows, origin }, at) => [
        what,
        shows || translate("open | offen"),
        origin || translate("open | offen"),
        all.flatMap(({ have }, no) => (have.includes(`e${at + 1}`) ? [String(no + 1)] : [])).join(", ") || "–",
      ]),
    ),
    ...(values.evidence.length === 0
      ? [
          note(
            "gap",
            translate(
              "No evidence was named. A white paper without any is an advertisement. | Es wurde kein Beleg genannt. Ein Whitepaper ohne Belege ist Werbung.",
            ),
          ),
        ]
      : []),
    ...named(
      "warn",
      "Without evidence so far: {names}. | Noch ohne Beleg: {names}.",
      bare.map(({ title }) => title || "?"),
    ),
    ...named(
      "info",
      "In no chapter yet: {names}. | Noch in keinem Kapitel: {names}.",
      idle.map(({ what }) => what),
    ),
    ...named(
      "info",
      "Origin and date are missing: {names}. | Herkunft und Datum fehlen: {names}.",
      loose.map(({ what }) => what),
    ),
    {
      type: "p",
      text: translate(
        "{pages} pages, about {words} words: two pages for title and summary, {rest} for {chapters}. | {pages} Seiten, etwa {words} Wörter: zwei Seiten für Titel und Zusammenfassung, {rest} für {chapters}.",
        {
          pages,
          words: figure((pages - 2) * wordsOfPage, language),
          rest: pages - 2,
          chapters:
            all.length === 0
              ? translate("the chapters | die Kapitel")
              : translate("{count:chapter|chapters} | {count:Kapitel|Kapitel}", { count: all.length }),
        },
      ),
    },
    ...(pages > values.pages
      ? [
          note(
            "warn",
            translate(
              "{count:chapter needs|chapters need} {pages} pages with title and summary, not {wanted}: leave out chapters or allow more pages. | {count:Kapitel braucht|Kapitel brauchen} mit Titel und Zusammenfassung {pages} Seiten statt {wanted}: Streichen Sie Kapitel oder planen Sie mehr Seiten ein.",
              { count: all.length, pages, wanted: values.pages },
            ),
          ),
        ]
      : []),
  ];
});

/** Longest cell of a table, in characters. */
const longestCell = 1900;

/** The sources that written sentences rest on, each with the sentences it carries. */
export function bibliographyBlocks(scene: PaperScene, sections: readonly SectionDef<Form, Facts>[]): Block[] {
  const { context, language, translate, translateAll } = scene;
  const claims = provenIn(scene, sections).filter(({ check }) => check === "quoteFound");
  const cited = context.sources.flatMap(({ source }) => {
    const proves = claims.filter(({ sourceIds }) => sourceIds.includes(source.id)).map(({ text }) => text);
    return proves.length > 0 ? [{ source, proves }] : [];
  });
  const idle = context.sources.length - cited.length;
  const rows = cited.map(({ source, proves }, at) => [
    String(at + 1),
    [source.publisher, source.title || source.url].filter(Boolean).join(": "),
    [
      ...(source.publishedAt ? [dayText(source.publishedAt.slice(0, 10), language)] : []),
      translate("read on {day} | gelesen am {day}", { day: dayText(source.retrievedAt.slice(0, 10), language) }),
    ].join(", "),
    /^https?:/.test(source.url) ? source.url : translate("your file | Ihre Datei"),
    clipped([...new Set(proves)].join(" · "), longestCell, longestCell),
  ]);
  return [
    ...tableOf(
      translateAll(
        "No. | Nr.",
        "Source | Quelle",
        "Date | Datum",
        "Address | Adresse",
        "What it proves | Was sie belegt",
      ),
      rows,
    ),
    ...(rows.length > 0
      ? [
          note(
            "info",
            translate(
              "Your own evidence is listed with its origin under “Is it backed up?”. | Ihre eigenen Belege stehen mit ihrer Herkunft unter „Ist alles belegt?“.",
            ),
          ),
        ]
      : []),
    ...(idle > 0 && !scene.isWriting
      ? [
          note(
            "info",
            translate(
              "{count:source was|sources were} read without proving a sentence. | {count:gelesene Quelle belegt|gelesene Quellen belegen} keinen Satz.",
              { count: idle },
            ),
          ),
        ]
      : []),
  ];
}

export const review = computed("review", "Before it goes out | Vor der Veröffentlichung", ({ translate }) => [
  {
    type: "checklist",
    items: (
      [
        "Every figure has its source and date | Jede Zahl hat Quelle und Datum",
        "Customers named have agreed | Genannte Kunden haben zugestimmt",
        "Somebody who disagrees has read it | Jemand mit anderer Meinung hat es gelesen",
        "Figures have alt texts | Abbildungen haben Alternativtexte",
        "Imprint, privacy notice and unsubscribe page are linked | Impressum, Datenschutz und Abmeldung sind verlinkt",
      ] satisfies Bilingual[]
    ).map((item) => ({ text: translate(item), done: false })),
  },
]);
