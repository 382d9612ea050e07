import { datedText, dayText } from "#src/kit/time/dateTexts.ts";
import { weekdayOf } from "#src/kit/time/dates.ts";
import { barPlan, monthEnd } from "../../domain/fundingBudget.ts";
import { figure, listed, percent } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { chartOf, note, tableOf } from "../../kit/sections.ts";
import { type Eligibility, isPaidWithoutGrant } from "./eligibility.ts";
import { countText, euro, type Facts, inMode } from "./facts.ts";
import type { Form } from "./form.ts";

/* What code says of an application: where it stands, eligibility, schedule, figures, the way to submission. */

const { computed } = sectionsFor<Form, Facts>();
const isWrite = inMode("write");

const verdicts: Readonly<Record<Eligibility["verdict"], Bilingual>> = {
  yes: "yes | ja",
  no: "NO | NEIN",
  open: "to clear | zu klären",
};

export const verdict = computed(
  "verdict",
  "Where the application stands | Wo der Antrag steht",
  (scene) => {
    const { facts, form: values, translate, language } = scene;
    const { budget, deadline, failed } = facts;
    const closesOn = deadline === "" ? 0 : weekdayOf(deadline);
    const unknown = translate("open | offen");
    const hasBudget = budget.grant !== null && budget.total > 0;
    return [
      {
        type: "kpi",
        items: [
          {
            label: translate("Grant | Zuwendung"),
            value: hasBudget ? euro(scene, budget.grant ?? 0) : unknown,
            note:
              facts.rate === null
                ? translate("rate unknown | Quote unbekannt")
                : budget.total === 0
                  ? translate("costs unknown | Kosten unbekannt")
                  : budget.isCapped
                    ? translate("at the ceiling of the call | am Höchstbetrag des Aufrufs")
                    : translate("{rate} of {total} | {rate} von {total}", {
                        rate: percent(facts.rate, language),
                        total: euro(scene, budget.total),
                      }),
          },
          {
            label: translate("To be paid by you | Ihr Anteil"),
            value: hasBudget ? euro(scene, budget.ownShare ?? 0) : unknown,
            note: "",
          },
          {
            label: translate("Days to the deadline | Tage bis zur Frist"),
            value: facts.daysLeft === null ? unknown : figure(facts.daysLeft, language),
            note: deadline === "" ? "" : datedText(deadline, language),
          },
          ...(facts.points === null
            ? []
            : [
                {
                  label: translate("Examiner’s points | Punkte der Gegenprüfung"),
                  value: translate("{points} of 100 | {points} von 100", { points: facts.points }),
                  note: translate(
                    "own estimate, by the weights of the call | eigene Schätzung nach Gewichten des Aufrufs",
                  ),
                },
              ]),
        ],
      },
      ...(facts.daysLeft !== null && facts.daysLeft < 0
        ? [note("warn", translate("The deadline is past. | Die Frist ist abgelaufen."))]
        : []),
      ...(facts.deadlines.length > 1
        ? [
            note(
              "warn",
              translate(
                "Several days are named as the deadline: {days}. The plan keeps {day}. | Mehrere Tage sind als Frist genannt: {days}. Der Plan hält den {day}.",
                {
                  days: listed(
                    facts.deadlines.map((day) => dayText(day, language)),
                    language,
                  ),
                  day: dayText(deadline, language),
                },
              ),
            ),
          ]
        : []),
      ...(failed.length > 0
        ? [
            note(
              "warn",
              translate(
                "As it stands, this application can be refused. Not met: {list}. Clear that before you write on. | So kann dieser Antrag abgelehnt werden. Nicht erfüllt: {list}. Klären Sie das, bevor Sie weiterschreiben.",
                { list: listed(failed, language) },
              ),
            ),
          ]
        : []),
      ...(facts.open > 0
        ? [
            note(
              "gap",
              translate(
                "{count:demand of the call is|demands of the call are} still to be cleared: see the comparison. | {count:Anforderung des Aufrufs ist|Anforderungen des Aufrufs sind} noch zu klären: siehe Abgleich.",
                { count: facts.open },
              ),
            ),
          ]
        : []),
      ...(deadline !== "" && values.startOn <= deadline
        ? [
            note(
              "warn",
              translate(
                "The start lies before the deadline. A project that has begun before the application is as a rule excluded (incentive effect). | Der Beginn liegt vor der Antragsfrist. Ein vor dem Antrag begonnenes Vorhaben ist in der Regel ausgeschlossen (Anreizeffekt).",
              ),
            ),
          ]
        : []),
      ...(isPaidWithoutGrant(values, budget)
        ? [
            note(
              "warn",
              translate(
                "Your own and other money pay for the whole project. Say in the application what the grant changes, or check the sums: aid has to have an incentive effect. | Eigenmittel und andere Mittel bezahlen das ganze Vorhaben. Sagen Sie im Antrag, was die Förderung ändert, oder prüfen Sie die Beträge: Eine Beihilfe braucht einen Anreizeffekt.",
              ),
            ),
          ]
        : []),
      ...(closesOn > 5
        ? [
            note(
              "info",
              translate(
                "The deadline falls on a weekend, when no hotline helps. Upload on the working day before. | Die Frist fällt auf ein Wochenende, an dem keine Hotline hilft. Laden Sie am Werktag davor hoch.",
              ),
            ),
          ]
        : []),
    ];
  },
  isWrite,
);

