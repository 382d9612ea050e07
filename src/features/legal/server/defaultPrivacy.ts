import type { AppLanguage } from "#src/kit/schemas.ts";
import type { InstallationFacts } from "./installationFacts.ts";

const english = (facts: InstallationFacts): string => `
This is the built-in text of Pioneer. Whoever operates this installation has not put a notice of their own here. It lists what the software stores, where, and for how long. Who is responsible, on which legal basis, and where the servers stand, only the operator can say.

${facts.supportEmail ? `Ask at [${facts.supportEmail}](mailto:${facts.supportEmail}).` : "No address has been named for questions yet."}

## What is stored on the operator's server

Everything lies in one PostgreSQL database and one folder of files, both run by the operator.

- **Name, e-mail address, language, settings**: as long as the account.
- **Password, only as an Argon2id hash**: as long as the account.
- **Sign-ins with time, IP address and browser**: until you sign out, at most 30 days.
- **Projects with form, document and revisions, uploaded files**: until you delete them, at most as long as the account.
- **Calendar entries, leads, insights, planned results**: until you delete them; deleted ones can be brought back for 24 hours.
- **The course of a run, word for word**: 24 hours after its end; the document stays in the project.
- **Statement of your coins**: stays; after the account is deleted without name and address.
- **Mails that were written because of you, such as a wish**: 30 days after they were sent.
- **Technical logs**: as long as the operator keeps them; without texts, passwords and mail contents.

Deleting your account erases all of this but the statement of coins, which then names nobody.

## What is stored in your browser

- \`pioneer.session\` (cookie): keeps you signed in; 7 days without use, at most 30.
- \`pioneer.csrf-token\` (cookie): protects forms; until the browser closes.
- \`pioneer.device\` (cookie): knows a browser again that signed in before, so that strangers' wrong passwords do not lock you out; 180 days.
- \`sidebar:state\` (cookie): sidebar open or folded; 7 days.
- \`pioneer.language\`, \`pioneer.theme\`, \`pioneer.support\` (local storage): language, appearance, folded support; until you clear it.
- \`pioneer.form…\`, \`pioneer.start…\` (local storage): what you typed and have not started yet; until it is started or you sign out.
- \`trackingConsent\` (local storage): your answer on counting visits; until you clear it.

On https the cookies carry the prefix \`__Host-\`. None of them is used for advertising, none comes from elsewhere.

## Who else gets something

- **AI.** ${facts.engine.isModel ? `Form values and the text of attached files go to ${facts.engine.label} when you start a run.` : "No model is connected. Your texts are worked on here."}
- **Pages you name.** Addresses that you enter in a form are fetched by the server. Those sites see the server's address, not yours.
- **Web search.** ${facts.searches.length > 0 ? `Search words of runs go to ${facts.searches.join(", ")}.` : "No search service is connected."}
- **Public data services.** ${facts.services.length > 0 ? `A run that needs places, businesses, tenders, funding or statistics sends what it looks for, such as a place or search words, to one of ${facts.services.join(", ")}. They see the server's address, not yours, and nothing about you.` : "None is connected."}
- **Mail.** ${facts.sendsMail ? "Mails leave through the operator's mail server." : "Mails do not leave this server; they are kept for the operator."}
- **Counting visits.** ${
  facts.analytics
    ? `Only after you agree, your browser tells ${facts.analytics.host} (${facts.analytics.kind}) which kind of page was opened. Addresses are told without what follows a question mark and without ids. Like every server, that one sees your IP address and your browser's name.`
    : "This installation counts nowhere. If the operator changes that, your answer to the question applies."
}

No fonts, scripts or pictures are loaded from other servers.

## What you can do

- Change your answer on counting visits at the foot of every page.
- Change your details in the settings.
- Delete your account in the settings, or have the operator delete it.
- Ask the operator for what is stored about you.
`;

const german = (facts: InstallationFacts): string => `
Dies ist der eingebaute Text von Pioneer. Wer diese Installation betreibt, hat hier noch keine eigenen Hinweise hinterlegt. Er zählt auf, was die Software wo und wie lange speichert. Wer verantwortlich ist, auf welcher Rechtsgrundlage, und wo die Server stehen, kann nur der Betreiber sagen.

${facts.supportEmail ? `Fragen gehen an [${facts.supportEmail}](mailto:${facts.supportEmail}).` : "Für Fragen ist noch keine Adresse genannt."}

## Was auf dem Server des Betreibers liegt

Alles liegt in einer PostgreSQL-Datenbank und einem Ordner mit Dateien, beide vom Betreiber geführt.

