import { randomBytes } from "node:crypto";
import { addressKey } from "#src/kit/addressKey.ts";
import { ProductError } from "#src/kit/errors.ts";
import type { Limit, Throttle } from "#src/platform/throttle.ts";
import { isSame, sign } from "./tokens.ts";

const quarterHour = 900;
/** Wrong guesses at one account from devices it does not know. OWASP leaves the figure open; ten survives a bad day. */
const perAccount: Limit = { name: "signin.account", points: 10, seconds: quarterHour, isShared: true };
/** Attempts of one address at all accounts: an office behind one address still gets in. */
const perAddress: Limit = { name: "signin.address", points: 100, seconds: quarterHour, isShared: true };
/** A device that signed in to this account before counts alone, so that a stranger's guesses cannot lock it out. */
const perDevice: Limit = { name: "signin.device", points: 10, seconds: quarterHour, isShared: true };
export const registrations: Limit = { name: "register.address", points: 20, seconds: 3600, isShared: true };
/** Links asked for at one address of the network; an office may have forgotten more than one password. */
export const linkRequests: Limit = { name: "link.address", points: 20, seconds: 3600, isShared: true };
/** Mails that a person asks for at their own address. */
export const linksPerEmail: Limit = { name: "link.email", points: 5, seconds: 3600, isShared: true };
/** The same, asked for by strangers: each network counts alone, so that nobody locks the owner out. */
const linksPerAsker: Limit = { name: "link.asker", points: 3, seconds: 3600, isShared: true };
/** All together; what is over it is answered as ever and sends nothing. */
const linksPerMailbox: Limit = { name: "link.mailbox", points: 12, seconds: 3600, isShared: true };
/** Tokens tried from one address of the network. */
export const linkAttempts: Limit = { name: "link.attempt", points: 30, seconds: quarterHour, isShared: true };
/** Ways through a provider, and passkeys, begun or tried from one address of the network. */
export const signInSteps: Limit = { name: "signin.step", points: 200, seconds: quarterHour, isShared: true };
export const clientLogs: Limit = { name: "log.address", points: 30, seconds: 60 };
/** Proofs of a session that is open: the password for its change, or for any grave act. */
export const proofs: Limit = { name: "password.account", points: 10, seconds: quarterHour, isShared: true };

/** Codes tried at one account by somebody who knows its password, or has its mail; a known device counts alone. */
const codeGuesses: Limit = { name: "code.account", points: 10, seconds: quarterHour, isShared: true };
/** The same in a day, from devices that the account does not know: with three codes that are right, 1 in 6,600. */
const codesPerDay: Limit = { name: "code.day", points: 50, seconds: 86_400, isShared: true };

/** Pictures that a person uploads. */
export const pictures: Limit = { name: "picture.account", points: 20, seconds: 3600 };

/** Seconds a device stays known. */
export const deviceMaxAge = 180 * 86_400;

/** The device's id when its cookie was made for this account, else null. */
export function knownDevice(cookie: string | null, email: string, secret: string): string | null {
  const [device, signature] = cookie?.split(".") ?? [];
  if (!device || !signature) return null;
  return isSame(signature, sign(secret, "device/1", `${email}:${device}`)) ? device : null;
}

/** Cookie value by which the account knows the device again. */
export function deviceCookie(device: string | null, email: string, secret: string): string {
  const name = device ?? randomBytes(16).toString("base64url");
  return `${name}.${sign(secret, "device/1", `${email}:${name}`)}`;
}

export interface Attempt {
  email: string;
  address: string;
  device: string | null;
}

/**
 * Counts an attempt before the password is looked at.
 * @throws ProductError 429 with `retryAfter`
 */
export async function countAttempt(attempt: Attempt, throttle: Throttle): Promise<void> {
  if (attempt.device !== null) return throttle.take(perDevice, `${attempt.email}|${attempt.device}`);
  await throttle.take(perAddress, addressKey(attempt.address));
  await throttle.take(perAccount, attempt.email);
}

/** A right password gives the account a clean slate. The address keeps its count: it may own one account and try others. */
export const forgetAttempts = (attempt: Attempt, throttle: Throttle): Promise<void> =>
  attempt.device === null
    ? throttle.clear(perAccount, attempt.email)
    : throttle.clear(perDevice, `${attempt.email}|${attempt.device}`);

/**
 * Counts a code before it is looked at; not inside a transaction, which would wait for another connection.
 * @throws ProductError 429 with `retryAfter`
 */
export async function countCode(
  userId: string,
  code: string | undefined,
  throttle: Throttle,
  device: string | null = null,
): Promise<void> {
  if (code === undefined) return;
  await throttle.take(codeGuesses, device === null ? userId : `${userId}|${device}`);
  if (device === null) await throttle.take(codesPerDay, userId);
}

/**
 * Counts a link that somebody without a session asks for.
 * @returns false when the mailbox has had enough of them: it is sent none, and nobody is told
 * @throws ProductError 429 for whoever asks again and again
 */
export async function countLink(email: string, address: string, throttle: Throttle): Promise<boolean> {
  await throttle.take(linkRequests, addressKey(address));
  await throttle.take(linksPerAsker, `${email}|${addressKey(address)}`);
  try {
    await throttle.take(linksPerMailbox, email);
    return true;
  } catch (error) {
    if (error instanceof ProductError && error.status === 429) return false;
    throw error;
  }
}
