import { hash, verify } from "@node-rs/argon2";
import { unavailable } from "#src/kit/errors.ts";
import { createSemaphore } from "#src/kit/semaphore.ts";

/** argon2id is the default algorithm of the library; its enum cannot be named under isolated modules. OWASP's figures. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash holds 19 MiB and a thread for some 20 ms; more at once would starve the thread pool of everything else. */
const atOnce = 4;
const gate = createSemaphore(atOnce);
/** Who comes later than this waits more than a second anyway and is better told to come back. */
const inLine = 200;
let open = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (open >= atOnce + inLine) throw unavailable("Too many people are signing in at this moment");
  open += 1;
  return gate.pass(work).finally(() => (open -= 1));
}

/** Unicode has several spellings of one character; keyboards differ in which they send (NIST SP 800-63B: normalise). */
const spelling = (password: string): string => password.normalize("NFKC");

/**
 * @returns argon2id in PHC format
 * @throws ProductError 503 when too many wait already
 */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(spelling(password), options));

/**
 * False for a wrong password and for a stored value that is no argon2 hash.
 * @throws ProductError 503 when too many wait already
 */
export const isPassword = (stored: string, password: string): Promise<boolean> =>
  inTurn(() => verify(stored, spelling(password)).catch(() => false));