- **Name, E-Mail-Adresse, Sprache, Einstellungen**: solange das Konto besteht.
- **Passwort, nur als Argon2id-Hash**: solange das Konto besteht.
- **Anmeldungen mit Zeit, IP-Adresse und Browser**: bis Sie sich abmelden, höchstens 30 Tage.
- **Projekte mit Formular, Dokument und Revisionen, hochgeladene Dateien**: bis Sie sie löschen, höchstens solange das Konto besteht.
- **Termine, Leads, Erkenntnisse, geplante Ergebnisse**: bis Sie sie löschen; Gelöschtes lässt sich 24 Stunden lang zurückholen.
- **Der Verlauf eines Laufs, Wort für Wort**: 24 Stunden nach seinem Ende; das Dokument bleibt im Projekt.
- **Kontoauszug Ihrer Coins**: bleibt; nach dem Löschen des Kontos ohne Namen und Adresse.
- **Mails, die Ihretwegen geschrieben wurden, etwa ein Wunsch**: 30 Tage nach dem Versand.
- **Technische Protokolle**: solange der Betreiber sie aufhebt; ohne Texte, Passwörter und Mailinhalte.

Wenn Sie Ihr Konto löschen, verschwindet all das bis auf den Kontoauszug der Coins, der dann niemanden mehr nennt.

## Was in Ihrem Browser liegt

- \`pioneer.session\` (Cookie): hält Sie angemeldet; 7 Tage ohne Nutzung, höchstens 30.
- \`pioneer.csrf-token\` (Cookie): schützt Formulare; bis der Browser schließt.
- \`pioneer.device\` (Cookie): erkennt einen Browser wieder, der schon angemeldet war, damit falsche Passwörter Fremder Sie nicht aussperren; 180 Tage.
- \`sidebar:state\` (Cookie): Seitenleiste offen oder eingeklappt; 7 Tage.
- \`pioneer.language\`, \`pioneer.theme\`, \`pioneer.support\` (lokaler Speicher): Sprache, Darstellung, eingeklappter Support; bis Sie ihn leeren.
- \`pioneer.form…\`, \`pioneer.start…\` (lokaler Speicher): was Sie getippt und noch nicht gestartet haben; bis zum Start oder bis Sie sich abmelden.
- \`trackingConsent\` (lokaler Speicher): Ihre Antwort zum Zählen von Besuchen; bis Sie ihn leeren.

Über https tragen die Cookies den Vorsatz \`__Host-\`. Keines dient der Werbung, keines kommt von anderswo.

## Wer sonst etwas bekommt

- **KI.** ${facts.engine.isModel ? `Formularwerte und der Text angehängter Dateien gehen an ${facts.engine.label}, wenn Sie einen Lauf starten.` : "Es ist kein Modell verbunden. Ihre Texte werden hier verarbeitet."}
- **Seiten, die Sie nennen.** Adressen aus Ihren Formularen ruft der Server ab. Diese Seiten sehen die Adresse des Servers, nicht Ihre.
- **Websuche.** ${facts.searches.length > 0 ? `Suchworte von Läufen gehen an ${facts.searches.join(", ")}.` : "Es ist kein Suchdienst verbunden."}
- **Öffentliche Datendienste.** ${facts.services.length > 0 ? `Ein Lauf, der Orte, Unternehmen, Ausschreibungen, Förderungen oder Statistiken braucht, sendet das, wonach er sucht, etwa einen Ort oder Suchworte, an einen von diesen: ${facts.services.join(", ")}. Sie sehen die Adresse des Servers, nicht Ihre, und nichts über Sie.` : "Es ist keiner verbunden."}
- **Mail.** ${facts.sendsMail ? "Mails gehen über den Mailserver des Betreibers hinaus." : "Mails verlassen diesen Server nicht; sie werden für den Betreiber aufgehoben."}
- **Zählen von Besuchen.** ${
  facts.analytics
    ? `Erst nach Ihrer Zustimmung teilt Ihr Browser ${facts.analytics.host} (${facts.analytics.kind}) mit, welche Art von Seite geöffnet wurde. Adressen werden ohne alles nach dem Fragezeichen und ohne Kennungen genannt. Wie jeder Server sieht auch dieser Ihre IP-Adresse und den Namen Ihres Browsers.`
    : "Diese Installation zählt nirgends. Ändert der Betreiber das, gilt Ihre Antwort auf die Frage."
}

Schriften, Skripte oder Bilder werden nicht von anderen Servern geladen.

## Was Sie tun können

- Ihre Antwort zum Zählen von Besuchen am Fuß jeder Seite ändern.
- Ihre Angaben in den Einstellungen ändern.
- Ihr Konto in den Einstellungen löschen, oder vom Betreiber löschen lassen.
- Den Betreiber fragen, was über Sie gespeichert ist.
`;

/** What this software stores and where, for installations whose operator has written no notice. */
export const defaultPrivacy = (facts: InstallationFacts, language: AppLanguage): string =>
  (language === "de" ? german(facts) : english(facts)).trim();
