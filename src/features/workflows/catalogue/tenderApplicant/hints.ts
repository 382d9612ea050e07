import type { BidScene } from "./facts.ts";

/** What to change when no notice was found, the most likely first. */
export function searchHints({ form, translate }: BidScene): string[] {
  return [
    ...(form.cpv.length === 0
      ? [
          translate(
            "Add CPV codes; notices in every language are filed under them. | Ergänzen Sie CPV-Codes; nach ihnen sind Bekanntmachungen in jeder Sprache geordnet.",
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
            "Leave the value blank; many notices don’t state one. | Lassen Sie den Wert offen; viele Bekanntmachungen nennen keinen.",
          ),
        ]
      : []),
    ...(form.leastDays > 0
      ? [
          translate("Set a minimum below {days} days left. | Verlangen Sie weniger als {days} verbleibende Tage.", {
            days: form.leastDays,
          }),
        ]
      : []),
  ];
}

/** What to do when the documents hold no demand. */
export const readingHints = ({ translate }: BidScene): string[] => [
  translate(
    "Attach the specification itself, not the cover letter; a scan needs text recognition first. | Hängen Sie die Leistungsbeschreibung selbst an, nicht das Anschreiben; ein Scan braucht vorher Texterkennung.",
  ),
  translate(
    "Or paste the text with the requirements into the form. | Oder fügen Sie den Text mit den Anforderungen in das Formular ein.",
  ),
];
