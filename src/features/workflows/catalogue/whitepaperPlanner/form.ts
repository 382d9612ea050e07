import type { z } from "zod";
import { platforms } from "#src/features/outcomes/rules.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { countryNames } from "../../domain/countryNames.ts";
import { addDays } from "#src/kit/time/dates.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import { area, choice, codes, day, formOf, forPrompt, line, table, tags, toggle, whole } from "../../kit/fields.ts";

const stages = {
  aware: "Knows the problem | Kennt das Problem",
  consider: "Compares options | Vergleicht Lösungen",
  decide: "About to decide | Vor der Entscheidung",
} as const;

export const form = formOf({
  topic: line("Topic | Thema", 200, { min: 3 }),
  thesis: area("Thesis | These", 600, {
    min: 3,
    help: "One sentence that someone could disagree with. | Ein Satz, dem jemand widersprechen könnte.",
  }),
  audience: line("Readers | Leser", 200, {
    gap: "Who reads it, and what do they decide? | Wer liest es, und was entscheiden sie?",
  }),
  stage: choice("How far along readers are | Wo die Leser stehen", stages, "consider"),
  pages: whole("Pages | Seiten", [4, 30, 12]),
  publishOn: day("Publication date | Tag der Veröffentlichung"),
  evidence: table(
    "Evidence you have | Belege, die Sie haben",
    {
      what: line("What it is | Was es ist", 200, { min: 1 }),
      shows: line("What it shows | Was es zeigt", 300),
      origin: line("Origin and date | Herkunft und Datum", 200),
    },
    30,
    { help: "Figures, cases, studies, interviews. | Zahlen, Fälle, Studien, Gespräche." },
  ),
  experts: tags("People to interview | Menschen zum Befragen", 10),
  outline: area("Chapters you want | Gewünschte Kapitel", 2000, {
    isOption: true,
    help: "One per line. | Eines je Zeile.",
  }),
  writeChapters: toggle("Write the chapters | Kapitel ausschreiben", false, {
    isOption: true,
    help: "The full text of each chapter at its planned length. Takes longer, same price. | Der ganze Text jedes Kapitels in der geplanten Länge. Dauert länger, gleicher Preis.",
  }),
  voice: area("Voice | Ton", 600, { isOption: true }),
  country: forPrompt(
    choice("Public holidays | Feiertage", countryNames, "none", {
      isOption: true,
      help: "National holidays only. | Nur landesweite Feiertage.",
    }),
    false,
  ),
  keyword: line("Search term | Suchwort", 80, { isOption: true }),
  isGated: toggle("Only in exchange for an email address | Nur gegen E-Mail-Adresse", false),
  callToAction: line("What readers should do | Was Leser tun sollen", 300, {
    gap: "What should readers do afterwards? | Was sollen Leser danach tun?",
  }),
  channels: codes("Announced on | Angekündigt auf", platforms, ["LinkedIn"], { optionsKey: "platforms" }),
});
export type Form = z.output<typeof form>;

/** A white paper of the firm that measures noise. */
export function example(today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  return {
    ...company,
    requirementTitle: translate("Quiet offices pay | Ruhige Büros rechnen sich"),
    topic: translate("Noise in open-plan offices | Lärm im Großraumbüro"),
    thesis: translate(
      "An office that is 6 dB quieter pays for itself within two years. | Ein um 6 dB leiseres Büro bezahlt sich in zwei Jahren selbst.",
    ),
    audience: translate("Facility managers of 100 to 500 desks | Facility-Management mit 100 bis 500 Plätzen"),
    evidence: [
      [
        "41 room measurements | 41 Raummessungen",
        "29 rooms above 0.8 s reverberation, median 1.1 s | 29 Räume über 0,8 s Nachhall, Median 1,1 s",
        "own, 2024 to 2026 | eigene, 2024 bis 2026",
      ],
      [
        "Law firm in Altona, 62 desks | Kanzlei in Altona, 62 Plätze",
        "6 dB quieter for 18,600 €; quiet-room bookings fell from 74 to 31 a week | um 6 dB leiser für 18.600 €; Buchungen der Ruheräume fielen von 74 auf 31 je Woche",
        "before and after, March and September 2025 | vorher und nachher, März und September 2025",
      ],
      [
        "Survey of 212 employees in five firms | Befragung von 212 Angestellten in fünf Firmen",
        "63 % leave their desk at least once a day because of noise, 19 minutes each time | 63 % verlassen mindestens einmal am Tag wegen Lärm ihren Platz, je 19 Minuten",
        "own, May 2026 | eigene, Mai 2026",
      ],
      [
        "Talk with the facility manager of Nordhaus | Gespräch mit der Facility-Leitung von Nordhaus",
        "budget is released for measured rooms only | Budget gibt es nur für gemessene Räume",
        "",
      ],
    ].map(([what, shows, origin]) => ({
      what: translate(what as Bilingual),
      shows: translate(shows as Bilingual),
      origin: origin ? translate(origin as Bilingual) : "",
    })),
    experts: ["Jette Harms", translate("Facility manager of Nordhaus | Facility-Leitung von Nordhaus")],
    callToAction: translate("Book a measuring day. | Buchen Sie einen Messtag."),
    stage: "consider",
    country: "DE",
    pages: 12,
    publishOn: addDays(today, 70),
    isGated: true,
    channels: ["LinkedIn"],
    outline: "",
    writeChapters: false,
    voice: "",
    keyword: "",
  };
}
