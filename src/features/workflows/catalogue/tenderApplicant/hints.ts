import type { BidScene } from "./facts.ts";

/** What to change when no notice was found, the most likely first. */
export function searchHints({ form, translate }: BidScene): string[] {
  return [
    ...(form.cpv.length === 0
      ? [
          translate(
            "Add CPV codes; notices are filed under them in every language. | Ergänzen Sie CPV-Codes; unter ihnen sind Bekanntmachungen in jeder Sprache abgelegt.",
          ),
        ]
      : [
          translate(
            "Use the first three digits of the CPV codes only. | Nehmen Sie nur die ersten drei Ziffern der CPV-Codes.",
          ),
        ]),
    ...(form.words.length > 0
      ? [
          translate(
            "Search with fewer words, and in the language of the country. | Suchen Sie mit weniger Wörtern, und in der Sprache des Landes.",
          ),
        ]
      : []),
    ...(form.regions.length > 0 ? [translate("Leave the regions empty. | Lassen Sie die Regionen leer.")] : []),
    ...(form.valueFrom !== null || form.valueTo !== null
      ? [
          translate(
            "Leave the value open; many notices name none. | Lassen Sie den Wert offen; viele Bekanntmachungen nennen keinen.",
          ),
        ]
      : []),
    ...(form.leastDays > 0
      ? [
          translate("Ask for fewer than {days} days left. | Verlangen Sie weniger als {days} Tage Zeit.", {
            days: form.leastDays,
          }),
        ]
      : []),
  ];
}

/** What to do when the documents hold no demand. */
export const readingHints = ({ translate }: BidScene): string[] => [
  translate(
    "Attach the specification itself, not the cover letter; a scan needs its text recognised first. | Hängen Sie die Leistungsbeschreibung selbst an, nicht das Anschreiben; ein Scan braucht vorher Texterkennung.",
  ),
  translate(
    "Or paste the text with the requirements into the form. | Oder fügen Sie den Text mit den Anforderungen in das Formular ein.",
  ),
];
