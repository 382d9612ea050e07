import type { ContentType } from "#src/features/outcomes/rules.ts";
import type { Bilingual } from "../kit/bilingual.ts";

/** Names of content types for use in a sentence. */
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
  1: "one picture that works without words | ein Bild, das ohne Text verständlich ist",
  2: "a scene of 30 to 90 seconds | eine Szene von 30 bis 90 Sekunden",
  3: "one idea and an example of your own | ein Gedanke und ein eigenes Beispiel",
  10: "the link and why it is worth opening | der Link und warum er sich lohnt",
  20: "three vertical shots | drei Einstellungen im Hochformat",
  30: "three frames: question, answer, reaction | drei Bilder: Frage, Antwort, Reaktion",
  40: "one idea in under 60 seconds | ein Gedanke in weniger als 60 Sekunden",
  41: "one shot, one sentence | eine Einstellung, ein Satz",
  42: "two steps and a result | zwei Schritte und ein Ergebnis",
  50: "chapters; the answer in the first minute | Kapitel; die Antwort in der ersten Minute",
  100: "an outline, one case, one figure with its source | Gliederung, ein Fall, eine Zahl mit Quelle",
} as const satisfies Readonly<Record<ContentType, Bilingual>>;
