import { type License, license, type Rights } from "./contract.ts";

/** Bytes of a megabyte. */
const mb = 1024 * 1024;

/** Most files that the form of any workflow takes, see `sharedFields` of the workflows. */
const mostAttachments = 20;
/** All files of one person together, see `maxPersonBytes` of the files: more cannot be attached to one run. */
const mostBytes = 500 * mb;

/**
 * What each level may do, lowest level first; a higher one never may less. The only such table: the server checks by
 * it, forms say by it what is not allowed, and the table of plans shows it. The specification names the levels
 * (section 4) and not their rights; personal API keys do not exist, so no level has a right to them.
 */
export const levelRights: Readonly<Record<License, Rights>> = {
  justRegistered: {
    parallelRuns: 3,
    schedules: 2,
    attachments: 10,
    attachmentBytes: 100 * mb,
    deepResearch: false,
  },
  starter: {
    parallelRuns: 3,
    schedules: 10,
    attachments: mostAttachments,
    attachmentBytes: 200 * mb,
    deepResearch: true,
  },
  visionary: {
    parallelRuns: 5,
    schedules: 30,
    attachments: mostAttachments,
    attachmentBytes: mostBytes,
    deepResearch: true,
  },
  individual: {
    parallelRuns: 8,
    schedules: 100,
    attachments: mostAttachments,
    attachmentBytes: mostBytes,
    deepResearch: true,
  },
  enterprise: {
    parallelRuns: 12,
    schedules: null,
    attachments: mostAttachments,
    attachmentBytes: mostBytes,
    deepResearch: true,
  },
};

/**
 * What everybody may at least where levels set no limits: people who run Pioneer themselves, with a key of their own,
 * meet no limit that is there to be sold. Runs at the same time stay at three, for the sake of the machine.
 */
const rightsWithoutLimits: Rights = {
  parallelRuns: 3,
  schedules: null,
  attachments: mostAttachments,
  attachmentBytes: mostBytes,
  deepResearch: true,
};

/** The greater of two numbers, of which null has no end. */
const more = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : Math.max(a, b));

/**
 * What a person of a level may do on an installation.
 * @param hasLimits whether the limits of levels hold there
 */
export function rightsOf(level: License, hasLimits: boolean): Rights {
  const own = levelRights[level];
  if (hasLimits) return own;
  const least = rightsWithoutLimits;
  return {
    parallelRuns: Math.max(own.parallelRuns, least.parallelRuns),
    schedules: more(own.schedules, least.schedules),
    attachments: Math.max(own.attachments, least.attachments),
    attachmentBytes: Math.max(own.attachmentBytes, least.attachmentBytes),
    deepResearch: own.deepResearch || least.deepResearch,
  };
}

/** The lowest level that may what is asked, with its rights; undefined when none may. */
export function levelThatMay(allows: (rights: Rights) => boolean): { level: License; rights: Rights } | undefined {
  const level = license.options.find((one) => allows(levelRights[one]));
  return level && { level, rights: levelRights[level] };
}

/** A limit in the powers of 1,000 in which sizes are written. @param bytes in powers of 1,024 */
export const writtenBytes = (bytes: number): number => Math.floor(bytes / mb) * 1_000_000;

/** Whether a limit has room for so many; null has no end. */
export const hasRoom = (limit: number | null, count: number): boolean => limit === null || count <= limit;

/** Every number of runs at the same time that some level has, smallest first. */
export const runWidths: readonly number[] = [
  ...new Set([...Object.values(levelRights), rightsWithoutLimits].map(({ parallelRuns }) => parallelRuns)),
].toSorted((a, b) => a - b);
