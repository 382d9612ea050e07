import type { Bilingual } from "../../kit/bilingual.ts";

/** Questions about what people did last time, and what the answer shows: they hold for every offer. */
export const interview: readonly (readonly [question: Bilingual, learn: Bilingual])[] = [
  [
    "Tell me about the last time this became a problem. | Erzählen Sie vom letzten Mal, als das ein Problem war.",
    "the occasion | den Anlass",
  ],
  [
    "What happened in the days before? | Was geschah in den Tagen davor?",
    "what starts the search | was die Suche auslöst",
  ],
  [
    "What did you do first, and what after that? | Was haben Sie zuerst getan, und was danach?",
    "the path to an offer | den Weg zum Angebot",
  ],
  [
    "Who else was involved, and who had to agree? | Wer war noch beteiligt, und wer musste zustimmen?",
    "who decides | wer entscheidet",
  ],
  [
    "What else did you look at? | Was haben Sie sich noch angesehen?",
    "the real competitors | die wirklichen Wettbewerber",
  ],
  ["What nearly stopped you? | Was hätte Sie fast abgehalten?", "the objection | den Einwand"],
  [
    "How did you decide how much to spend? | Wie haben Sie festgelegt, was es kosten darf?",
    "the price they compare with | den Vergleichspreis",
  ],
  ["What is different today? | Was ist heute anders?", "the result in their words | das Ergebnis in eigenen Worten"],
  [
    "Who would you tell about it, and what would you say? | Wem würden Sie davon erzählen, und was würden Sie sagen?",
    "message and channel | Botschaft und Kanal",
  ],
  [
    "What else should I have asked? | Was hätte ich noch fragen sollen?",
    "what you overlooked | was Sie übersehen haben",
  ],
];
