import type { AppLanguage } from "#src/kit/schemas.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import type { Form } from "./form.ts";

/** The firm that measures noise in offices asks who else its customers could call. */
export function example(_today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  return {
    ...company,
    companyWebsite: translate("https://klangraum-harms.example.org | https://klangraum-harms.example.de"),
    research: "web",
    requirementTitle: translate("Office acoustics: competitors | Büroakustik: Wettbewerber"),
    job: translate(
      "Staff complain about noise, and the boss wants it gone before the works council meets again. | Die Belegschaft klagt über Lärm, und die Geschäftsführung will ihn loswerden, bevor der Betriebsrat wieder tagt.",
    ),
    places: ["Hamburg", "Bremen"],
    competitors: [
      {
        name: "Raumton Nord",
        url: translate("https://raumton-nord.example.org | https://raumton-nord.example.de"),
        notes: "",
      },
      { name: "Hallfrei", url: translate("https://hallfrei.example.org | https://hallfrei.example.de"), notes: "" },
      {
        name: "Stillwerk",
        url: "",
        notes: translate(
          "Leaflet from a customer, October: “Three rooms, panels and fitting, 11,900 €.” They do not measure. Two fitters of their own, based in Stade. | Faltblatt von einem Kunden, Oktober: „Drei Räume, Paneele und Montage, 11.900 €.“ Sie messen nicht. Zwei eigene Monteure, Sitz in Stade.",
        ),
      },
    ],
    demands: [
      { name: translate("Measurement before and after | Messung vorher und nachher"), weight: 5, own: "yes" },
      { name: translate("Fitting by own staff | Montage durch eigene Leute"), weight: 4, own: "yes" },
      { name: translate("Fixed price | Festpreis"), weight: 4, own: "partly" },
      { name: translate("Answer within ten working days | Antwort in zehn Arbeitstagen"), weight: 3, own: "no" },
      { name: translate("Guarantee on the result | Garantie auf das Ergebnis"), weight: 5, own: "no" },
      { name: translate("Online planning | Onlineplanung"), weight: 2, own: "no" },
    ],
    offers: [
      { plan: translate("Project, three rooms | Projekt, drei Räume"), price: 14_600, unit: "once" },
      { plan: translate("Measuring day | Messtag"), price: 890, unit: "once" },
    ],
    currency: "EUR",
    deals: [
      { against: "Stillwerk", result: "lost", reason: translate("cheaper | günstiger") },
      { against: "Stillwerk", result: "lost", reason: translate("cheaper | günstiger") },
      {
        against: "Stillwerk",
        result: "won",
        reason: translate("the measurement convinced them | die Messung hat überzeugt"),
      },
      { against: "Raumton Nord", result: "won", reason: translate("own fitters | eigene Monteure") },
      {
        against: "Raumton Nord",
        result: "won",
        reason: translate("one contact from start to finish | ein Ansprechpartner bis zum Schluss"),
      },
      { against: "Raumton Nord", result: "lost", reason: translate("answered sooner | schneller geantwortet") },
      {
        against: "Hallfrei",
        result: "lost",
        reason: translate("could order the same day | am selben Tag bestellbar"),
      },
    ],
    watch: true,
  };
}
