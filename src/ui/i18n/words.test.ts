import { globSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { defaultPrivacy } from "#src/features/legal/server/defaultPrivacy.ts";
import { defaultTerms } from "#src/features/legal/server/defaultTerms.ts";
import type { InstallationFacts } from "#src/features/legal/server/installationFacts.ts";

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
    { words: /\bOperator/, because: "Betreiber" },
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
  "operator:mail.state.kept": /no mail server/,
  legal: /through the operator's mail server/,
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

const source = fileURLToPath(new URL("../../", import.meta.url));
const filesOf = (pattern: string): [file: string, code: string][] =>
  globSync(pattern, { cwd: source })
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => [file, readFileSync(source + file, "utf8")]);

/** The built-in legal texts, as an installation shows them that has everything and one that has nothing set up. */
function legalTexts(language: "en" | "de"): [key: string, text: string][] {
  const set: InstallationFacts = {
    supportEmail: "help@example.com",
    engine: { isModel: true, label: "Mistral" },
    sendsMail: true,
    searches: ["Brave"],
    services: ["TED"],
    analytics: { kind: "umami", host: "stats.example.com" },
  };
  const unset: InstallationFacts = {
    supportEmail: undefined,
    engine: { isModel: false, label: "" },
    sendsMail: false,
    searches: [],
    services: [],
    analytics: undefined,
  };
  return [set, unset].flatMap((facts) =>
    [defaultTerms(facts, language), defaultPrivacy(facts, language)].flatMap((text) =>
      text.split("\n").map((line): [string, string] => ["legal", line]),
    ),
  );
}

/** Labels, choices and help of the workflows' forms, which hold both languages: "Goal | Ziel". Examples come later. */
function formTexts(language: "en" | "de"): [key: string, text: string][] {
  return filesOf("features/workflows/catalogue/*/form.ts").flatMap(([file, code]) => {
    const form = code.slice(0, code.indexOf("\n});", code.indexOf("formOf({")));
    return [...form.matchAll(/"((?:[^"\\]|\\.)+) \| ((?:[^"\\]|\\.)+)"/g)].map(([, en, de]): [string, string] => [
      file,
      String(language === "en" ? en : de),
    ]);
  });
}

/** Sentences of the emails in one language; code between them has no words that are refused. */
function emailTexts(language: "en" | "de"): [key: string, text: string][] {
  return filesOf("features/mail/server/templates/*.ts").flatMap(([file, code]) => {
    const [, texts = ""] = code.split(/^const texts = \{$/m);
    const [english = "", german = ""] = texts.slice(0, texts.indexOf("\n} as const")).split(/^ {2}de: \{$/m);
    return [...(language === "en" ? english : german).matchAll(/"((?:[^"\\]|\\.)+)"|`([^`]+)`/g)].map(
      ([, quoted, template]): [string, string] => [file, quoted ?? template ?? ""],
    );
  });
}

/** What the server answers to programs, in English. */
const answerTexts = (): [key: string, text: string][] =>
  filesOf("{features/*/server/**,platform/**,kit}/*.ts").flatMap(([file, code]) =>
    [...code.matchAll(/new ProductError\([^;]*?message: (?:"((?:[^"\\]|\\.)+)"|`([^`]+)`)/g)].map(
      ([, quoted, template]): [string, string] => [file, quoted ?? template ?? ""],
    ),
  );

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

test.each(["en", "de"] as const)("legal texts, forms and emails in %s use none of them either", (language) => {
  const legal = legalTexts(language);
  const forms = formTexts(language);
  const emails = emailTexts(language);
  // They are found: files that were moved do not pass for clean ones.
  expect([legal.length > 100, forms.length > 400, emails.length > 60]).toEqual([true, true, true]);
  expect(faultsOf(language, [...legal, ...forms, ...emails])).toEqual([]);
});

test("answers of the server use none of them either", () => {
  expect(answerTexts().length).toBeGreaterThan(30);
  expect(faultsOf("en", answerTexts())).toEqual([]);
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
