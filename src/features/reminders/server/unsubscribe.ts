import { createHmac, timingSafeEqual } from "node:crypto";
import type { Deps } from "#src/platform/deps.ts";
import { id } from "#src/kit/schemas.ts";

/** Kinds of mails that a person can switch off; keys of `mailSettings`. */
export const switchable = ["reminders", "contentDue"] as const;
export type Switchable = (typeof switchable)[number];

const signatureOf = (userId: string, kind: Switchable, secret: string): string =>
  createHmac("sha256", secret).update(`unsubscribe/1:${kind}:${userId}`).digest("base64url");

/**
 * Address that switches a kind of mails off for one person, for whoever has it; it opens nothing else and lasts as long
 * as the account.
 */
export const unsubscribeAddress = (userId: string, kind: Switchable, { config }: Pick<Deps, "config">): string =>
  `${new URL(config.appUrl).origin}/unsubscribe/${kind}.${userId}.${signatureOf(userId, kind, config.authSecret)}`;

/** Whose mails of which kind a token switches off; null for what we never wrote. */
export function readUnsubscribeToken(
  token: string,
  { config }: Pick<Deps, "config">,
): { userId: string; kind: Switchable } | null {
  const [name, userId = "", signature = "", ...rest] = token.split(".");
  const kind = switchable.find((one) => one === name);
  if (!kind || rest.length > 0 || !id.safeParse(userId).success) return null;
  const wanted = Buffer.from(signatureOf(userId, kind, config.authSecret));
  const given = Buffer.from(signature);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? { userId, kind } : null;
}
