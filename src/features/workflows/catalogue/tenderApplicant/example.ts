import type { AppLanguage } from "#src/kit/schemas.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { klangraum } from "../../kit/exampleFirms.ts";
import type { Form } from "./form.ts";

/* A made-up bidder and the documents of a made-up tender. */

const english = (day: (days: number) => string): string => `Contracting authority: Town of Harsefelde (made-up)
Contract: Acoustics of the town hall, open procedure

1 Dates
Questions are to be asked in writing on the tender platform until ${day(28)}. Deadline for bids: ${day(43)}, 12:00. Bids remain valid until ${day(99)}. A site visit takes place on ${day(16)} at 10:00. The work starts on ${day(120)}.

2 Suitability
2.1 The bidder must name at least two comparable projects of the last three years, each of at least 25,000 € without VAT.
2.2 Liability insurance of at least 2 million € must be proven with the bid.
2.3 The annual turnover must have been at least 300,000 € on average.
2.4 A certificate to ISO 9001 or equivalent must be valid on the day of the deadline.

3 Service
3.1 Fourteen rooms must be measured before and after fitting, to ISO 3382-2 or equivalent.
3.2 After fitting, the reverberation time must be at most 0.6 s in meeting rooms and at most 0.8 s in the council hall.
3.3 Absorbers must be hardly flammable, class B-s1,d0; a test certificate of the maker must be enclosed.
3.4 The contractor fits quickly and outside opening hours; the registry office stays open throughout.
3.5 The surface should withstand cleaning with a damp cloth.
3.6 At least 50 % recycled material is desirable.
3.7 Warranty: five years from acceptance.

4 Bid
With the bid must be submitted:
- acoustic concept, at most 6 pages
- schedule by room
- price sheet, filled in and signed
- declaration on the minimum wage
Bids by email are not permitted and will be excluded.

5 Award criteria
Price: 50 %
Acoustic concept: 25 %
Course of the work: 15 %
Resources: 10 %`;

const german = (day: (days: number) => string): string => `Auftraggeber: Stadt Harsefelde (erfunden)
Auftrag: Akustik im Rathaus, offenes Verfahren

1 Termine
Bieterfragen sind bis zum ${day(28)} schriftlich über die Vergabeplattform zu stellen. Angebotsfrist: ${day(43)}, 12:00 Uhr. Die Bieter sind bis zum ${day(99)} an ihr Angebot gebunden. Die Ortsbesichtigung findet am ${day(16)} um 10:00 Uhr statt. Leistungsbeginn ist der ${day(120)}.

2 Eignung
2.1 Der Bieter muss mindestens zwei vergleichbare Referenzen der letzten drei Jahre mit jeweils mindestens 25.000 € ohne Umsatzsteuer nennen.
2.2 Eine Haftpflichtversicherung über mindestens 2 Mio. € ist mit dem Angebot nachzuweisen.
2.3 Der Jahresumsatz muss im Mittel mindestens 300.000 € betragen haben.
2.4 Ein Zertifikat nach ISO 9001 oder gleichwertig muss am Tag der Angebotsfrist gültig sein.

3 Leistung
3.1 Vierzehn Räume sind vor und nach der Montage nach ISO 3382-2 oder gleichwertig zu messen.
3.2 Nach der Montage darf der Nachhall in Besprechungsräumen höchstens 0,6 s und im Ratssaal höchstens 0,8 s betragen.
3.3 Absorber müssen schwer entflammbar sein, Klasse B-s1,d0; ein Prüfzeugnis des Herstellers ist beizufügen.
3.4 Der Auftragnehmer montiert zügig und außerhalb der Öffnungszeiten; das Standesamt bleibt durchgehend geöffnet.
3.5 Die Oberfläche sollte sich feucht reinigen lassen.
3.6 Ein Recyclinganteil von mindestens 50 % ist wünschenswert.
3.7 Gewährleistung: fünf Jahre ab Abnahme.

4 Angebot
Mit dem Angebot sind einzureichen:
- Akustikkonzept, höchstens 6 Seiten
- Zeitplan je Raum
- Preisblatt, ausgefüllt und unterschrieben
- Erklärung zum Mindestlohn
Angebote per E-Mail sind nicht zulässig und werden ausgeschlossen.

5 Zuschlagskriterien
Preis: 50 %
Akustikkonzept: 25 %
Bauablauf: 15 %
Ressourcen: 10 %`;

export function exampleValues(today: string, language: AppLanguage): Form {
  const { company, translate } = klangraum(language);
  const day = (days: number): string => {
    const date = addDays(today, days);
    return dayText(weekdayOf(date) > 5 ? addDays(date, 8 - weekdayOf(date)) : date, language);
  };
  return {
    ...company,
    requirementTitle: translate("Bid for the acoustics of the town hall | Angebot für die Akustik im Rathaus"),
    mode: "answer",
    tenderText: language === "de" ? german(day) : english(day),
    notice: "",
    buyer: "",
    country: "DE",
    deadline: "",
    questionsUntil: "",
    profile: translate(
      "We measure rooms with class 1 instruments and fit panels and curtains ourselves. Two measuring engineers, three fitters, one office. We work at night and on weekends when rooms are used by day. Curtains come from a partner in Bremen. | Wir messen Räume mit Geräten der Klasse 1 und montieren Paneele und Vorhänge selbst. Zwei Messingenieure, drei Monteure, ein Büro. Wir arbeiten nachts und am Wochenende, wenn Räume tagsüber genutzt werden. Vorhänge liefert ein Partner aus Bremen.",
    ),
    references: [
      {
        client: "Nordhaus",
        value: 48_000,
        year: 2025,
        text: translate(
          "29 meeting rooms measured, panels in 17 of them, work at night | 29 Besprechungsräume gemessen, Paneele in 17 davon, Arbeiten nachts",
        ),
      },
      {
        client: translate("Alster music school | Musikschule Alster"),
        value: 31_500,
        year: 2024,
        text: translate(
          "Reverberation in 12 teaching rooms cut from 1.4 s to 0.6 s | Nachhall in 12 Unterrichtsräumen von 1,4 s auf 0,6 s gesenkt",
        ),
      },
    ],
    certificates: [
      { name: "ISO 9001", until: addDays(today, 400) },
      {
        name: translate("Self-declaration on suitability | Eigenerklärung zur Eignung"),
        until: "",
      },
    ],
    people: [
      {
        role: translate("Project manager | Projektleitung"),
        skills: translate("Measuring engineer for room acoustics | Messingenieurin für Raumakustik"),
        years: 14,
      },
    ],
    staff: 6,
    turnover: 540_000,
    insurance: 3_000_000,
    currency: "EUR",
    conceptPages: 2,
    price: 89_400,
    cost: 71_500,
    bidHours: 60,
    hourCost: 55,
    bids: 4,
    strategy: translate(
      "We win on concept, not on price. Offer to do the second measurement with the buyer present. | Wir gewinnen über das Konzept, nicht über den Preis. Die zweite Messung im Beisein des Auftraggebers anbieten.",
    ),
    cpv: [],
    words: [],
    without: [],
    countries: [],
    regions: [],
    valueFrom: null,
    valueTo: null,
    leastDays: 14,
  };
}
