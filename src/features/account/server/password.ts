import { hash, verify } from "@node-rs/argon2";

/** argon2id is the default algorithm of the library; its enum cannot be named under isolated modules. OWASP's figures. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash holds 19 MiB and a thread for some 20 ms; more at once would starve the thread pool of everything else. */
const atOnce = 4;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Unicode has several spellings of one character; keyboards differ in which they send (NIST SP 800-63B: normalise). */
const spelling = (password: string): string => password.normalize("NFKC");

/** @returns argon2id in PHC format */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(spelling(password), options));

/** False for a wrong password and for a stored value that is no argon2 hash. */
export const isPassword = async (stored: string, password: string): Promise<boolean> => {
  try {
    return await inTurn(() => verify(stored, spelling(password)));
  } catch {
    return false;
  }
};
