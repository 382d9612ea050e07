import { html } from "hono/html";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { oneLine } from "../../rules.ts";
import { button, type Html, type Letter, mailPage } from "./layout.ts";

export interface ReminderFacts {
  title: string;
  /** Day and clock by the person's zone, in the language of the mail. */
  when: string;
  location: string | null;
  /** Where an online meeting is, checked to be a web address. */
  link: string | null;
  /** The calendar. */
  page: string;
  /** Address that switches these mails off. */
  unsubscribe: string;
}

export interface ContentDueFacts {
  items: readonly { title: string; platform: string | null; when: string }[];
  /** The page of content items. */
  page: string;
  unsubscribe: string;
}

const texts = {
  en: {
    greeting: "Hello,",
    stop: "Stop these emails",
    reminder: {
      subject: (title: string) => `Reminder: ${title}`,
      lead: "Here's your reminder for an appointment.",
      what: "What",
      when: "When",
      where: "Where",
      link: "Link",
      action: "Open calendar",
      why: "You're getting this because the entry in your Pioneer calendar has a reminder.",
    },
    due: {
      subject: (title: string, count: number) => (count === 1 ? `Due now: ${title}` : `${count} content items are due`),
      lead: (count: number) =>
        count === 1 ? "This content item is planned for now." : "These content items are planned for now.",
      action: "Open content",
      why: "You're getting this because the content is planned in Pioneer and not published yet.",
    },
  },
  de: {
    greeting: "Guten Tag,",
    stop: "Diese E-Mails abbestellen",
    reminder: {
      subject: (title: string) => `Erinnerung: ${title}`,
      lead: "Hier ist Ihre Erinnerung an einen Termin.",
      what: "Was",
      when: "Wann",
      where: "Wo",
      link: "Link",
      action: "Kalender öffnen",
      why: "Sie bekommen diese Nachricht, weil der Eintrag in Ihrem Pioneer-Kalender eine Erinnerung hat.",
    },
    due: {
      subject: (title: string, count: number) =>
        count === 1 ? `Jetzt fällig: ${title}` : `${count} Inhalte sind fällig`,
      lead: (count: number) =>
        count === 1 ? "Dieser Inhalt ist für jetzt geplant." : "Diese Inhalte sind für jetzt geplant.",
      action: "Inhalte öffnen",
      why: "Sie bekommen diese Nachricht, weil der Inhalt in Pioneer geplant und noch nicht veröffentlicht ist.",
    },
  },
} as const;

interface Parts {
  subject: string;
  lead: string;
  rows: readonly (readonly [name: string, value: string])[];
  page: string;
  action: string;
  why: string;
  unsubscribe: string;
}

const row = (name: string, value: string): Html =>
  html`<tr>
    <td style="padding:4px 24px 4px 0;color:#5c665f;vertical-align:top">${name}</td>
    <td style="padding:4px 0;overflow-wrap:anywhere">${value}</td>
  </tr>`;

async function letterOf(parts: Parts, language: AppLanguage): Promise<Letter> {
  const { greeting, stop } = texts[language];
  const { lead, rows, page, action, why, unsubscribe } = parts;
  return {
    subject: oneLine(parts.subject),
    text: `${greeting}\n\n${lead}\n\n${rows.map(([name, value]) => `${name}: ${value}`).join("\n")}\n\n${action}:\n${page}\n\n--\n${why}\n${stop}: ${unsubscribe}\n`,
    html: await mailPage(
      language,
      html`<p>${greeting}</p>
        <p>${lead}</p>
        <table style="border-collapse:collapse;margin:16px 0">
          ${rows.map(([name, value]) => row(name, value))}
        </table>
        ${button(page, action)}`,
      html`${why} <a href="${unsubscribe}">${stop}</a>`,
    ),
  };
}

/** Reminds a person of an appointment of their own. Title and place are their words, each on a line of its own. */
export function reminderLetter(facts: ReminderFacts, language: AppLanguage): Promise<Letter> {
  const t = texts[language].reminder;
  const rows: [string, string][] = [
    [t.what, oneLine(facts.title)],
    [t.when, facts.when],
    ...(facts.location?.trim() ? [[t.where, oneLine(facts.location)] as [string, string]] : []),
    ...(facts.link ? [[t.link, oneLine(facts.link)] as [string, string]] : []),
  ];
  return letterOf({ ...t, ...facts, subject: t.subject(facts.title), rows }, language);
}

/** Items of a list in one mail; further ones are on the page. */
const mostItems = 20;

/** Tells a person which of their content items are due. */
export function contentDueLetter(
  { items, page, unsubscribe }: ContentDueFacts,
  language: AppLanguage,
): Promise<Letter> {
  const t = texts[language].due;
  const count = items.length;
  const rows = items
    .slice(0, mostItems)
    .map(({ title, platform, when }) => [when, oneLine(platform ? `${title} (${platform})` : title)] as const);
  const parts = { subject: t.subject(items[0]?.title ?? "", count), lead: t.lead(count), rows };
  return letterOf({ ...parts, page, action: t.action, why: t.why, unsubscribe }, language);
}
