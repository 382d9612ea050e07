import type { Block } from "#src/features/documents/document.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { listed } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import { dateOfStep, type Facts, type TenderScene } from "./facts.ts";
import type { Form } from "./form.ts";
import { number, tieText } from "./tables.ts";

/* Records to keep while a tender runs: questions and answers, evaluation, documents. */

const { computed } = sectionsFor<Form, Facts>();

/** Whether every row of a section has something in these columns. */
function isWritten({ answer }: TenderScene, key: string, columns: readonly string[]): boolean {
  const rows = answer[key];
  return (
    Array.isArray(rows) &&
    rows.length > 0 &&
    rows.every((row: unknown) => columns.every((column) => (Reflect.get(Object(row), column) ?? "") !== ""))
  );
}

/** Lines of a form that is filled in by hand. */
const blankLines = ["1", "2", "3"];

export const answersSheet = computed(
  "answers",
  "Bidders’ questions and your answers (internal) | Bieterfragen und Antworten (intern)",
  (scene) => {
    const { facts, translate, translateAll, language } = scene;
    return [
      {
        type: "list",
        ordered: false,
        items: [
          translate("Questions in writing until {day}. | Fragen schriftlich bis {day}.", {
            day: dayText(dateOfStep(facts, "questions"), language),
          }),
          translate(
            "Every answer goes to all bidders at the same time, without the name of the one who asked, by {day} at the latest. | Jede Antwort geht gleichzeitig an alle Bieter, ohne den Namen der fragenden Firma, spätestens am {day}.",
            { day: dayText(dateOfStep(facts, "answers"), language) },
          ),
          translate(
            "If an answer changes the documents, move the deadline for all. | Ändert eine Antwort die Unterlagen, verschieben Sie die Frist für alle.",
          ),
        ],
      },
      ...tableOf(
        translateAll(
          "No. | Nr.",
          "Received on | Eingang am",
          "Concerns | Betrifft",
          "Question | Frage",
          "Answer | Antwort",
          "Sent to all on | An alle gesendet am",
        ),
        blankLines.map((no) => [no, "", "", "", "", ""]),
      ),
    ];
  },
);

export const protocol = computed("protocol", "Evaluation record (internal) | Bewertungsprotokoll (intern)", (scene) => {
  const {
    form: { criteria, requirements },
    translate,
    translateAll,
  } = scene;
  const hasMusts = requirements.some(({ level }) => level === "must");
  const hasQuality = criteria.some(({ kind }) => kind === "quality");
  const steps: Bilingual[] = [
    "Received in time and complete; what was asked for later, and when | Fristgerecht und vollständig; was wann nachgefordert wurde",
    "Suitability proven, no ground for exclusion | Eignung belegt, kein Ausschlussgrund",
    ...(hasMusts ? (["All musts met | Alle Muss-Anforderungen erfüllt"] as const) : []),
    "Price plausible; unusually low prices explained | Preis plausibel; ungewöhnlich niedrige Preise aufgeklärt",
    ...(hasQuality
      ? ([
          "Quality scored by two people, without knowing the prices | Qualität von zwei Personen bewertet, ohne die Preise zu kennen",
        ] as const)
      : []),
    "Sum, rank and reasons | Summe, Rang und Begründung",
  ];
  return [
    { type: "list", ordered: true, items: steps.map((step) => translate(step)) },
    ...(criteria.length === 0
      ? []
      : [
          ...tableOf(
            [
              ...translateAll("Bidder | Bieter", "Complete | Vollständig"),
              ...(hasMusts ? translateAll("Musts | Muss") : []),
              ...criteria.map(({ name, weight }) =>
                translate("{name} (at most {weight}) | {name} (höchstens {weight})", {
                  name,
                  weight: number(weight, scene),
                }),
              ),
              ...translateAll("Sum | Summe", "Rank | Rang", "Reasons | Begründung"),
            ],
            blankLines.map((no) => [no, "", ...(hasMusts ? [""] : []), ...criteria.map(() => ""), "", "", ""]),
          ),
          note("info", tieText(scene)),
        ]),
  ];
});

export const papers = computed(
  "papers",
  "Documents to publish (internal) | Unterlagen für die Veröffentlichung (intern)",
  (scene) => {
    const { form: values, facts, translate, language } = scene;
    const open = [
      ...(values.lots.length === 0 ? [translate("price sheet | Preisblatt")] : []),
      ...(values.criteria.length === 0 ? [translate("award criteria | Zuschlagskriterien")] : []),
      ...(values.requirements.length === 0 ? [translate("specification | Leistungsbeschreibung")] : []),
    ];
    const items: [Bilingual, boolean][] = [
      ["Letter with dates and contact | Anschreiben mit Terminen und Kontakt", false],
      ["Specification | Leistungsbeschreibung", isWritten(scene, "spec", ["text", "test"])],
      ["Price sheet | Preisblatt", values.lots.length > 0],
      [
        "Award criteria with formula and scale | Zuschlagskriterien mit Formel und Skala",
        values.criteria.length > 0 &&
          (facts.priceWeight === 100 || isWritten(scene, "scale", ["five", "three", "zero"])),
      ],
      ["Form for suitability | Formular zur Eignung", isWritten(scene, "suited", ["least"])],
      ["Questions to bidders | Fragen an die Bieter", isWritten(scene, "questions", ["question"])],
      ["Draft contract, read by a lawyer | Vertragsentwurf, juristisch geprüft", false],
      ["Data protection and confidentiality | Datenschutz und Vertraulichkeit", false],
    ];
    const blocks: Block[] = [
      { type: "checklist", items: items.map(([text, done]) => ({ text: translate(text), done })) },
      ...(open.length > 0
        ? [
            note(
              "warn",
              translate("Not ready to publish: {list}. | Noch nicht veröffentlichungsreif: {list}.", {
                list: listed(open, language),
              }),
            ),
          ]
        : []),
      note(
        "info",
        translate(
          "Take the parts marked “internal” out before you publish. | Entfernen Sie vor der Veröffentlichung die Teile mit dem Zusatz „intern“.",
        ),
      ),
    ];
    return blocks;
  },
);
