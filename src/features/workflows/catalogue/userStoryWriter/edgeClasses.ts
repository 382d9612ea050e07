import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import type { Facts } from "./facts.ts";
import type { Form } from "./form.ts";

/* Ten classes of cases in which software breaks, as testers go through them. */

const { computed } = sectionsFor<Form, Facts>();

export const edgeClasses = [
  {
    name: "Nothing there | Nichts da",
    ask: "What is shown before the first entry? | Was ist vor dem ersten Eintrag zu sehen?",
  },
  {
    name: "Limits | Grenzen",
    ask: "What happens at the limit and just beyond? | Was geschieht an der Grenze und knapp darüber?",
  },
  { name: "Rights | Rechte", ask: "Who may not, and what do they see? | Wer darf nicht, und was ist dann zu sehen?" },
  {
    name: "Offline | Offline",
    ask: "What is left when the connection breaks? | Was bleibt, wenn die Verbindung abbricht?",
  },
  {
    name: "Two at once | Zwei zugleich",
    ask: "Whose change counts, and who learns of it? | Wessen Änderung gilt, und wer erfährt davon?",
  },
  {
    name: "Languages and units | Sprachen und Einheiten",
    ask: "Other scripts, currencies, time zones? | Andere Schriften, Währungen, Zeitzonen?",
  },
  {
    name: "Faults of other systems | Fehler anderer Systeme",
    ask: "What if another system is slow, wrong or silent? | Was, wenn ein anderes System langsam ist, Falsches liefert oder schweigt?",
  },
  {
    name: "Undo and repetition | Rückgängig und Wiederholung",
    ask: "Can it be taken back, and what does a second click do? | Lässt es sich zurücknehmen, und was bewirkt ein zweiter Klick?",
  },
  {
    name: "Large numbers | Große Mengen",
    ask: "What changes with a thousand times as many? | Was ändert sich beim Tausendfachen?",
  },
  {
    name: "Accessibility | Barrierefreiheit",
    ask: "Does it work with the keyboard alone and when read aloud? | Geht es nur mit der Tastatur und beim Vorlesen?",
  },
] as const satisfies readonly { name: Bilingual; ask: Bilingual }[];

export const edges = computed(
  "edges",
  "Edge cases to go through | Sonderfälle zum Durchgehen",
  ({ translate }) => [
    {
      type: "checklist",
      items: edgeClasses.map(({ name, ask }) => ({ text: `${translate(name)}: ${translate(ask)}`, done: false })),
    },
  ],
  ({ facts }) => facts.stories.length > 0,
);
