import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt } from "node:crypto";
import { conflict, ProductError } from "#src/kit/errors.ts";
import type { Deps } from "#src/platform/deps.ts";
import type { Db } from "#src/platform/tables.ts";
import type { Caller } from "./auth.ts";
import { recordEvent } from "./events.ts";
import { secondFactorOf } from "./repository.ts";
import { sign } from "./tokens.ts";
import { stepOfCode, toBase32, totpUri } from "./totp.ts";

/** Bytes of a secret: 160 bits, RFC 4226. */
const secretBytes = 20;
/** Recovery codes of one set. */
const codeCount = 10;
/** Letters of a recovery code: none that look alike, 50 bits in ten of them. */
const letters = "23456789abcdefghjkmnpqrstuvwxyz";

type FactorDeps = Pick<Deps, "config" | "newId" | "now">;

const keyOf = (secret: string, userId: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", secret, userId, "totp/1", 32));

/** AES-256-GCM by a key of this person: nonce, tag and text, base64url. */
function sealSecret(plain: Uint8Array, userId: string, authSecret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyOf(authSecret, userId), nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

function openSecret(sealed: string, userId: string, authSecret: string): Uint8Array {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyOf(authSecret, userId), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

/** As typed from paper: capitals, blanks and dashes do not matter. */
const plainCode = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, "");

/** Keyed, so that nobody can try all codes on a copy of the database. */
const hashCode = (code: string, userId: string, authSecret: string): string =>
  sign(authSecret, "recovery/1", `${userId}:${plainCode(code)}`);

function newCode(): string {
  const drawn = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("");
  return `${drawn.slice(0, 5)}-${drawn.slice(5)}`;
}

const isOff = (): ProductError => conflict("twoFactor.isOff", "Two-factor sign-in is off");
const wrongCode = (status: number): ProductError =>
  new ProductError("login.wrongCode", { status, message: "The code isn't right" });

/** Puts a fresh set of recovery codes in place of the last one. @returns the codes; afterwards only hashes are known */
async function renewCodes(userId: string, trx: Db, { config }: FactorDeps): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode);
  await secondFactorOf(userId, trx).replaceCodes(codes.map((code) => hashCode(code, userId, config.authSecret)));
  return codes;
}

/** What the settings show. */
export async function factorState(userId: string, db: Db): Promise<{ twoFactor: boolean; recoveryCodes: number }> {
  const own = secondFactorOf(userId, db);
  const found = await own.find();
  return { twoFactor: Boolean(found?.confirmed_at), recoveryCodes: await own.countCodes() };
}

/**
 * Makes a secret that counts once a code of it was typed; one that was begun before is forgotten.
 * @throws ProductError 409 `twoFactor.isOn`
 */
export async function beginFactor(
  { id: userId, email }: { id: string; email: string },
  db: Db,
  { config }: Pick<Deps, "config">,
): Promise<{ secret: string; uri: string }> {
  const secret = randomBytes(secretBytes);
  if (!(await secondFactorOf(userId, db).begin(sealSecret(secret, userId, config.authSecret))))
    throw conflict("twoFactor.isOn", "Two-factor sign-in is on already");
  return { secret: toBase32(secret), uri: totpUri(secret, email) };
}

/**
 * Turns the second factor on by its first code.
 * @returns the recovery codes, for this once
 * @throws ProductError 403 `login.wrongCode`, 409 `twoFactor.isOn`
 */
export async function confirmFactor(userId: string, code: string, trx: Db, deps: FactorDeps): Promise<string[]> {
  const own = secondFactorOf(userId, trx);
  const found = await own.find();
  if (found?.confirmed_at) throw conflict("twoFactor.isOn", "Two-factor sign-in is on already");
  const step = found && stepOfCode(openSecret(found.secret, userId, deps.config.authSecret), code, deps.now());
  if (typeof step !== "number" || !(await own.useStep(step))) throw wrongCode(403);
  await own.confirm();
  return renewCodes(userId, trx, deps);
}

/** Turns the second factor off. @throws ProductError 409 `twoFactor.isOff` */
export async function removeFactor(userId: string, trx: Db): Promise<void> {
  const own = secondFactorOf(userId, trx);
  if (!(await own.find())?.confirmed_at) throw isOff();
  await own.remove();
}

/**
 * New recovery codes; those of before open nothing any more.
 * @throws ProductError 409 `twoFactor.isOff`
 */
export async function replaceRecoveryCodes(userId: string, trx: Db, deps: FactorDeps): Promise<string[]> {
  if (!(await secondFactorOf(userId, trx).find())?.confirmed_at) throw isOff();
  return renewCodes(userId, trx, deps);
}

/**
 * Checks a code of the app, or uses a recovery code up. Each works once: of many at the same time, one succeeds.
 * @returns which of the two it was, null when it was neither
 */
async function spendCode(
  userId: string,
  code: string,
  sealed: string,
  trx: Db,
  deps: FactorDeps,
): Promise<"app" | "recovery" | null> {
  const own = secondFactorOf(userId, trx);
  const typed = plainCode(code);
  const step = stepOfCode(openSecret(sealed, userId, deps.config.authSecret), typed, deps.now());
  if (step !== null) return (await own.useStep(step)) ? "app" : null;
  return (await own.useRecoveryCode(hashCode(typed, userId, deps.config.authSecret))) ? "recovery" : null;
}

/**
 * Lets a person in whose password or link was right: asks for the second factor where it is on. `countCode` comes
 * before it.
 * @param code of the app, or a recovery code; undefined when none was typed yet
 * @param status of the refusals: 401 at the sign-in, 403 in an open session
 * @throws ProductError `login.codeNeeded`, `login.wrongCode`
 */
export async function requireFactor(
  userId: string,
  code: string | undefined,
  caller: Caller,
  trx: Db,
  deps: FactorDeps,
  status = 401,
): Promise<void> {
  const found = await secondFactorOf(userId, trx).find();
  if (!found?.confirmed_at) return;
  if (code === undefined || code.trim() === "")
    throw new ProductError("login.codeNeeded", { status, message: "Enter a code from your authenticator app" });
  const used = await spendCode(userId, code, found.secret, trx, deps);
  if (used === null) throw wrongCode(status);
  if (used === "recovery") await recordEvent("recoveryCodeUsed", userId, caller, trx, deps);
}

/** Whether a code proves who sits there; false also where the second factor is off. */
export async function isFactorProven(userId: string, code: string, caller: Caller, trx: Db, deps: FactorDeps) {
  if (!(await secondFactorOf(userId, trx).find())?.confirmed_at) return false;
  await requireFactor(userId, code, caller, trx, deps, 403);
  return true;
}
