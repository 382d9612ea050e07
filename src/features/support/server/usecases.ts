import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { supportAddressOf } from "#src/features/mail/rules.ts";
import type { ImageRef } from "#src/features/images/rules.ts";
import type { LocalText, SupportContact } from "../contract.ts";

const words = z.string().trim().min(1).max(200);
/** One text for everybody, or one for each language. */
const local = z
  .union([words, z.strictObject({ en: words, de: words })])
  .transform((value): LocalText => (typeof value === "string" ? { en: value, de: value } : value));

const member = z.strictObject({
  name: words,
  role: local.optional(),
  phone: z
    .string()
    .regex(/^\+?[\d\s()/.-]{3,40}$/, "must be a phone number")
    .optional(),
  mail: z.email().optional(),
  /** A file beside the team's: a name, never a path. */
  photo: z
    .string()
    .refine((name) => name === basename(name) && !name.startsWith("."), "must be the name of a file beside it")
    .optional(),
});

const members = z.array(member).max(20);
const teamFile = z.union([
  members.transform((list) => ({ members: list, hours: undefined, answers: undefined })),
  z.strictObject({ members, hours: local.optional(), answers: local.optional() }),
]);
type TeamFile = z.infer<typeof teamFile>;

/** The file, and the file of each photo by the name of its image. */
export type Team = TeamFile & { photos: Record<string, string> };

const photoName = (at: number): string => `team-${at + 1}`;

/**
 * Reads the operator's team once, at the start.
 * @param path of the JSON file; a team of nobody without one
 * @throws Error naming SUPPORT_TEAM_FILE and what is wrong with it
 */
export async function readTeam(path: string | undefined): Promise<Team> {
  if (path === undefined) return { members: [], hours: undefined, answers: undefined, photos: {} };
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw new Error(`SUPPORT_TEAM_FILE: ${path} cannot be read as JSON`, { cause });
  }
  const parsed = teamFile.safeParse(value);
  if (!parsed.success) throw new Error(`SUPPORT_TEAM_FILE: ${path} does not fit\n${z.prettifyError(parsed.error)}`);
  const photos = Object.fromEntries(
    parsed.data.members.flatMap(({ photo }, at) => (photo ? [[photoName(at), join(dirname(path), photo)]] : [])),
  );
  return { ...parsed.data, photos };
}

/** What the support popup shows. */
export const contactOf = (
  team: Team,
  config: { supportEmail: string | undefined },
  imageOf: (name: string) => ImageRef | undefined,
): SupportContact => ({
  members: team.members.map(({ name, role, phone, mail, photo }, at) => ({
    name,
    role: role ?? null,
    phone: phone ?? null,
    email: mail ?? null,
    photo: (photo && imageOf(photoName(at))) || null,
  })),
  hours: team.hours ?? null,
  answers: team.answers ?? null,
  email: config.supportEmail ?? null,
  wishTo: supportAddressOf(config),
});

declare module "#src/platform/deps.ts" {
  interface Deps {
    /** Whom people can call and write to; the operator's team, read at the start. */
    support: SupportContact;
  }
}
