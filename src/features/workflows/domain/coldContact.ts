import { occurrences } from "#src/kit/text.ts";
import type { LegalBasis } from "#src/features/leads/contract.ts";
import type { Bilingual } from "../kit/bilingual.ts";

/* What the law and good manners allow of a first message, by country, channel and basis. */

/**
 * Rules for a first email to a company without consent, by country. As generally reported in 2026; to be checked by a
 * lawyer before release.
 */
export const coldEmail: Readonly<Record<string, Bilingual>> = {
  DE: "Germany: marketing emails require prior consent, even to companies (section 7 UWG). Letters are allowed; calls require at least presumed consent. | Deutschland: Werbung per E-Mail erfordert eine vorherige Einwilligung, auch bei Firmen (§ 7 UWG). Briefe sind erlaubt; für Anrufe ist mindestens eine mutmaßliche Einwilligung nötig.",
  AT: "Austria: marketing by email and phone requires prior consent, even to companies (section 174 TKG 2021). | Österreich: Werbung per E-Mail und Telefon erfordert eine vorherige Einwilligung, auch bei Firmen (§ 174 TKG 2021).",
  CH: "Switzerland: mass marketing by email requires consent and a way to opt out (article 3 UWG). | Schweiz: Massenwerbung per E-Mail erfordert eine Einwilligung und eine Möglichkeit zum Widerspruch (Artikel 3 UWG).",
  FR: "France: a first email to a business address is allowed if it relates to the recipient’s job, identifies the sender and offers an opt-out. | Frankreich: Eine erste E-Mail an eine berufliche Adresse ist erlaubt, wenn sie den Beruf des Empfängers betrifft, den Absender nennt und eine Abmeldemöglichkeit bietet.",
  GB: "United Kingdom: you may email companies if you identify yourself and offer an opt-out; sole traders must consent first (PECR). | Vereinigtes Königreich: Sie dürfen Firmen anschreiben, wenn Sie Ihren Namen nennen und eine Abmeldemöglichkeit bieten; Einzelunternehmer müssen vorher zustimmen (PECR).",
};
export const coldEmailElsewhere: Bilingual =
  "Before you write, check the rules for first emails in the company’s country. | Prüfen Sie vor der ersten E-Mail die Regeln im Land der Firma.";

/** Rules for a first call to a company, by country; reported and to be checked like those for an email. */
const coldCall: Readonly<Record<string, Bilingual>> = {
  DE: "Germany: marketing calls to companies require at least presumed consent (section 7 UWG). | Deutschland: Werbeanrufe bei Firmen erfordern mindestens eine mutmaßliche Einwilligung (§ 7 UWG).",
  AT: "Austria: marketing calls require prior consent, even to companies (section 174 TKG 2021). | Österreich: Werbeanrufe erfordern eine vorherige Einwilligung, auch bei Firmen (§ 174 TKG 2021).",
  CH: "Switzerland: don’t call numbers marked with an asterisk in the directory, and show your own number (article 3 UWG). | Schweiz: Rufen Sie keine Nummern mit Sterneintrag im Telefonbuch an, und unterdrücken Sie Ihre eigene Nummer nicht (Artikel 3 UWG).",
  GB: "United Kingdom: check the number against the TPS and the CTPS before you call, and say who you are (PECR). | Vereinigtes Königreich: Prüfen Sie vor dem Anruf, ob die Nummer bei TPS oder CTPS steht, und sagen Sie, wer Sie sind (PECR).",
};
const coldCallElsewhere: Bilingual =
  "Before you call, check the rules for first calls in the company’s country. | Prüfen Sie vor dem ersten Anruf die Regeln im Land der Firma.";

export const channels = ["email", "linkedin", "phone", "letter"] as const;
export type Channel = (typeof channels)[number];

const emailRules = { known: coldEmail, elsewhere: coldEmailElsewhere };
/**
 * Rules by country for a first message, and what to say of a country without one. A direct message follows those of an
 * email.
 */
export const firstContactRules: Readonly<
  Record<Exclude<Channel, "letter">, { known: Readonly<Record<string, Bilingual>>; elsewhere: Bilingual }>
> = {
  email: emailRules,
  linkedin: emailRules,
  phone: { known: coldCall, elsewhere: coldCallElsewhere },
};

/** Somebody who is to be written to. */
export interface Contact {
  /** Two letters, or the name of the country; empty when unknown. */
  country: string;
  email: string;
  phone: string;
  /** Street or postcode: enough to send a letter to. */
  place: string;
  website: string;
  basis: LegalBasis;
  /** They don't want to be written to. */
  isShut: boolean;
  /** ISO instant of the last contact; empty for none. */
  lastContact: string;
}

/** What keeps a message from being sent, or from being written at all. */
export type Brake =
  | "shut"
  | "recent"
  | "noAddress"
  /** No basis was named. */
  | "noBasis"
  /** A basis that does not carry this channel in this country. */
  | "weakBasis";

const names: Readonly<Record<string, string>> = {
  germany: "DE",
  deutschland: "DE",
  austria: "AT",
  österreich: "AT",
  switzerland: "CH",
  schweiz: "CH",
  france: "FR",
  frankreich: "FR",
  "united kingdom": "GB",
  "vereinigtes königreich": "GB",
  uk: "GB",
};
/** Two letters of a country that was written as its code or its name; as it stands otherwise. */
export const countryCode = (country: string): string => {
  const plain = country.trim().toLowerCase();
  return Object.hasOwn(names, plain) ? (names[plain] ?? "") : plain.toUpperCase();
};

