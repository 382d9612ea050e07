import type { AppLanguage } from "#src/kit/schemas.ts";
import type { InstallationFacts } from "./installationFacts.ts";

const english = (facts: InstallationFacts): string => `
This is the built-in text of Pioneer. The operator of this installation hasn't added their own notice yet. It lists what the software stores, where, and for how long. Only the operator can tell you who is responsible, on what legal basis, and where the servers are located.

${facts.supportEmail ? `Questions? Write to [${facts.supportEmail}](mailto:${facts.supportEmail}).` : "The operator hasn't added contact details yet."}

## What is stored on the operator's server

Everything is stored in a PostgreSQL database and a folder of files, both run by the operator.

- **Name, email address, language, settings**: as long as you have an account.
- **Password, only as an Argon2id hash**: as long as you have an account.
- **Sign-ins with time, IP address and browser**: until you sign out, at most 30 days.
- **Projects with form, document and revisions, uploaded files**: until you delete them or your account.
- **Calendar entries, leads, outreach messages, content items**: until you delete them; you can restore them for 24 hours.
- **The full log of a run**: for 24 hours after it ends; the document stays in the project.
- **Your coin statement**: kept permanently; without your name and address once your account is deleted.
- **Emails sent because of something you did, such as a request**: for 30 days after they were sent.
- **Technical logs**: for as long as the operator chooses; without texts, passwords or email contents.

If you delete your account, all of this is deleted except your coin statement, which then no longer contains your name.

## What is stored in your browser

- \`pioneer.session\` (cookie): keeps you signed in; for 7 days without use, 30 at most.
- \`pioneer.csrf-token\` (cookie): protects forms; until the browser closes.
- \`pioneer.device\` (cookie): recognises a browser you've signed in with, so that other people's wrong passwords don't lock you out; 180 days.
- \`sidebar:state\` (cookie): sidebar open or folded; 7 days.
- \`pioneer.language\`, \`pioneer.theme\`, \`pioneer.support\` (local storage): language, appearance, folded support; until you clear it.
- \`pioneer.form…\`, \`pioneer.start…\` (local storage): forms you've filled in but not started; until you start them or sign out.
- \`trackingConsent\` (local storage): your answer on counting visits; until you clear it.

Over https, cookie names start with \`__Host-\`. None are used for advertising, and none come from other sites.

## Who else receives data

- **AI.** ${facts.engine.isModel ? `Form values and the text of attached files go to ${facts.engine.label} when you start a run.` : "No model is connected. Your texts are processed on this server."}
- **Pages you enter.** The server fetches addresses you enter in a form. Those sites see the server's address, not yours.
- **Web search.** ${facts.searches.length > 0 ? `Search terms from runs are sent to ${facts.searches.join(", ")}.` : "No search service is connected."}
- **Public data services.** ${facts.services.length > 0 ? `A run that needs places, businesses, tenders, funding or statistics sends what it's looking for, such as a place or search terms, to one of ${facts.services.join(", ")}. They see the server's address, not yours, and nothing about you.` : "None is connected."}
- **Email.** ${facts.sendsMail ? "Emails are sent through the operator's mail server." : "Emails don't leave this server; they're stored for the operator."}
- **Counting visits.** ${
  facts.analytics
    ? `Only after you agree, your browser tells ${facts.analytics.host} (${facts.analytics.kind}) which kind of page was opened. Addresses are sent without IDs and without anything after a question mark. Like any server, it sees your IP address and your browser's name.`
    : "This installation doesn't count visits. If the operator changes that, your answer applies."
}

No fonts, scripts or pictures are loaded from other servers.

## What you can do

- Change your answer on counting visits at the foot of every page.
- Change your details in the settings.
- Delete your account in the settings, or ask the operator to delete it.
- Ask the operator what is stored about you.
`;

const german = (facts: InstallationFacts): string => `
Dies ist der eingebaute Text von Pioneer. Der Betreiber dieser Installation hat noch keine eigenen Hinweise hinterlegt. Der Text zählt auf, was die Software wo und wie lange speichert. Wer verantwortlich ist, auf welcher Rechtsgrundlage Daten verarbeitet werden und wo die Server stehen, kann Ihnen nur der Betreiber sagen.

${facts.supportEmail ? `Fragen? Schreiben Sie an [${facts.supportEmail}](mailto:${facts.supportEmail}).` : "Der Betreiber hat noch keine Kontaktdaten hinterlegt."}

## Was auf dem Server des Betreibers gespeichert ist

Alles wird in einer PostgreSQL-Datenbank und einem Dateiordner gespeichert, die der Betreiber verwaltet.

