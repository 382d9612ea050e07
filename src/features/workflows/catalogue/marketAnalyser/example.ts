import type { AppLanguage } from "#src/kit/schemas.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import type { Form } from "./form.ts";

/** The firm that measures noise in offices asks how large its market is. */
export function example(_today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  return {
    ...company,
    requirementTitle: translate("Office acoustics in northern Germany | Büroakustik in Norddeutschland"),
    product: translate(
      "Quieter open-plan offices: we measure a room, plan sound absorbers and install them. Customers are offices with 30 to 300 desks. An order is one project: measurement, planning, panels for about three rooms. | Ruhigere Großraumbüros: Wir messen einen Raum, planen Absorber und montieren sie. Kunden sind Büros mit 30 bis 300 Plätzen. Ein Auftrag ist ein Projekt: Messung, Planung, Paneele für etwa drei Räume.",
    ),
    buyers: "b2b",
    places: ["Hamburg", "Bremen", translate("Lower Saxony | Niedersachsen")],
    countries: ["DE"],
    questions: [
      translate("Is a second team in Bremen worth it? | Lohnt sich ein zweites Team in Bremen?"),
      translate("Does working from home shrink our market? | Schrumpft unser Markt durch Homeoffice?"),
      translate("Can we raise our project price by 10 %? | Können wir den Projektpreis um 10 % anheben?"),
    ],
    currency: "EUR",
    price: 14_600,
    goal: 400_000,
    capacity: 24,
    chain: [
      {
        label: translate("Offices with 30 to 300 desks | Büros mit 30 bis 300 Plätzen"),
        level: "tam",
        value: null,
        unit: "count",
        spread: 15,
        year: null,
        origin: "",
      },
      {
        label: translate("Share with open-plan rooms | Anteil mit Großraumflächen"),
        level: "tam",
        value: null,
        unit: "percent",
        spread: 15,
        year: null,
        origin: "",
      },
      {
        label: translate(
          "Share spending on acoustics in a given year | Anteil mit Akustikausgaben binnen eines Jahres",
        ),
        level: "tam",
        value: null,
        unit: "percent",
        spread: 30,
        year: null,
        origin: "",
      },
      {
        label: translate("Spend per project | Ausgaben je Projekt"),
        level: "tam",
        value: 14_600,
        unit: "money",
        spread: 10,
        year: 2025,
        origin: translate("our 14 invoices from 2025 | unsere 14 Rechnungen aus 2025"),
      },
      {
        label: translate("Share within 90 minutes’ drive | Anteil in 90 Minuten Fahrzeit"),
        level: "sam",
        value: 55,
        unit: "percent",
        spread: 5,
        year: 2026,
        origin: translate("counted on the map | auf der Karte gezählt"),
      },
      {
        label: translate("Share asking us for a quote | Anteil, der bei uns anfragt"),
        level: "som",
        value: 12,
        unit: "percent",
        spread: 35,
        year: 2026,
        origin: translate("estimate | Schätzung"),
      },
      {
        label: translate("Share ordering from us | Anteil, der uns beauftragt"),
        level: "som",
        value: 45,
        unit: "percent",
        spread: 12,
        year: 2025,
        origin: translate("14 orders from 31 quotes, 2025 | 14 Aufträge aus 31 Angeboten, 2025"),
      },
    ],
    topDown: [],
    figures: [],
    competitors: [
      { name: "Stillwerk", offer: translate("Panels and fitting | Paneele und Montage"), price: 11_900 },
      { name: "Raumton Nord", offer: translate("Planning office | Planungsbüro"), price: null },
    ],
    frameworks: ["porter"],
    nace: ["J62", "M73"],
    horizon: 3,
    growth: null,
    freshness: 36,
    watch: true,
  };
}
