import type { PlanForm } from "./planForm.ts";

/** The example's plan in the words of a German firm; channels, settings and dates are those of `example`. */
export const germanPlan = (example: PlanForm): PlanForm => ({
  ...example,
  goalLanguage: "de",
  requirementTitle: "Ruhige Büros: Redaktionsplan für das nächste Quartal",
  goal: "Bis zum Ende des Quartals zwölf Büroleitungen in Hamburg und Bremen für eine bezahlte Raummessung gewinnen.",
  pillars: [
    {
      name: "Lärm und Kosten",
      percent: 40,
      topics: ["Nachhallzeit", "Lärm und Krankentage", "Telefonate im Großraumbüro", "Kosten einer Raummessung"],
    },
    {
      name: "Fachwissen",
      percent: 30,
      topics: ["Absorber und Stellwände", "Pflanzen und Teppiche", "Akustikdecken", "Hall im Besprechungsraum"],
    },
    {
      name: "Kunden",
      percent: 20,
      topics: ["Kanzlei in Altona", "Callcenter in Bremen", "Kantine mit 140 Plätzen"],
    },
    { name: "Team", percent: 10, topics: ["Messtag", "Unsere Werkstatt", "Fragen unserer Auszubildenden"] },
  ],
  audiences: [
    {
      name: "Büroleitungen",
      situation: "Verantworten 40 bis 300 Arbeitsplätze und entscheiden bis 10.000 €",
      pain: "Alle klagen über Lärm, und niemand kann sagen, wie laut es wirklich ist",
    },
    {
      name: "Architekturbüros",
      situation: "Planen Umbauten unter Zeitdruck",
      pain: "Die Akustik kommt zuletzt, und dann wird sie teuer",
    },
    {
      name: "Betriebsräte",
      situation: "Sprechen für die Beschäftigten an den Arbeitsplätzen",
      pain: "Ohne Messung bleibt eine Beschwerde eine Beschwerde",
    },
  ],
  topics: ["Großraumbüros", "Hybride Besprechungen", "DIN 18041"],
  companyInformation:
    "Klangraum Harms misst und mindert Lärm in Büros, Besprechungsräumen und Kantinen. Sechs Leute in Hamburg, seit 2014.",
  productsPitch: "Ein Messtag mit Bericht für 890 €. Den Betrag rechnen wir an, wenn wir die Absorber liefern.",
  campaigns: example.campaigns.map((campaign) => ({
    ...campaign,
    name: "Messwochen",
    message: "In diesen drei Wochen liegt der Bericht nach zwei Arbeitstagen vor.",
    pillar: "Lärm und Kosten",
  })),
  fixedDates: example.fixedDates.map((fixed, at) => ({
    ...fixed,
    title: ["Tag der offenen Werkstatt", "Vortrag auf dem Facility-Management-Treffen"][at] ?? fixed.title,
  })),
  brandVoice: "Ruhig, genau, ein wenig trocken. Wir zeigen zuerst das Messgerät und dann ein Produkt.",
  assets: ["120 Fotos von Messtagen", "Hörproben vorher und nachher", "Grundrisse mit Messpunkten"],
  brandHashtags: ["RuhigesBüro"],
  link: "https://klangraum-harms.example/messtag",
  approver: "Jette Harms",
  metricName: "bezahlte Raummessungen im Monat",
});
