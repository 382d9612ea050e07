import { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { structures } from "../../domain/storyBeats.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import { area, choice, field, formOf, line, table, tags, whole } from "../../kit/fields.ts";

const kinds = {
  novel: "Novel | Roman",
  short: "Short story | Kurzgeschichte",
  nonFiction: "Non-fiction | Sachbuch",
  memoir: "Memoir | Erinnerungen",
  children: "Children's book | Kinderbuch",
} as const satisfies Record<string, Bilingual>;
export const acts = {
  concept: "Concept | Konzept",
  outline: "Outline | Gliederung",
  chapter: "Next chapter | Nächstes Kapitel",
  revise: "Revise a chapter | Kapitel überarbeiten",
  review: "Full review | Gesamtdurchsicht",
} as const satisfies Record<string, Bilingual>;
export type Act = keyof typeof acts;

export const form = formOf({
  act: choice("Step for this run | Schritt in diesem Lauf", acts, "concept", {
    help: "Each run is one step and continues the project. | Jeder Lauf ist ein Schritt und setzt das Projekt fort.",
  }),
  chapter: whole("Chapter to revise | Zu überarbeitendes Kapitel", [1, 60, 1], {
    showWhen: { field: "act", in: ["revise"] },
  }),
  kind: choice("Kind of book | Art des Buchs", kinds, "novel"),
  genre: line("Genre | Genre", 120),
  premise: area("Premise | Idee", 3000, { min: 10 }),
  readers: line("Readers and their age | Leser und ihr Alter", 200, {
    gap: "Who is the book for, and how old are they? | Für wen ist das Buch, und wie alt sind die Leser?",
  }),
  view: line("Point of view and tense | Perspektive und Zeitform", 120, {
    gap: "Who tells the story, and in which tense? | Wer erzählt, und in welcher Zeitform?",
  }),
  words: field("Length in words | Länge in Wörtern", z.int().min(1000).max(200_000).default(60_000), "number"),
  chapters: whole("Number of chapters | Anzahl der Kapitel", [0, 60, 0], {
    help: "Enter 0 to let Pioneer decide. | Bei 0 entscheidet Pioneer.",
  }),
  people: table(
    "Characters | Figuren",
    { name: line("Name | Name", 80, { min: 1 }), about: line("Who they are | Wer sie sind", 400) },
    30,
  ),
  world: area("World, places, rules | Welt, Orte, Regeln", 4000),
  must: tags("What must happen | Was geschehen muss", 20),
  avoid: tags("What to avoid | Was Sie vermeiden wollen", 20),
  structure: choice("Structure | Aufbau", structures, "none", {
    isOption: true,
    widget: "select",
    help: "The beats the outline follows. | Die Stationen, denen die Gliederung folgt.",
  }),
  sample: area("Sample of your writing | Textprobe", 6000, { isOption: true }),
  outline: area("Outline you already have | Vorhandene Gliederung", 6000, { isOption: true }),
  wish: area("Requests for this run | Vorgaben für diesen Lauf", 2000, { isOption: true }),
});
export type Form = z.output<typeof form>;

/** The novel of a piano tuner. */
export function example(_: string, language: AppLanguage): Form {
  const { company } = klangraum(language);
  const translate = (text: Bilingual): string => half(text, language);
  return {
    ...company,
    companyInformation: "",
    productsPitch: "",
    requirementTitle: translate("The quiet house | Das stille Haus"),
    act: "concept",
    chapter: 1,
    kind: "novel",
    genre: translate("Literary mystery | Literarischer Krimi"),
    premise: translate(
      "A piano tuner inherits a house in which no sound carries. The neighbours say her aunt stopped speaking there thirty years ago. | Eine Klavierstimmerin erbt ein Haus, in dem kein Ton trägt. Die Nachbarn sagen, ihre Tante habe dort vor dreißig Jahren aufgehört zu sprechen.",
    ),
    readers: translate("Adults who like slow mysteries | Erwachsene, die ruhige Krimis mögen"),
    view: translate("third person, past tense | dritte Person, Vergangenheit"),
    words: 60_000,
    chapters: 20,
    people: [
      { name: "Ida Brenner", about: translate("piano tuner, 41 | Klavierstimmerin, 41") },
      { name: "Tilde Brenner", about: translate("her aunt, dead since spring | ihre Tante, im Frühjahr gestorben") },
    ],
    world: translate("A village on the Baltic coast, in winter | Ein Dorf an der Ostsee, im Winter"),
    must: [translate("Ida plays for the village | Ida spielt für das Dorf")],
    avoid: [translate("ghosts | Gespenster")],
    structure: "threeAct",
    sample: "",
    outline: "",
    wish: "",
  };
}
