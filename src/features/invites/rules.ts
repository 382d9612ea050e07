/** Days that the link in a message works. */
export const inviteDays = 30;
/** Days in which no more invites than the operator's limit can be made. */
export const countedDays = 30;
/** Messages that one mailbox gets in these days, whoever invites. */
export const maxPerMailbox = 3;

/** Longest name that we put into a stranger's mail. */
const longestName = 60;
/** What could lead somewhere or call for something: a link, an address, a number to ring. */
const mayLead = /[@/\\<>]|https?:|www\.|\p{L}\.\p{L}{2,}|\d{4}/iu;

/**
 * The name of a person who invites, for somebody who does not know them yet: people choose their names, and nobody may
 * make this installation say something else with one.
 * @returns null for a name that is not shown
 */
export function shownName(name: string): string | null {
  const plain = name
    .normalize("NFC")
    .replace(/[\p{C}\p{Z}]+/gu, " ")
    .trim();
  return plain === "" || plain.length > longestName || mayLead.test(plain) ? null : plain;
}

/** Letters of a code: none that is read as another one. */
const letters = "23456789abcdefghjkmnpqrstuvwxyz";
/** 31 letters to the power of 12 are 59 bits. */
export const codeLength = 12;

/**
 * A code out of random bytes, at least 32.
 * @throws Error when there were too few
 */
export function codeOf(random: Uint8Array): string {
  // Bytes above the last whole multiple would make some letters likelier than others.
  const usable = [...random].filter((byte) => byte < 248).slice(0, codeLength);
  if (usable.length < codeLength) throw new Error("too few random bytes");
  return usable.map((byte) => letters[byte % letters.length]).join("");
}

/** A code as it came in an address or a registration; null for what is none. */
export const readCode = (written: string): string | null =>
  /^[0-9a-z]{8,16}$/.test(written.trim().toLowerCase()) ? written.trim().toLowerCase() : null;

/** Addresses that are invited at once. */
export const maxAddresses = 10;

/** Addresses out of a line that a person typed or pasted, each once: between commas, semicolons and white space. */
export const readAddresses = (line: string): string[] => [
  ...new Set(
    line
      .split(/[\s,;]+/)
      .map((part) => part.replace(/^<|>$/g, ""))
      .filter(Boolean),
  ),
];
