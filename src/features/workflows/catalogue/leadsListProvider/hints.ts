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
            "“{place}” isn’t on the map. Add the country or enter the name of the town. | „{place}“ ist auf der Karte nicht zu finden. Ergänzen Sie das Land oder geben Sie den Namen der Stadt ein.",
            { place: form.place },
          ),
        ]),
    ...(unknown.length > 0 && facts.tagged.length === 0
      ? [
          translate(
            "OpenStreetMap has no category for {list}. Choose an industry from the list or enter a tag such as shop=boat. | OpenStreetMap hat keine Kategorie für {list}. Wählen Sie eine Branche aus der Liste oder geben Sie ein Tag wie shop=boat ein.",
            { list: listed(unknown, language) },
          ),
        ]
      : []),
    ...(hasPlace && form.reach === "radius" && form.radius < largestRadius
      ? [translate("Widen the {km} km radius. | Vergrößern Sie den Umkreis von {km} km.", { km: form.radius })]
      : []),
    ...(form.mustHave.length > 0
      ? [
          translate(
            "Clear “Only with”: many entries have neither an email address nor a website. | Leeren Sie „Nur mit“: Viele Einträge haben weder E-Mail-Adresse noch Website.",
          ),
        ]
      : []),
    translate("Add a related industry. | Fügen Sie eine verwandte Branche hinzu."),
  ];
}
