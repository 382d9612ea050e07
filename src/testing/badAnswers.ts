import type { AskStep } from "#src/features/workflows/kit/workflowSpec.ts";
import { withTexts } from "./suiteTools.ts";

/* Answers that no customer should pay for. */

export interface BadAnswer {
  /** Turns a good answer to a question into a bad one, the same way when it is asked again. */
  spoil: (good: unknown, step: AskStep) => unknown;
  /** Faults of which at least one must be found. */
  codes: readonly string[];
  /** Nothing good is left of it: the run has to fail. Otherwise what is bad must not be in the document. */
  isRefused: boolean;
}

const english =
  "This is a text that somebody wrote in the wrong language because it is easier for them, and it is not what the customer wanted from us at all. ";
const german =
  "Das ist ein Text, den jemand in der falschen Sprache geschrieben hat, weil es für ihn einfacher ist, und das ist nicht, was der Kunde von uns wollte. ";

const sameLine = {
  en: "The same line stands here again. ",
  de: "Dieselbe Zeile steht hier noch einmal. ",
} as const;
const invented = {
  en: "According to Gartner it is 4,711 of 8,150.",
  de: "Laut Gartner sind es 4.711 von 8.150.",
};

export function badAnswers(language: "en" | "de") {
  const foreign = language === "de" ? english : german;
  return {
    /** One word in place of each text. */
    curt: { spoil: (good) => withTexts(good, () => "Ok."), codes: ["tooShort", "cellTooShort"], isRefused: true },
    /** The same text in every row. */
    repeated: {
      spoil: (good) => withTexts(good, (text) => sameLine[language].repeat(Math.ceil(text.length / 60))),
      codes: ["alike"],
      isRefused: true,
    },
    /** Another language than asked for. */
    foreign: {
      spoil: (good) =>
        withTexts(good, (text) => foreign.repeat(Math.ceil(text.length / foreign.length)).slice(0, text.length)),
      codes: ["wrongLanguage"],
      isRefused: true,
    },
    invented: {
      spoil: (good) => withTexts(good, (text) => `${text} ${invented[language]}`.slice(0, 4000)),
      codes: ["figureUnproven"],
      isRefused: false,
    },
    empty: { spoil: (good) => withTexts(good, () => ""), codes: ["mostlyEmpty", "tooShort"], isRefused: true },
  } satisfies Record<string, BadAnswer>;
}
