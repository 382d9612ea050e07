import type { ContentType } from "#src/features/outcomes/rules.ts";
import type { Bilingual } from "../kit/bilingual.ts";

/** Names of content types as they stand inside of a sentence. */
export const contentTypeNames = {
  1: "image post | Bildbeitrag",
  2: "video post | Videobeitrag",
  3: "text post | Textbeitrag",
  10: "link post | Linkbeitrag",
  20: "reel | Reel",
  30: "story | Story",
  40: "short | Short",
  41: "15-second video | 15-Sekunden-Video",
  42: "60-second video | 60-Sekunden-Video",
  50: "video | Video",
  100: "article | Artikel",
} as const satisfies Readonly<Record<ContentType, Bilingual>>;

/** What a good piece of a type needs: the person's part of a slot that nobody has written for yet. */
export const contentTypeNeeds = {
  1: "one picture that speaks without text | ein Bild, das ohne Text verständlich ist",
  2: "a scene of 30 to 90 s | eine Szene von 30 bis 90 s",
  3: "one thought and your example | ein Gedanke und Ihr Beispiel",
  10: "the link and why it is worth it | der Link und warum er sich lohnt",
  20: "three upright shots | drei Einstellungen hochkant",
  30: "three frames: question, answer, reaction | drei Bilder: Frage, Antwort, Reaktion",
  40: "one thought below 60 s | ein Gedanke unter 60 s",
  41: "one shot, one sentence | eine Einstellung, ein Satz",
  42: "two steps and a result | zwei Schritte und ein Ergebnis",
  50: "chapters; the answer in the first minute | Kapitel; die Antwort in der ersten Minute",
  100: "outline, one case, one figure with origin | Gliederung, ein Fall, eine Zahl mit Herkunft",
} as const satisfies Readonly<Record<ContentType, Bilingual>>;
