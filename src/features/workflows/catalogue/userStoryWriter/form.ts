import type { z } from "zod";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { sharedExample } from "../commonForm.ts";
import { addDays, weekdayOf } from "#src/kit/time/dates.ts";
import { existingStories } from "../../domain/existingStories.ts";
import type { Tracker } from "../../domain/trackerCsv.ts";
import { type Bilingual, half } from "../../kit/bilingual.ts";
import {
  area,
  type BrokenRule,
  choice,
  forPrompt,
  formOf,
  many,
  optionalDay,
  tags,
  toggle,
  whole,
  withRules,
} from "../../kit/fields.ts";

/** Most stories of one run. */
export const maxStories = 20;

export const qualities = {
  performance: "Performance | Leistung",
  security: "Security | Sicherheit",
  privacy: "Privacy | Datenschutz",
  accessibility: "Accessibility | Barrierefreiheit",
  reliability: "Reliability | Zuverlässigkeit",
  usability: "Usability | Bedienbarkeit",
  compatibility: "Compatibility | Kompatibilität",
  observability: "Observability | Beobachtbarkeit",
} as const;

const trackerNames = {
  Jira: "Jira | Jira",
  GitHub: "GitHub | GitHub",
  Linear: "Linear | Linear",
  Azure: "Azure DevOps | Azure DevOps",
} as const satisfies Record<Tracker, Bilingual>;

/** Existing stories that a writer is shown, each with its key. */
const maxShown = 150;
const existingLines = (pasted: string): string =>
  existingStories(pasted)
    .slice(0, maxShown)
    .map(({ id, text }) => `${id}: ${text.slice(0, 160)}`)
    .join("; ");

const fields = formOf({
  // Every line of it stands numbered in the prompt: the field itself would repeat them.
  feature: forPrompt(
    area("Need | Bedarf", 6000, {
      min: 3,
      rows: 8,
      help: "Notes, requests, your own stories: we show what became of each line. | Notizen, Anforderungen, eigene Storys: Für jede Zeile zeigen wir, was daraus wurde.",
      placeholder:
        "Customers must be able to download an invoice as PDF, so that they can pass it on. | Kunden müssen eine Rechnung als PDF herunterladen können, damit sie sie weitergeben können.",
    }),
    false,
  ),
  roles: tags("Roles | Rollen", 8, {
    min: 1,
    longest: 60,
    help: "One role per tag, singular. | Eine Rolle je Eintrag, in der Einzahl.",
  }),
  number: forPrompt(whole("Stories | Storys", [1, maxStories, 8], { help: "Maximum number. | Höchstzahl." }), false),
  format: choice(
    "Form of a story | Form einer Story",
    { connextra: "As a … I want | Als … möchte ich", jobStory: "When … I want | Wenn … möchte ich" },
    "connextra",
  ),
  criteria: choice(
    "Criteria | Kriterien",
    { gherkin: "Given, when, then | Angenommen, wenn, dann", list: "Checklist | Checkliste" },
    "gherkin",
  ),
  estimateScale: forPrompt(
    choice(
      "Estimate | Schätzung",
      { none: "None | Keine", tshirt: "T-shirt sizes | T-Shirt-Größen", fibonacci: "Points | Punkte" },
      "fibonacci",
      {
        help: "Estimated from criteria and edge cases, not by your team. | Geschätzt aus Kriterien und Sonderfällen, nicht von Ihrem Team.",
      },
    ),
    false,
  ),
  velocity: forPrompt(
    whole("Points per sprint | Punkte je Sprint", [0, 200, 0], {
      help: "Enter 0 if you don't know. | 0, wenn Sie es nicht wissen.",
      showWhen: { field: "estimateScale", in: ["fibonacci"] },
    }),
    false,
  ),
  tracker: forPrompt(
    choice("Tracker | Ticketsystem", trackerNames, "Jira", {
      help: "The import table uses its column names. | Die Importtabelle verwendet dessen Spaltennamen.",
    }),
    false,
  ),
  context: area("Context | Kontext", 6000, {
    rows: 4,
    help: "What exists, who uses it, how it works today. | Was es gibt, wer es nutzt, wie es heute läuft.",
  }),
  constraints: area("Constraints | Vorgaben", 4000, {
    help: "Law, technology, budget, dates. One per line. | Recht, Technik, Budget, Termine. Eine je Zeile.",
    gap: "Which limits apply: time, volume, law, systems? | Welche Grenzen gelten: Zeit, Menge, Recht, Systeme?",
  }),
  existingStories: forPrompt(
    area("Existing stories | Bestehende Storys", 60_000, {
      help: "A table from your tracker, or one story per line. We flag duplicates. | Eine Tabelle aus Ihrem Ticketsystem oder eine Story je Zeile. Doppelte werden markiert.",
      placeholder: "Key;Summary | Schlüssel;Zusammenfassung",
    }),
    existingLines,
  ),
  nonFunctional: many("Qualities | Qualitäten", qualities, [], {
    isOption: true,
    help: "Each story that one of these affects gets a measurable rule. | Jede betroffene Story erhält dazu eine messbare Regel.",
  }),
  splitRule: forPrompt(
    toggle("Suggest splits | Teilen vorschlagen", true, {
      isOption: true,
      help: "For stories with too many criteria. | Für Storys mit zu vielen Kriterien.",
    }),
    false,
  ),
  splitLimit: forPrompt(
    whole("Criteria of a story | Kriterien einer Story", [3, 15, 7], {
      isOption: true,
      help: "We suggest a split above this number. | Darüber schlagen wir vor, die Story zu teilen.",
      showWhen: { field: "splitRule", in: [true] },
    }),
    false,
  ),
  refinement: forPrompt(
    optionalDay("Refinement | Refinement", {
      isOption: true,
      help: "Without a date, we suggest one week after the next working day. | Ohne Datum schlagen wir eine Woche nach dem nächsten Werktag vor.",
    }),
    false,
  ),
});
export type Form = z.output<typeof fields>;

