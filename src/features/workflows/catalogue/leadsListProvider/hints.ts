import { listed } from "../../domain/wording.ts";
import type { LeadsScene } from "./facts.ts";
import { searchesWeb } from "./form.ts";
import { unknownBranches } from "./trades.ts";

/** Largest radius of the form, in kilometres. */
const largestRadius = 50;

/** What to change when a search brought no lead, the most likely first. */
export function emptyHints({ facts, form, state, translate, language }: LeadsScene): string[] {
  const hasPlace = facts.told.has("place");
  const isSilent = state.reads.some(({ silent = [] }) => silent.some(({ service }) => service === "nominatim"));
  const unknown = unknownBranches(form);
  if (!searchesWeb(form))
    return [
      translate(
        "Paste the list with one company per line, or attach it as CSV. | Fügen Sie die Liste mit einer Firma je Zeile ein, oder hängen Sie sie als CSV an.",
      ),
    ];
  return [
    ...(hasPlace || isSilent
      ? []
      : [
          translate(
            "The map has no place “{place}”. Add the country, or use the name of the town. | Die Karte kennt keinen Ort „{place}“. Ergänzen Sie das Land, oder nehmen Sie den Namen der Stadt.",
            { place: form.place },
          ),
        ]),
    ...(unknown.length > 0 && facts.tagged.length === 0
      ? [
          translate(
            "The map has no word for {list}. Choose an industry from the list, or enter a tag such as shop=boat. | Die Karte hat kein Wort für {list}. Wählen Sie eine Branche aus der Liste, oder geben Sie einen Tag wie shop=boat ein.",
            { list: listed(unknown, language) },
          ),
        ]
      : []),
    ...(hasPlace && form.reach === "radius" && form.radius < largestRadius
      ? [translate("Search further than {km} km. | Suchen Sie weiter als {km} km.", { km: form.radius })]
      : []),
    ...(form.mustHave.length > 0
      ? [
          translate(
            "Take out “Only with”: many entries have neither email nor website. | Nehmen Sie „Nur mit“ heraus: Viele Einträge haben weder E-Mail noch Website.",
          ),
        ]
      : []),
    translate("Add an industry that is close to yours. | Nehmen Sie eine verwandte Branche dazu."),
  ];
}
