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
  open: "unclear | zu klären",
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
                    ? translate("capped by the call | Höchstbetrag laut Aufruf")
                    : translate("{rate} of {total} | {rate} von {total}", {
                        rate: percent(facts.rate, language),
                        total: euro(scene, budget.total),
                      }),
          },
          {
            label: translate("Your share | Ihr Anteil"),
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
                  label: translate("Review score | Punkte der Gegenprüfung"),
                  value: translate("{points} of 100 | {points} von 100", { points: facts.points }),
                  note: translate("our estimate, weighted as in the call | eigene Schätzung, gewichtet wie im Aufruf"),
                },
              ]),
        ],
      },
      ...(facts.daysLeft !== null && facts.daysLeft < 0
        ? [note("warn", translate("The deadline has passed. | Die Frist ist abgelaufen."))]
        : []),
      ...(facts.deadlines.length > 1
        ? [
            note(
              "warn",
              translate(
                "Several dates are given as the deadline: {days}. The plan uses {day}. | Als Frist sind mehrere Tage genannt: {days}. Der Plan richtet sich nach dem {day}.",
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
                "As it stands, this application could be rejected. Not met: {list}. Resolve this before you continue writing. | In dieser Form kann der Antrag abgelehnt werden. Nicht erfüllt: {list}. Klären Sie das, bevor Sie weiterschreiben.",
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
                "{count:call requirement is|call requirements are} still unclear: see “Checked against the call”. | {count:Anforderung des Aufrufs ist|Anforderungen des Aufrufs sind} noch zu klären: siehe „Abgleich mit dem Aufruf“.",
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
                "The start date is before the deadline. Projects that begin before the application are usually excluded (incentive effect). | Der Beginn liegt vor der Antragsfrist. Vorhaben, die vor dem Antrag begonnen haben, sind in der Regel ausgeschlossen (Anreizeffekt).",
              ),
            ),
          ]
        : []),
      ...(isPaidWithoutGrant(values, budget)
        ? [
            note(
              "warn",
              translate(
                "Your own and other funds cover the whole project. Explain in the application what the grant changes, or check the amounts: aid must have an incentive effect. | Eigenmittel und weitere Mittel decken das ganze Vorhaben. Erklären Sie im Antrag, was die Förderung ändert, oder prüfen Sie die Beträge: Eine Beihilfe muss einen Anreizeffekt haben.",
              ),
            ),
          ]
        : []),
      ...(closesOn > 5
        ? [
            note(
              "info",
              translate(
                "The deadline falls on a weekend, when hotlines are closed. Submit on the last working day before. | Die Frist fällt auf ein Wochenende, an dem keine Hotline besetzt ist. Reichen Sie am Werktag davor ein.",
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
  "Can you apply? | Sind Sie antragsberechtigt?",
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
              translate("Total over the last three years | Summe der letzten drei Jahre"),
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
        "Size under Recommendation 2003/361/EC, de minimis under Regulation (EU) 2023/2831, ceilings under Article 25 of Regulation (EU) 651/2014. Partner and linked enterprises count too; the programme office decides. This is not legal advice. | Größe nach Empfehlung 2003/361/EG, De-minimis nach Verordnung (EU) 2023/2831, Höchstsätze nach Artikel 25 der Verordnung (EU) 651/2014. Partner- und verbundene Unternehmen zählen mit; die Entscheidung trifft der Projektträger. Keine Rechtsberatung.",
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
                "These packages run past the project or end before they begin: {list}. | Diese Pakete enden nach dem Vorhaben oder vor ihrem eigenen Beginn: {list}.",
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
  "Measurable improvements | Messbare Verbesserungen",
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
  "Steps to submission | Weg zur Einreichung",
  ({ facts, language, translateAll, translate }) => [
    ...tableOf(
      translateAll("Step | Schritt", "By | Bis"),
      facts.milestones.map(({ title, date, isLate }) => [
        title,
        `${datedText(date, language)}${isLate ? ` (${translate("overdue | überfällig")})` : ""}`,
      ]),
    ),
  ],
  isWrite,
);
