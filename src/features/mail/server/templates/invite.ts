import { html } from "hono/html";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { oneLine } from "../../rules.ts";
import { button, type Letter, mailPage } from "./layout.ts";

/** What a person is told who was invited. */
export interface Invitation {
  /** Name of the person who invites; null when it is not shown. */
  invitedBy: string | null;
  /** Coins that each of the two gets; 0 for none. */
  coins: number;
  on: "run" | "purchase";
  /** Coins that every new account has. */
  welcomeCoins: number;
  /** Days that the link works. */
  days: number;
  /** Where the button leads. */
  address: string;
}

const texts = {
  en: {
    someone: "Someone",
    subject: (name: string) => `${name} invites you to Pioneer`,
    greeting: "Hello,",
    lead: (name: string) =>
      `${name} uses Pioneer, a work assistant that shows the price before a run and the sources after, and invites you to try it.`,
    welcome: (coins: string) => `A new account is free and starts with ${coins} coins.`,
    coins: { run: "after your first run", purchase: "after your first purchase" },
    extra: (coins: string, after: string) =>
      `With this link you get ${coins} more ${after}, and so does the person who invited you.`,
    action: "Create account",
    until: (days: number) => `The link works for ${days} days.`,
    why: "You're getting this because someone entered your address to invite you. There are no reminders, and your address isn't used for anything else. If you're not interested, you can ignore this message.",
    locale: "en-GB",
  },
  de: {
    someone: "Jemand",
    subject: (name: string) => `${name} lädt Sie zu Pioneer ein`,
    greeting: "Guten Tag,",
    lead: (name: string) =>
      `${name} arbeitet mit Pioneer, einem Assistenten, der vor jedem Lauf den Preis und danach die Quellen zeigt, und lädt Sie ein, ihn auszuprobieren.`,
    welcome: (coins: string) => `Ein neues Konto ist kostenlos und beginnt mit ${coins} Coins.`,
    coins: { run: "nach Ihrem ersten Lauf", purchase: "nach Ihrem ersten Kauf" },
    extra: (coins: string, after: string) =>
      `Mit diesem Link bekommen Sie ${after} ${coins} weitere, und wer Sie eingeladen hat, ebenso.`,
    action: "Konto anlegen",
    until: (days: number) => `Der Link gilt ${days} Tage.`,
    why: "Sie bekommen diese Nachricht, weil jemand Ihre Adresse eingegeben hat, um Sie einzuladen. Es folgen keine Erinnerungen, und Ihre Adresse wird für nichts anderes verwendet. Haben Sie kein Interesse, können Sie die Nachricht ignorieren.",
    locale: "de-DE",
  },
} as const;

/** The invitation of one person to another. Of the one who invites it holds no words but the name. */
export async function inviteLetter(
  { invitedBy, coins, on, welcomeCoins, days, address }: Invitation,
  language: AppLanguage,
): Promise<Letter> {
  const t = texts[language];
  const name = oneLine(invitedBy ?? "") || t.someone;
  const number = (value: number): string => new Intl.NumberFormat(t.locale).format(value);
  const offer = [
    ...(welcomeCoins > 0 ? [t.welcome(number(welcomeCoins))] : []),
    ...(coins > 0 ? [t.extra(number(coins), t.coins[on])] : []),
    t.until(days),
  ].join(" ");
  return {
    subject: oneLine(t.subject(name)),
    text: `${t.greeting}\n\n${t.lead(name)}\n\n${offer}\n\n${t.action}:\n${address}\n\n--\n${t.why}\n`,
    html: await mailPage(
      language,
      html`<p>${t.greeting}</p>
        <p>${t.lead(name)}</p>
        <p>${offer}</p>
        ${button(address, t.action)}`,
      t.why,
    ),
  };
}