export const eligible = computed(
  "eligible",
  "May you apply? | Dürfen Sie den Antrag stellen?",
  ({ facts, form: values, translate, translateAll, language }) => [
    ...tableOf(
      translateAll("Check | Prüfpunkt", "Yours | Bei Ihnen", "Fits | Passt", "The call says | Der Aufruf sagt"),
      facts.eligibility.map(({ check, have, verdict: fits, quote: words }) => [
        translate(check),
        have,
        translate(verdicts[fits]),
        words || "–",
      ]),
    ),
    ...tableOf(
      translateAll("De minimis aid | De-minimis-Beihilfe", "Granted on | Bewilligt am", "Amount | Betrag"),
      values.deMinimis === "some" && facts.deMinimis !== null
        ? [
            ...values.aids.map(({ giver, grantedOn, amount }) => [
              giver,
              grantedOn === "" ? "–" : dayText(grantedOn, language),
              amount === null ? "–" : euro({ language }, amount),
            ]),
            [
              translate("In the three years up to today | In den drei Jahren bis heute"),
              "",
              euro({ language }, facts.deMinimis),
            ],
          ]
        : [],
      [2],
    ),
    note(
      "info",
      translate(
        "Size by Recommendation 2003/361/EC, de minimis by Regulation (EU) 2023/2831, ceilings by Article 25 of Regulation (EU) 651/2014. Partner and linked firms count in; the programme office decides. No legal advice. | Größe nach Empfehlung 2003/361/EG, De-minimis nach Verordnung (EU) 2023/2831, Höchstsätze nach Artikel 25 der Verordnung (EU) 651/2014. Partner- und verbundene Unternehmen zählen mit; es entscheidet der Projektträger. Keine Rechtsberatung.",
      ),
    ),
  ],
);
export const gantt = computed(
  "gantt",
  "Schedule | Zeitplan",
  (scene) => {
    const { form: values, facts, translate, translateAll, language } = scene;
    const { columns: months, bars } = barPlan(values.packages, values.months);
    const beyond = values.packages.filter(({ to, from }) => to > values.months || from > to);
    return [
      ...tableOf(
        [translate("Package | Paket"), ...months],
        values.packages.map(({ title }, at) => [
          `${at + 1} ${title}`,
          ...(bars[at] ?? []).map((is) => (is ? "■" : "")),
        ]),
      ),
      ...tableOf(
        translateAll("Milestone | Meilenstein", "Month | Monat", "Date | Datum"),
        values.packages.map(({ title, to, result }, at) => [
          `M${at + 1} ${result || title}`,
          String(to),
          dayText(monthEnd(values.startOn, to), language),
        ]),
        [1],
      ),
      ...(beyond.length > 0
        ? [
            note(
              "warn",
              translate(
                "These packages end after the project or before they begin: {list}. | Diese Pakete enden nach dem Vorhaben oder vor ihrem Beginn: {list}.",
                { list: beyond.map(({ title }) => title).join(", ") },
              ),
            ),
          ]
        : []),
      ...chartOf(
        "bar",
        translate("Person-months by package | Personenmonate je Paket"),
        translate("PM | PM"),
        facts.budget.byPackage
          .filter(({ no }) => no > 0)
          .map(({ no, personMonths }) => ({ label: `${translate("WP | AP")} ${no}`, value: personMonths })),
      ),
      ...(values.packages.length === 0
        ? []
        : [
            note(
              "info",
              translate(
                "{months} months from {start}, {staff} person-months. | {months} Monate ab {start}, {staff} Personenmonate.",
                {
                  months: values.months,
                  start: dayText(values.startOn, language),
                  staff: countText(facts.budget.personMonths, language),
                },
              ),
            ),
          ]),
    ];
  },
  isWrite,
);
export const goals = computed(
  "goals",
  "What will be better, in figures | Was besser wird, in Zahlen",
  ({ form: { goals: all, startOn }, translateAll, language }) =>
    tableOf(
      translateAll("Measure | Messgröße", "Today | Heute", "Target | Ziel", "By | Bis", "Measured by | Gemessen durch"),
      all.map(({ measure, today, target, month, proof }) => [
        measure,
        today || "–",
        target || "–",
        dayText(monthEnd(startOn, month), language),
        proof || "–",
      ]),
    ),
  isWrite,
);
export const plan = computed(
  "plan",
  "Way to submission | Weg zur Einreichung",
  ({ facts, language, translateAll, translate }) => [
    ...tableOf(
      translateAll("Step | Schritt", "By | Bis"),
      facts.milestones.map(({ title, date, isLate }) => [
        title,
        `${datedText(date, language)}${isLate ? ` (${translate("already past | schon vorbei")})` : ""}`,
      ]),
    ),
  ],
  isWrite,
);