- **Name, E-Mail-Adresse, Sprache, Einstellungen**: solange das Konto besteht.
- **Passwort, nur als Argon2id-Hash**: solange das Konto besteht.
- **Anmeldungen mit Zeit, IP-Adresse und Browser**: bis Sie sich abmelden, höchstens 30 Tage.
- **Projekte mit Formular, Dokument und Revisionen, hochgeladene Dateien**: bis Sie sie oder Ihr Konto löschen.
- **Termine, Leads, Ansprachen, Inhalte**: bis Sie sie löschen; Gelöschtes lässt sich 24 Stunden lang wiederherstellen.
- **Das vollständige Protokoll eines Laufs**: bis 24 Stunden nach seinem Ende; das Dokument bleibt im Projekt.
- **Kontoauszug Ihrer Coins**: dauerhaft; nach dem Löschen des Kontos ohne Namen und Adresse.
- **E-Mails, die Sie ausgelöst haben, etwa eine Anfrage**: bis 30 Tage nach dem Versand.
- **Technische Protokolle**: solange der Betreiber sie aufbewahrt; ohne Texte, Passwörter und Inhalte von E-Mails.

Wenn Sie Ihr Konto löschen, wird all das gelöscht, bis auf den Kontoauszug der Coins, der dann Ihren Namen nicht mehr enthält.

## Was in Ihrem Browser gespeichert ist

- \`pioneer.session\` (Cookie): hält Sie angemeldet; 7 Tage ohne Nutzung, höchstens 30.
- \`pioneer.csrf-token\` (Cookie): schützt Formulare; bis Sie den Browser schließen.
- \`pioneer.device\` (Cookie): erkennt einen Browser wieder, der schon angemeldet war, damit falsche Passwörter Fremder Sie nicht aussperren; 180 Tage.
- \`sidebar:state\` (Cookie): Seitenleiste offen oder eingeklappt; 7 Tage.
- \`pioneer.language\`, \`pioneer.theme\`, \`pioneer.support\` (lokaler Speicher): Sprache, Darstellung, eingeklappter Support; bis Sie ihn leeren.
- \`pioneer.form…\`, \`pioneer.start…\` (lokaler Speicher): ausgefüllte, noch nicht gestartete Formulare; bis zum Start oder bis Sie sich abmelden.
- \`trackingConsent\` (lokaler Speicher): Ihre Antwort zum Zählen von Besuchen; bis Sie ihn leeren.

Über https beginnen die Namen der Cookies mit \`__Host-\`. Keines dient der Werbung, keines kommt von anderen Websites.

## Wer sonst Daten erhält

- **KI.** ${facts.engine.isModel ? `Formularwerte und der Text angehängter Dateien gehen an ${facts.engine.label}, wenn Sie einen Lauf starten.` : "Es ist kein Modell verbunden. Ihre Texte werden auf diesem Server verarbeitet."}
- **Seiten, die Sie angeben.** Adressen aus Ihren Formularen ruft der Server ab. Diese Seiten sehen die Adresse des Servers, nicht Ihre.
- **Websuche.** ${facts.searches.length > 0 ? `Suchbegriffe aus Läufen gehen an ${facts.searches.join(", ")}.` : "Es ist kein Suchdienst verbunden."}
- **Öffentliche Datendienste.** ${facts.services.length > 0 ? `Ein Lauf, der Orte, Unternehmen, Ausschreibungen, Förderungen oder Statistiken braucht, sendet, wonach er sucht, etwa einen Ort oder Suchbegriffe, an einen dieser Dienste: ${facts.services.join(", ")}. Sie sehen die Adresse des Servers, nicht Ihre, und nichts über Sie.` : "Es ist keiner verbunden."}
- **E-Mail.** ${facts.sendsMail ? "E-Mails werden über den Mailserver des Betreibers verschickt." : "E-Mails verlassen diesen Server nicht; sie werden für den Betreiber gespeichert."}
- **Zählen von Besuchen.** ${
  facts.analytics
    ? `Erst nach Ihrer Zustimmung teilt Ihr Browser ${facts.analytics.host} (${facts.analytics.kind}) mit, welche Art von Seite geöffnet wurde. Adressen werden ohne Kennungen und ohne alles nach dem Fragezeichen übermittelt. Wie jeder Server sieht auch dieser Ihre IP-Adresse und den Namen Ihres Browsers.`
    : "Diese Installation zählt keine Besuche. Ändert der Betreiber das, gilt Ihre Antwort."
}

Schriften, Skripte oder Bilder werden nicht von anderen Servern geladen.

## Was Sie tun können

- Ihre Antwort zum Zählen von Besuchen am Fuß jeder Seite ändern.
- Ihre Angaben in den Einstellungen ändern.
- Ihr Konto in den Einstellungen löschen oder vom Betreiber löschen lassen.
- Den Betreiber fragen, was über Sie gespeichert ist.
`;

/** What this software stores and where, for installations whose operator has written no notice. */
export const defaultPrivacy = (facts: InstallationFacts, language: AppLanguage): string =>
  (language === "de" ? german(facts) : english(facts)).trim();