export const form = withRules(fields, ({ roles }) =>
  roles.flatMap((name, index): BrokenRule[] => {
    const role = name.trim();
    const isTwice = roles.slice(0, index).some((other) => other.trim().toLowerCase() === role.toLowerCase());
    return isTwice
      ? [
          {
            path: ["roles", index],
            sentence: "{role} is listed twice. | {role} steht zweimal in der Liste.",
            params: { role },
          },
        ]
      : [];
  }),
);

/** The working day after a date, Monday to Friday. */
export const nextWorkingDay = (date: string): string => {
  const next = addDays(date, 1);
  return weekdayOf(next) > 5 ? nextWorkingDay(next) : next;
};

/** A believable need of a small team. */
export function example(today: string, language: AppLanguage): Form {
  const translate = (text: Bilingual): string => half(text, language);
  const needs: Bilingual[] = [
    "Customers ask us by phone for copies of their invoices, about 40 times a week. | Etwa 40-mal in der Woche rufen Kunden an und bitten um eine Kopie ihrer Rechnung.",
    "Finding: | Finden:",
    "- Customers must be able to see their invoices of the last 24 months, so that they need not call. | - Kunden müssen ihre Rechnungen der letzten 24 Monate sehen können, damit kein Anruf mehr nötig ist.",
    "- Customers should be able to filter invoices by month and by state (open, paid, overdue). | - Kunden sollen ihre Rechnungen nach Monat und Status (offen, bezahlt, überfällig) filtern können.",
    "Downloading: | Herunterladen:",
    "- As a customer, I want to download an invoice as PDF, so that I can pass it on to my accountant. | - Als Kunde möchte ich eine Rechnung als PDF herunterladen, damit ich sie an mein Steuerbüro weitergeben kann.",
    "  - The file must be at most 5 MB. |   - Die Datei darf höchstens 5 MB groß sein.",
    "- Customers can download up to 50 invoices in one file. | - Kunden können bis zu 50 Rechnungen in einer Datei herunterladen.",
    "Reminding: | Erinnern:",
    "- When an invoice is overdue for 7 days, the portal must send a reminder to the customer. | - Wenn eine Rechnung 7 Tage überfällig ist, muss das Portal dem Kunden eine Erinnerung senden.",
    "- As an accountant, I want to stop reminders for a customer, so that a dispute is not made worse. | - Als Buchhalterin möchte ich Erinnerungen für einen Kunden stoppen, damit ein Streit nicht eskaliert.",
    "  - Only an accountant may stop a reminder. |   - Nur die Buchhaltung darf eine Erinnerung stoppen.",
    "- Later, customers could pay an invoice in the portal. | - Später könnten Kunden eine Rechnung direkt im Portal bezahlen.",
  ];
  return {
    ...sharedExample,
    goalLanguage: language,
    requirementTitle: translate("Invoices in the customer portal | Rechnungen im Kundenportal"),
    feature: needs.map(translate).join("\n"),
    roles: [translate("customer | Kunde"), translate("accountant | Buchhalterin")],
    number: 8,
    format: "connextra",
    criteria: "gherkin",
    estimateScale: "fibonacci",
    velocity: 20,
    tracker: "Jira",
    context: translate(
      "The portal has 1,200 customers. Invoices come from the accounting system every night. | Das Portal hat 1.200 Kunden. Die Rechnungen kommen jede Nacht aus der Buchhaltungssoftware.",
    ),
    constraints: translate(
      "A list of invoices must appear within 2 seconds.\nInvoices hold personal data and may only be seen by their own customer. | Eine Liste von Rechnungen muss innerhalb von 2 Sekunden erscheinen.\nRechnungen enthalten personenbezogene Daten und dürfen nur vom jeweiligen Kunden gesehen werden.",
    ),
    existingStories: translate(
      'Key;Summary\nPOR-12;As a customer, I want to download an invoice as PDF\nPOR-31;"Sign in with e-mail; reset of the password" | Schlüssel;Zusammenfassung\nPOR-12;Als Kunde möchte ich eine Rechnung als PDF herunterladen\nPOR-31;"Anmelden per E-Mail; Passwort zurücksetzen"',
    ),
    nonFunctional: ["performance", "privacy", "accessibility"],
    splitRule: true,
    splitLimit: 7,
    refinement: addDays(nextWorkingDay(today), 7),
    companyInformation: translate(
      "Office supplies for small companies, twelve people, since 2009. | Bürobedarf für kleine Unternehmen, zwölf Mitarbeitende, seit 2009.",
    ),
    companyWebsite: "",
    productsPitch: "",
    productWebsite: "",
  };
}
