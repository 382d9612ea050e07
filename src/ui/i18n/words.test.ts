import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What no text of the interface says, with the reason and what is written in its place. */
const refused: Record<"en" | "de", { words: RegExp; because: string }[]> = {
  en: [
    { words: /\be-mails?\b/i, because: "it is written email" },
    { words: /\bmails?\b/i, because: "a message is an email" },
    { words: /[A-Za-z]’[a-z]/, because: "the apostrophe is straight everywhere" },
    { words: /\b(?:anew|whoever|meanwhile)\b/i, because: "no one says it" },
    { words: /\b(?:nobody|somebody|everybody|anybody)\b/i, because: "no one, someone, everyone are the words" },
    {
      words: /\b(?:did|does|is|are|was|were|could|do) not\b|\bcannot\b/i,
      because: "contractions, and “Couldn't load …” in place of “did not load”",
    },
    { words: /\b(?:may|must) not\b/i, because: "can't" },
    { words: /\b(?:stands?|stood)\b/i, because: "a filler verb" },
    { words: /\bgoes? (?:on|with)\b|\bcomes? back\b|\bin force\b|\bin work\b/i, because: "a filler verb" },
    { words: /\bcoins? (?:was|were) taken\b/i, because: "“You weren't charged.”" },
    { words: /!/, because: "no exclamation marks" },
    { words: /canceled/i, because: "British spelling: cancelled" },
    { words: /\bwish(?:es)?\b(?!}})/i, because: "a person requests a workflow" },
    {
      words: /scheduled outcome|outreach insight|\bproposals?\b/i,
      because: "content item, outreach message, suggestion",
    },
  ],
  de: [
    { words: /\bSchreiben Sie (?:Ihr|das)\b/, because: "„Geben Sie … ein“" },
    { words: /\bWuns?ch\b|Wünsche/, because: "es ist eine Anfrage" },
    { words: /\betwa name@/, because: "„wie name@example.com“" },
    { words: /\bjetzige/i, because: "aktuell" },
    { words: /Hochstufen/, because: "Tarif wechseln" },
    { words: /Erkenntnis|geplante Ergebnisse/i, because: "Ansprache, Inhalte" },
    { words: /kommt nicht mit|gehen mit\b|sind mit ihm gegangen/i, because: "wird gelöscht" },
    { words: /(?<!\{\{[^}]*)!/, because: "keine Ausrufezeichen" },
  ],
};

/** Texts that the specification words, and terms of law or trade. */
const exceptions: Record<string, RegExp> = {
  // The name of a legal notice and of a setting of leads.
  "leads:": /^Do not contact$/,
  "messages:": /wrong on our side/,
  "engine:": /wrong on our side/,
  "workflows:calendarTypes.8020": /^Scheduled outcome$/,
  "operator:mail.state.kept": /no mail server/,
  "palette:words.": /.*/,
};

function* textsOf(value: unknown, key: string): Generator<[key: string, text: string]> {
  if (typeof value === "string") yield [key, value];
  else if (typeof value === "object" && value !== null)
    for (const [name, inner] of Object.entries(value))
      yield* textsOf(inner, key.endsWith(":") ? key + name : `${key}.${name}`);
}

function textsIn(language: "en" | "de"): [key: string, text: string][] {
  const folder = new URL(`${language}/`, import.meta.url);
  return readdirSync(folder).flatMap((file) => [
    ...textsOf(JSON.parse(readFileSync(new URL(file, folder), "utf8")), `${file.replace(/\.json$/, "")}:`),
  ]);
}

const isException = (key: string, text: string): boolean =>
  Object.entries(exceptions).some(([start, words]) => key.startsWith(start) && words.test(text));

const faultsOf = (language: "en" | "de", texts: readonly (readonly [string, string])[]): string[] =>
  texts.flatMap(([key, text]) =>
    isException(key, text)
      ? []
      : refused[language]
          .filter(({ words }) => words.test(text))
          .map(({ because }) => `${language} ${key}: “${text}”, but ${because}`),
  );

test.each(["en", "de"] as const)("the texts in %s use none of the refused words", (language) => {
  const texts = textsIn(language);
  expect(texts.length).toBeGreaterThan(1500);
  expect(faultsOf(language, texts)).toEqual([]);
});

test("refuses the sentences that used to be there", () => {
  const old = [
    "The leads did not load",
    "Write your e-mail address.",
    "It stands in the calendar.",
    "Nobody to invite",
    "Its revisions went with it. No coins were taken.",
    "You’re signed out",
    "Your wish is sent",
  ];
  expect(old.filter((text) => faultsOf("en", [["any:", text]]).length === 0)).toEqual([]);
  const german = [
    "Schreiben Sie Ihr Passwort.",
    "Ihr Wunsch ist abgeschickt",
    "Die Adresse ist nicht vollständig, etwa name@example.com",
  ];
  expect(german.filter((text) => faultsOf("de", [["any:", text]]).length === 0)).toEqual([]);
});
