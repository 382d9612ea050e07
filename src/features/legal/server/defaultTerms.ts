import type { AppLanguage } from "#src/kit/schemas.ts";
import type { InstallationFacts } from "./installationFacts.ts";

const english = ({ supportEmail, engine }: InstallationFacts): string => `
This is the built-in text of Pioneer. The operator of this installation hasn't added their own terms yet. It describes how the software works. This isn't a contract or legal advice.

${supportEmail ? `Questions? Write to [${supportEmail}](mailto:${supportEmail}).` : "The operator hasn't added contact details yet."}

## What you can use

- Workflows turn a form into a document. You see the price in coins before every run.
- Projects, calendar, leads and settings belong to your account. Other accounts can't see them.

## What a run costs

- Coins are held when a run starts and charged when it succeeds.
- You get them all back if a run fails, finds nothing, is cancelled or is interrupted.
- A run is charged once, even if the same request arrives several times.

## About results

- ${engine.isModel ? `Documents are written with a model: ${engine.label}. Models make mistakes.` : "Documents are built without a model, from your own words and figures, and leave gaps where something is missing."}
- Facts show their source. Facts without one are marked. Check anything you rely on.
- Nothing is sent or published for you. Calendar entries, leads and content items are only added when you apply them, and you can undo that.

## Your texts and files

- They remain yours. The software uses them for your runs and nothing else.
- You can delete projects, entries and files, or your whole account in the settings.

## Limits

- Uploads, requests and emails are limited in size and number, so that one account can't slow down others.
- The software is open source under the Apache License 2.0 and comes without warranty.
`;

const german = ({ supportEmail, engine }: InstallationFacts): string => `
Dies ist der eingebaute Text von Pioneer. Der Betreiber dieser Installation hat noch keine eigenen Bedingungen hinterlegt. Der Text beschreibt, wie die Software arbeitet. Er ist kein Vertrag und keine Rechtsberatung.

${supportEmail ? `Fragen? Schreiben Sie an [${supportEmail}](mailto:${supportEmail}).` : "Der Betreiber hat noch keine Kontaktdaten hinterlegt."}

## Was Sie nutzen können

- Workflows machen aus einem Formular ein Dokument. Den Preis in Coins sehen Sie vor jedem Lauf.
- Projekte, Kalender, Leads und Einstellungen gehören zu Ihrem Konto. Andere Konten sehen sie nicht.

## Was ein Lauf kostet

- Coins werden beim Start reserviert und bei Erfolg abgebucht.
- Sie erhalten alle zurück, wenn ein Lauf scheitert, nichts findet, abgebrochen oder unterbrochen wird.
- Ein Lauf wird einmal berechnet, auch wenn dieselbe Anfrage mehrmals ankommt.

## Zu den Ergebnissen

- ${engine.isModel ? `Dokumente entstehen mit einem Modell: ${engine.label}. Modelle machen Fehler.` : "Dokumente entstehen ohne Modell aus Ihren eigenen Worten und Zahlen und lassen Lücken, wo Wissen nötig ist."}
- Angaben nennen ihre Quelle. Angaben ohne Quelle sind gekennzeichnet. Prüfen Sie alles, worauf Sie sich verlassen.
- Nichts wird für Sie versendet oder veröffentlicht. Termine, Leads und Inhalte werden erst angelegt, wenn Sie sie übernehmen, und Sie können das rückgängig machen.

## Ihre Texte und Dateien

- Sie gehören weiterhin Ihnen. Die Software verwendet sie für Ihre Läufe und für nichts anderes.
- Sie können Projekte, Termine und Dateien löschen, in den Einstellungen auch das ganze Konto.

## Grenzen

- Uploads, Anfragen und E-Mails sind in Größe und Zahl begrenzt, damit ein Konto die anderen nicht bremst.
- Die Software ist quelloffen unter der Apache-Lizenz 2.0 und wird ohne Gewährleistung bereitgestellt.
`;

/** What this software does, for installations whose operator has written no terms. */
export const defaultTerms = (facts: InstallationFacts, language: AppLanguage): string =>
  (language === "de" ? german(facts) : english(facts)).trim();
