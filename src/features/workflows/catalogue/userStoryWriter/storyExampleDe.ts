import type { StoryForm } from "./storyForm.ts";

/** The example's need in the words of a German team; settings and dates are those of `example`. */
export const germanNeed = (example: StoryForm): StoryForm => ({
  ...example,
  goalLanguage: "de",
  requirementTitle: "Rechnungen im Kundenportal",
  feature: [
    "Etwa 40-mal in der Woche rufen Kunden an und bitten um eine Kopie ihrer Rechnung.",
    "",
    "Finden:",
    "- Kunden müssen ihre Rechnungen der letzten 24 Monate sehen können, damit kein Anruf mehr nötig ist.",
    "- Kunden sollen ihre Rechnungen nach Monat und Status (offen, bezahlt, überfällig) filtern können.",
    "Herunterladen:",
    "- Als Kunde möchte ich eine Rechnung als PDF herunterladen, damit ich sie an mein Steuerbüro weitergeben kann.",
    "  - Die Datei darf höchstens 5 MB groß sein.",
    "- Kunden können bis zu 50 Rechnungen in einer Datei herunterladen.",
    "Erinnern:",
    "- Wenn eine Rechnung 7 Tage überfällig ist, muss das Portal eine Erinnerung senden.",
    "- Nur die Buchhaltung darf eine Erinnerung stoppen.",
    "- Als Buchhalterin möchte ich Erinnerungen für einen Kunden stoppen, damit ein Streit nicht eskaliert.",
    "- Später könnten Kunden eine Rechnung direkt im Portal bezahlen.",
  ].join("\n"),
  roles: ["Kunde", "Buchhalterin"],
  context: "Das Portal hat 1.200 Kunden. Die Rechnungen kommen jede Nacht aus der Buchhaltungssoftware.",
  constraints: [
    "Eine Liste von Rechnungen muss innerhalb von 2 Sekunden erscheinen.",
    "Rechnungen enthalten personenbezogene Daten und dürfen nur vom jeweiligen Kunden gesehen werden.",
  ].join("\n"),
  existingStories: [
    "Schlüssel;Zusammenfassung",
    "POR-12;Als Kunde möchte ich eine Rechnung als PDF herunterladen",
    'POR-31;"Anmelden per E-Mail; Passwort zurücksetzen"',
  ].join("\n"),
  companyInformation: "Bürobedarf für kleine Unternehmen, zwölf Mitarbeitende, seit 2009.",
});