/** Countries where an advertising email, and by the same rule a direct message, needs consent beforehand. */
const needsConsent: ReadonlySet<string> = new Set(["DE", "AT"]);
/** Where a call to a company does, too. */
const callNeedsConsent: ReadonlySet<string> = new Set(["AT"]);
/** Consent, or a customer who bought the like and did not object (section 7 (3) UWG). */
const carries: ReadonlySet<LegalBasis> = new Set<LegalBasis>(["consent", "existingCustomer"]);

const dayMs = 86_400_000;
/** Days after a contact without another unsolicited message. */
export const restDays = 14;

const addressOf = (contact: Contact, channel: Channel): string =>
  channel === "email"
    ? contact.email
    : channel === "phone"
      ? contact.phone
      : channel === "letter"
        ? contact.place
        : // Where a profile is unknown, the website leads to it.
          contact.website || contact.email;

/**
 * Reasons against contacting somebody. `shut` and `recent` rule out a message; with any other one there is a draft
 * that must not be sent yet.
 * @param now ISO instant
 */
export function brakesOf(contact: Contact, channel: Channel, now: string): Brake[] {
  if (contact.isShut) return ["shut"];
  const last = Date.parse(contact.lastContact);
  if (Number.isFinite(last) && Date.parse(now) - last < restDays * dayMs) return ["recent"];
  const country = countryCode(contact.country);
  const strict = channel === "phone" ? callNeedsConsent : channel === "letter" ? new Set<string>() : needsConsent;
  return [
    ...(addressOf(contact, channel).trim() === "" ? (["noAddress"] as const) : []),
    // A letter to a company needs no basis of its own beyond an interest that is not outweighed.
    ...(contact.basis === "none" && channel !== "letter" ? (["noBasis"] as const) : []),
    ...(contact.basis !== "none" && strict.has(country) && !carries.has(contact.basis) ? (["weakBasis"] as const) : []),
  ];
}

/** Whether a message is written at all. */
export const mayWrite = (brakes: readonly Brake[]): boolean => !brakes.includes("shut") && !brakes.includes("recent");

/* ---- how a message reads ---- */

export type Lint = "loud" | "capitals" | "pushing" | "links" | "long" | "short" | "noQuestion";

/** Words that filters and people take for advertising. */
const pushing =
  /(?<!\p{L})(?:100 ?% free|act now|amazing offer|best price|buy now|click here|don't miss|guaranteed|last chance|limited time|no obligation|risk[- ]free|special promotion|gratis|jetzt kaufen|jetzt zuschlagen|klicken sie hier|letzte chance|nur heute|kostenlos und unverbindlich|sensationell|einmalige gelegenheit|garantiert|sonderaktion)(?!\p{L})/iu;
const address = /\bhttps?:\/\/|\bwww\./gi;

/** Words of a message: fewer say nothing, more are not read. A call is no message. */
const lengths: Readonly<Record<Exclude<Channel, "phone">, readonly [least: number, most: number]>> = {
  email: [40, 200],
  linkedin: [25, 150],
  letter: [50, 350],
};

/** What makes a first message read like advertising, as far as code can tell. */
export function lintOf(message: string, channel: Channel): Lint[] {
  const words = message.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [least, most] = channel === "phone" ? [0, Infinity] : lengths[channel];
  const loud = message.match(/!/g)?.length ?? 0;
  const capitals = words.filter((word) => /^\p{Lu}{5,}$/u.test(word.replace(/\P{L}/gu, ""))).length;
  return [
    ...(loud > 1 ? (["loud"] as const) : []),
    ...(capitals > 1 ? (["capitals"] as const) : []),
    ...(pushing.test(message) ? (["pushing"] as const) : []),
    ...((message.match(address)?.length ?? 0) > 1 ? (["links"] as const) : []),
    ...(words.length > most ? (["long"] as const) : words.length < least ? (["short"] as const) : []),
    ...(message.includes("?") ? [] : (["noQuestion"] as const)),
  ];
}

/** Sentences of two messages that are the same, as a share of the shorter one: 1 for mass mail. */
export function sharedSentences(one: string, other: string): number {
  const sentencesOf = (text: string): Set<string> =>
    new Set(
      text
        .split(/(?<=[.!?])\s+|\n+/)
        .map((sentence) => sentence.trim().toLowerCase())
        .filter((sentence) => sentence.length > 20),
    );
  const [a, b] = [sentencesOf(one), sentencesOf(other)];
  const least = Math.min(a.size, b.size);
  return least === 0 ? 0 : [...a].filter((sentence) => b.has(sentence)).length / least;
}

/** Whether a text says a word or phrase, whatever its case and not as part of a longer word. */
export function saysWord(text: string, word: string): boolean {
  const all = text.toLowerCase();
  const isLetter = (sign: string): boolean => /\p{L}/u.test(sign);
  const isWhole = (from: number, end: number): boolean => !isLetter(all.charAt(from - 1)) && !isLetter(all.charAt(end));
  return occurrences(all, word.trim().toLowerCase(), isWhole).length > 0;
}

/** Fills `{name}` and the like in a template of the person; what a lead does not have leaves no gap. */
export const mailMerge = (template: string, values: Readonly<Record<string, string>>): string =>
  template
    .replace(/\{(\w{1,20})\}/g, (place, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? "") : place))
    .replace(/ {2,}/g, " ")
    .replace(/ ([,.;:!?])/g, "$1")
    .trim();
