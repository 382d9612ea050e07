import { html } from "hono/html";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { oneLine } from "../../rules.ts";
import { button, type Html, type Letter, mailPage } from "./layout.ts";

/** What a mail to a guest is about. */
export type InvitationLetter = "invite" | "update" | "cancel";

export interface InvitationFacts {
  /** As the person is called; empty for nobody's name. */
  organizer: { name: string; email: string };
  title: string;
  /** Day and clock with their zone, in the language of the mail. */
  when: string;
  isRecurring: boolean;
  location: string | null;
  /** Where an online meeting is, checked to be a web address. */
  link: string | null;
  /** Page where the guest answers. */
  page: string;
}

const texts = {
  en: {
    greeting: "Hello,",
    subject: {
      invite: (title: string) => `Invitation: ${title}`,
      update: (title: string) => `Changed: ${title}`,
      cancel: (title: string) => `Cancelled: ${title}`,
    },
    lead: {
      invite: (who: string) => `${who} invites you to an appointment.`,
      update: (who: string) => `${who} changed an appointment you're invited to.`,
      cancel: (who: string) => `${who} cancelled this appointment, or your invitation to it.`,
    },
    what: "What",
    when: "When",
    where: "Where",
    link: "Link",
    recurring: "repeats",
    action: "Answer the invitation",
    reach:
      "Please answer on that page: accept, decline, or suggest another time. It also shows the time in your own time zone. A reply from your calendar app goes to the organiser's inbox, and Pioneer doesn't see it.",
    why: (address: string) =>
      `You're getting this because ${address} invited you with Pioneer. If you don't know the sender, you can ignore this message.`,
  },
  de: {
    greeting: "Guten Tag,",
    subject: {
      invite: (title: string) => `Einladung: ${title}`,
      update: (title: string) => `Geändert: ${title}`,
      cancel: (title: string) => `Abgesagt: ${title}`,
    },
    lead: {
      invite: (who: string) => `${who} lädt Sie zu einem Termin ein.`,
      update: (who: string) => `${who} hat einen Termin geändert, zu dem Sie eingeladen sind.`,
      cancel: (who: string) => `${who} hat diesen Termin oder Ihre Einladung dazu abgesagt.`,
    },
    what: "Was",
    when: "Wann",
    where: "Wo",
    link: "Link",
    recurring: "wiederholt sich",
    action: "Einladung beantworten",
    reach:
      "Bitte antworten Sie auf dieser Seite: zusagen, absagen oder eine andere Zeit vorschlagen. Dort steht der Termin auch in Ihrer eigenen Zeitzone. Eine Antwort aus Ihrem Kalenderprogramm geht an das Postfach der einladenden Person; Pioneer sieht sie nicht.",
    why: (address: string) =>
      `Sie bekommen diese Nachricht, weil ${address} Sie über Pioneer eingeladen hat. Kennen Sie den Absender nicht, können Sie sie ignorieren.`,
  },
} as const;

/**
 * A mail to a guest of an appointment. The title, the place and the name are the organiser's words; each stands on one
 * line of its own.
 */
export async function invitationLetter(
  kind: InvitationLetter,
  facts: InvitationFacts,
  language: AppLanguage,
): Promise<Letter> {
  const t = texts[language];
  const name = oneLine(facts.organizer.name);
  const who = name === "" ? facts.organizer.email : `${name} (${facts.organizer.email})`;
  const rows: [string, string][] = [
    [t.what, oneLine(facts.title)],
    [t.when, facts.isRecurring ? `${facts.when}, ${t.recurring}` : facts.when],
    ...(facts.location?.trim() ? [[t.where, oneLine(facts.location)] as [string, string]] : []),
    ...(facts.link ? [[t.link, facts.link] as [string, string]] : []),
  ];
  const why = t.why(facts.organizer.email);
  const isOpen = kind !== "cancel";
  return {
    subject: oneLine(t.subject[kind](facts.title)),
    text: [
      t.greeting,
      t.lead[kind](who),
      rows.map(([label, value]) => `${label}: ${value}`).join("\n"),
      ...(isOpen ? [`${t.action}:\n${facts.page}`, t.reach] : []),
      `--\n${why}\n`,
    ].join("\n\n"),
    html: await mailPage(
      language,
      html`<p>${t.greeting}</p>
        <p>${t.lead[kind](who)}</p>
        <table style="border-collapse:collapse">
          ${rows.map(([label, value]) => row(label, value))}
        </table>
        ${
          isOpen
            ? html`${button(facts.page, t.action)}
                <p>${t.reach}</p>`
            : ""
        }`,
      why,
    ),
  };
}

const row = (label: string, value: string): Html =>
  html`<tr>
    <td style="padding:2px 16px 2px 0;color:#5c665f;vertical-align:top">${label}</td>
    <td style="padding:2px 0;overflow-wrap:anywhere">${value}</td>
  </tr>`;

/** The same for programs that show an appointment without its mail; none of the organiser's words is in it. */
export const invitationNote = (page: string, language: AppLanguage): string =>
  `${texts[language].action}: ${page}\n\n${texts[language].reach}`;
