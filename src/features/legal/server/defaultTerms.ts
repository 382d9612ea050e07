import type { AppLanguage } from "#src/kit/schemas.ts";
import type { InstallationFacts } from "./installationFacts.ts";

const english = ({ supportEmail, engine }: InstallationFacts): string => `
This is the built-in text of Pioneer. Whoever operates this installation has not put terms of their own here. It says how the software behaves. It is no contract and no legal advice.

${supportEmail ? `Questions go to [${supportEmail}](mailto:${supportEmail}).` : "Who operates this installation has not named an address yet."}

## What you can use

- Workflows turn a form into a document. The price in coins stands before every run.
- Projects, calendar, leads and settings belong to your account. Other accounts do not see them.

## What a run costs

- Coins are held when a run starts and spent when it succeeds.
- They come back in full when a run fails, finds nothing, is cancelled or breaks off.
- A run is charged once, even when the same request arrives several times.

## What a result is worth

- ${engine.isModel ? `Documents are written with a model: ${engine.label}. A model makes mistakes.` : "Documents are put together without a model, out of your own words and figures, and leave gaps where knowledge is needed."}
- Facts show where they come from. A fact without a source is marked as such. Check what you rely on.
- Nothing is sent or published for you. Calendar entries, leads and plans appear after you apply them, and can be undone.

## Your texts and files

- They stay yours. The software uses them for your runs and for nothing else.
- You can delete projects, entries and files, and your whole account in the settings.

## Limits

- Uploads, requests and mails are limited in size and number, so that one account cannot slow down the others.
- The software is open source under the Apache License 2.0 and comes without warranty.
`;

const german = ({ supportEmail, engine }: InstallationFacts): string => `
Dies ist der eingebaute Text von Pioneer. Wer diese Installation betreibt, hat hier noch keine eigenen Bedingungen hinterlegt. Er beschreibt, wie sich die Software verhält. Er ist kein Vertrag und keine Rechtsberatung.

${supportEmail ? `Fragen gehen an [${supportEmail}](mailto:${supportEmail}).` : "Wer diese Installation betreibt, hat noch keine Adresse genannt."}

## Was Sie nutzen können

- Workflows machen aus einem Formular ein Dokument. Der Preis in Coins steht vor jedem Lauf.
- Projekte, Kalender, Leads und Einstellungen gehören zu Ihrem Konto. Andere Konten sehen sie nicht.

## Was ein Lauf kostet

- Coins werden beim Start reserviert und bei Erfolg ausgegeben.
- Sie kommen vollständig zurück, wenn ein Lauf scheitert, nichts findet, abgebrochen wird oder abreißt.
- Ein Lauf wird einmal berechnet, auch wenn dieselbe Anfrage mehrmals ankommt.

## Was ein Ergebnis wert ist

- ${engine.isModel ? `Dokumente entstehen mit einem Modell: ${engine.label}. Ein Modell macht Fehler.` : "Dokumente entstehen ohne Modell aus Ihren eigenen Worten und Zahlen und lassen Lücken, wo Wissen nötig ist."}
- Angaben zeigen, woher sie stammen. Angaben ohne Quelle sind als solche gekennzeichnet. Prüfen Sie, worauf Sie sich verlassen.
- Nichts wird für Sie versendet oder veröffentlicht. Termine, Leads und Planungen entstehen erst, wenn Sie sie übernehmen, und lassen sich rückgängig machen.

## Ihre Texte und Dateien

- Sie bleiben Ihre. Die Software verwendet sie für Ihre Läufe und für nichts anderes.
- Sie können Projekte, Termine und Dateien löschen, und das ganze Konto in den Einstellungen.

## Grenzen

- Uploads, Anfragen und Mails sind in Größe und Zahl begrenzt, damit ein Konto die anderen nicht bremst.
- Die Software ist quelloffen unter der Apache-Lizenz 2.0 und kommt ohne Gewährleistung.
`;

/** What this software does, for installations whose operator has written no terms. */
export const defaultTerms = (facts: InstallationFacts, language: AppLanguage): string =>
  (language === "de" ? german(facts) : english(facts)).trim();
