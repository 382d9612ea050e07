import { html } from "hono/html";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { oneLine } from "../../rules.ts";
import { type Letter, mailPage, quoted, quotedText } from "./layout.ts";

export interface Wish {
  fullName: string;
  firstName: string;
  email: string;
  wishUseCase: string;
}

const texts = {
  en: {
    supportSubject: (name: string) => `Workflow request from ${name}`,
    nobody: "someone without a name",
    from: "From",
    supportLead: "Someone would like Pioneer to take over this task:",
    supportWhy: "You're getting this at the support address of this installation. Replies go to that person.",
    copySubject: "Your request to Pioneer",
    greeting: "Hello,",
    copyLead: "your request has reached the people who run this installation.",
    copyEnd: "They'll read it and write to you if they have a question.",
    copyWhy:
      "You're getting this because someone signed in with this address sent the request form. If that wasn't you, you can ignore this message.",
  },
  de: {
    supportSubject: (name: string) => `Workflow-Anfrage von ${name}`,
    nobody: "einer Person ohne Namen",
    from: "Von",
    supportLead: "Jemand möchte, dass Pioneer diese Aufgabe übernimmt:",
    supportWhy: "Sie bekommen dies als Support-Adresse dieser Installation. Eine Antwort geht an die Person.",
    copySubject: "Ihre Anfrage an Pioneer",
    greeting: "Guten Tag,",
    copyLead: "Ihre Anfrage ist bei den Menschen angekommen, die diese Installation betreiben.",
    copyEnd: "Sie wird gelesen. Bei Rückfragen bekommen Sie eine Nachricht.",
    copyWhy:
      "Sie bekommen dies, weil jemand, der mit dieser Adresse angemeldet ist, das Anfrageformular abgeschickt hat. Waren Sie das nicht, können Sie diese Nachricht ignorieren.",
  },
} as const;

/** The wish for the people who read wishes. */
export async function wishForSupport(wish: Wish, language: AppLanguage): Promise<Letter> {
  const t = texts[language];
  const name = oneLine(wish.fullName) || oneLine(wish.firstName) || t.nobody;
  const from = `${t.from}: ${name}, ${wish.email}`;
  return {
    subject: oneLine(t.supportSubject(name)),
    text: `${t.supportLead}\n\n${quotedText(wish.wishUseCase)}\n\n${from}\n\n--\n${t.supportWhy}\n`,
    html: await mailPage(
      language,
      html`<p>${t.supportLead}</p>
        ${quoted(wish.wishUseCase)}
        <p>${from}</p>`,
      t.supportWhy,
    ),
  };
}

/**
 * Word of it for the person who wrote. Nobody has proven that the address is theirs: none of the sender's words and
 * names goes there, so that nobody can make this installation say something to a stranger.
 */
export async function wishForWriter(language: AppLanguage): Promise<Letter> {
  const t = texts[language];
  return {
    subject: t.copySubject,
    text: `${t.greeting}\n\n${t.copyLead} ${t.copyEnd}\n\n--\n${t.copyWhy}\n`,
    html: await mailPage(
      language,
      html`<p>${t.greeting}</p>
        <p>${t.copyLead} ${t.copyEnd}</p>`,
      t.copyWhy,
    ),
  };
}
