import type { AppLanguage } from "#src/kit/schemas.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import type { Form } from "./form.ts";

/* A made-up applicant and the guideline of a made-up programme. */

export function exampleValues(today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  const closes = dayText(addDays(today, 70), language);
  return {
    ...company,
    requirementTitle: translate("Application: panels that listen | Antrag: Paneele, die mithören"),
    mode: "write",
    programme: "Hanse Innovation (example.org)",
    callUrl: "",
    callText: translate(
      `Hanse Innovation: guideline of the state innovation agency (made-up example)
1.1 Eligible are companies with fewer than 250 employees and a site in Hamburg, Bremen or Schleswig-Holstein.
1.2 The project must not have begun before the grant is approved.
1.3 Funding is granted for experimental development with a considerable technical risk only.
2.1 The grant is a subsidy of up to 45 % of eligible costs for small enterprises.
2.2 The grant is at most 120,000 €.
2.3 The project may have a duration of at most 24 months.
2.4 Overheads are eligible as a flat rate of 25 % on staff costs.
2.5 Orders to third parties above 5,000 € require an offer.
2.6 Applicants must show that their own share is secured.
2.7 Payment: each quarter in arrears, against the time sheets.
3 Criteria of the assessment:
- Degree of novelty and technical risk: 30 %
- Market prospects and plan of exploitation: 30 %
- Quality of the work plan and of the team: 25 %
- Contribution to saving resources: 15 %
4 The following are to be attached:
- annual accounts of the last two years
- CVs of the key staff
- declaration on de minimis aid
- letter of intent of each pilot user
5 Applications must be submitted through the portal no later than ${closes}. | Hanse Innovation: Richtlinie der Innovationsagentur (erfundenes Beispiel)
1.1 Antragsberechtigt sind Unternehmen mit weniger als 250 Beschäftigten und einer Betriebsstätte in Hamburg, Bremen oder Schleswig-Holstein.
1.2 Mit dem Vorhaben darf vor der Bewilligung nicht begonnen werden.
1.3 Gefördert wird nur experimentelle Entwicklung mit erheblichem technischem Risiko.
2.1 Die Zuwendung beträgt bis zu 45 % der förderfähigen Kosten für kleine Unternehmen.
2.2 Die Zuwendung beträgt höchstens 120.000 €.
2.3 Die Laufzeit des Vorhabens darf höchstens 24 Monate betragen.
2.4 Gemeinkosten sind pauschal mit 25 % der Personalkosten förderfähig.
2.5 Für Aufträge an Dritte über 5.000 € ist ein Angebot vorzulegen.
2.6 Antragsteller müssen nachweisen, dass ihr Eigenanteil gesichert ist.
2.7 Auszahlung: vierteljährlich im Nachhinein, gegen Stundenzettel.
3 Kriterien der Bewertung:
- Neuheit und technisches Risiko: 30 %
- Marktaussichten und Verwertungsplan: 30 %
- Qualität von Arbeitsplan und Team: 25 %
- Beitrag zur Ressourcenschonung: 15 %
4 Dem Antrag sind beizufügen:
- Jahresabschlüsse der letzten zwei Jahre
- Lebensläufe der Schlüsselpersonen
- De-minimis-Erklärung
- Absichtserklärung jedes Pilotanwenders
5 Der Antrag ist spätestens bis ${closes} im Portal einzureichen.`,
    ),
    headings: [],
    outline: "national",
    deadline: "",
    portalLanguage: "",
    founded: 2014,
    legalForm: "GmbH",
    region: "Hamburg",
    employees: 6,
    turnover: 780_000,
    balance: null,
    deMinimis: "some",
    aids: [
      {
        giver: translate("Digital bonus (example) | Digitalbonus (Beispiel)"),
        amount: 10_000,
        grantedOn: addDays(today, -400),
      },
      {
        giver: translate("Innovation voucher (example) | Innovationsgutschein (Beispiel)"),
        amount: 30_000,
        grantedOn: addDays(today, -150),
      },
    ],
    country: "DE",
    idea: translate(
      "An acoustic panel of recycled PET felt with a sensor that measures reverberation while people work. It shows which square metre of felt still helps, so an office buys only what it needs. | Ein Akustikpaneel aus recyceltem PET-Filz mit einem Sensor, der den Nachhall im laufenden Betrieb misst. Er zeigt, welcher Quadratmeter Filz noch etwas bringt, sodass ein Büro nur kauft, was es braucht.",
    ),
    problem: translate(
      "Today, one measuring day in an empty room decides how many panels are bought. Of the 29 rooms we measured for Nordhaus in 2025, 11 had more felt than they needed and 6 had too little once people worked in them. Sensors on the market measure loudness, not reverberation. | Heute entscheidet ein Messtag im leeren Raum, wie viele Paneele gekauft werden. Von 29 Räumen, die wir 2025 für Nordhaus gemessen haben, hatten 11 mehr Filz als nötig und 6 zu wenig, sobald darin gearbeitet wurde. Sensoren am Markt messen Lautstärke, keinen Nachhall.",
    ),
    novelty: translate(
      "No one has yet derived reverberation from everyday speech, without test noise and without recording words. It can fail: below a speech level of 45 dB, the decay disappears in the hum of the ventilation. | Bisher leitet niemand den Nachhall aus ohnehin geführten Gesprächen ab, ohne Prüfschall und ohne Worte aufzuzeichnen. Es kann scheitern: Unter 45 dB Sprachpegel verschwindet das Abklingen im Rauschen der Lüftung.",
    ),
    approach: translate(
      "First the model in the lab, then three series of prototypes, then six months in three pilot offices, each checked against a conventional measurement. If the error stays above 0.15 s after month 8, we drop the sensor and continue with a mobile device. | Erst das Modell im Labor, dann drei Prototypserien, dann sechs Monate in drei Pilotbüros, jeweils im Vergleich mit einer klassischen Messung. Bleibt der Fehler nach Monat 8 über 0,15 s, geben wir den Sensor auf und machen mit einem mobilen Gerät weiter.",
    ),
    exploitation: translate(
      "Offices of 30 to 300 desks; we measure about 70 a year. Of 24 customers we asked, 15 would pay 9 € a month for each panel. Sales begin six months after the project through our own measuring days. | Büros mit 30 bis 300 Plätzen, etwa 70 davon messen wir im Jahr. Von 24 befragten Kunden würden 15 monatlich 9 € je Paneel zahlen. Der Verkauf beginnt sechs Monate nach Projektende über unsere Messtage.",
    ),
    need: translate(
      "Without the grant, we would build only a mobile device and no model: the bank lends against orders, not against a measuring method that may fail. | Ohne Förderung bauen wir nur ein mobiles Gerät ohne Modell: Die Bank finanziert Aufträge, kein Messverfahren, das scheitern kann.",
    ),
    projectKind: "development",
    trlFrom: 3,
    trlTo: 6,
    partners: [
      {
        name: translate("University of Lübeck, acoustics (example) | Universität Lübeck, Akustik (Beispiel)"),
        part: translate("reverberation room, 6 contracted measuring days | Hallraum, 6 Messtage als Auftrag"),
        agreed: translate("asked, no offer yet | angefragt, noch kein Angebot"),
      },
      {
        name: "Nordhaus",
        part: translate("pilot office, 12 panels | Pilotbüro, 12 Paneele"),
        agreed: translate("letter of intent from last month | Absichtserklärung vom letzten Monat"),
      },
    ],
    startOn: addDays(today, 191),
    months: 18,
    packages: [
      {
        title: translate("Model of decay from speech | Modell: Abklingen aus Sprache"),
        from: 1,
        to: 6,
        lead: "Jette Harms",
        result: translate("error below 0.15 s in 20 lab rooms | Fehler unter 0,15 s in 20 Laborräumen"),
      },
      {
        title: translate("Panel and three prototype series | Paneel und drei Prototypserien"),
        from: 3,
        to: 10,
        lead: "Tom Brandt",
        result: translate(
          "12 panels that pass the reverberation room test | 12 Paneele, die den Test im Hallraum bestehen",
        ),
      },
      {
        title: translate("Sensor and evaluation on the device | Sensor und Auswertung auf dem Gerät"),
        from: 4,
        to: 11,
        lead: "Mira Okafor",
        result: translate(
          "no speech leaves the device, proven by a test report | kein Wort verlässt das Gerät, belegt durch Prüfbericht",
        ),
      },
      {
        title: translate("Field test in three offices | Feldtest in drei Büros"),
        from: 11,
        to: 17,
        lead: "Tom Brandt",
        result: translate(
          "three reports checked against a conventional measurement | drei Berichte im Vergleich mit klassischer Messung",
        ),
      },
      {
        title: translate("Coordination and exploitation | Koordination und Verwertung"),
        from: 1,
        to: 18,
        lead: "Jette Harms",
        result: translate("price list and first five orders | Preisliste und erste fünf Bestellungen"),
      },
    ],
    costs: [
      {
        kind: "staff",
        what: translate("Acoustics engineer, model | Akustikingenieurin, Modell"),
        count: 6,
        price: 6200,
        package: 1,
      },
      {
        kind: "staff",
        what: translate("Technician, prototypes | Techniker, Prototypen"),
        count: 7,
        price: 4600,
        package: 2,
      },
      { kind: "staff", what: translate("Developer, sensor | Entwicklerin, Sensor"), count: 7, price: 6000, package: 3 },
      {
        kind: "staff",
        what: translate("Acoustics engineer, field test | Akustikingenieurin, Feldtest"),
        count: 5,
        price: 6200,
        package: 4,
      },
      { kind: "staff", what: translate("Project lead | Projektleitung"), count: 3, price: 7100, package: 5 },
      {
        kind: "external",
        what: translate("Reverberation room, measuring days | Hallraum, Messtage"),
        count: 6,
        price: 1450,
        package: 2,
      },
      {
        kind: "material",
        what: translate("Felt, frames, electronics, series | Filz, Rahmen, Elektronik, Serien"),
        count: 3,
        price: 2900,
        package: 2,
      },
      {
        kind: "equipment",
        what: translate("Microphone array, depreciation | Mikrofonarray, Abschreibung"),
        count: 18,
        price: 300,
        package: 3,
      },
      {
        kind: "travel",
        what: translate("Visits to pilot offices | Besuche in Pilotbüros"),
        count: 12,
        price: 240,
        package: 4,
      },
    ],
    overhead: 25,
    totalCost: null,
    rate: null,
    ownMoney: 130_000,
    otherMoney: 0,
    paidAfter: 2,
    goals: [
      {
        measure: translate("Error in the reverberation time | Fehler der Nachhallzeit"),
        today: translate("0.4 s | 0,4 s"),
        target: translate("0.15 s | 0,15 s"),
        month: 12,
        proof: translate("against a conventional measurement | gegenüber klassischer Messung"),
      },
      {
        measure: translate("Rooms with excess felt | Räume mit zu viel Filz"),
        today: translate("11 of 29 rooms | 11 von 29 Räumen"),
        target: translate("3 of 29 rooms | 3 von 29 Räumen"),
        month: 17,
        proof: translate("reports from the pilot offices | Berichte der Pilotbüros"),
      },
      {
        measure: translate("Panels under contract | Paneele unter Vertrag"),
        today: "0",
        target: "200",
        month: 30,
        proof: translate("signed orders | unterschriebene Bestellungen"),
      },
    ],
    searchIn: ["EU"],
    words: [],
  };
}
