import { ProductError } from "#src/kit/errors.ts";
import { uuidPattern } from "#src/kit/ids.ts";
import { emailKey } from "#src/features/account/server/emails.ts";
import { personOf } from "#src/features/account/server/usecases.ts";
import { readAudit, readMails, readPeople, readRuns } from "#src/features/operator/server/repository.ts";
import {
  adjustCoins,
  changePerson,
  createCoupon,
  listSwitches,
  type OperatorDeps,
  readSold,
  retryMail,
  saveCoupon,
  saveItem,
  setSwitch,
} from "#src/features/operator/server/usecases.ts";

const usage = `usage: npm run operator -- <what>
  grant <email> [reason]             makes somebody an operator
  revoke <email> [reason]            takes the role
  people [name or email]             lists people, the newest first
  disable <email> [reason]           keeps somebody out
  enable <email>                     lets them in again
  sessions <email>                   signs somebody out everywhere
  level <email> <level> [reason]     gives starter, visionary, individual or enterprise, at least;
                                     justRegistered takes it back
  coins <email> <number> <reason>    gives coins; a negative number takes them
  sold                               lists packs, plans and coupons
  offer <item> | hide <item>         sells a pack or plan, or stops selling it
  coupon <code> <percent> [uses]     makes a coupon of the test payments
  coupon-edit <code> <percent> [uses] changes one; without uses it has no limit
  coupon-off <code>                  ends a coupon
  workflows                          lists workflows and whether they are on
  workflow <name> on|off [reason]    switches a workflow on or off for everybody
  runs [status]                      lists runs: queued, running, succeeded, failed or cancelled
  mails [state]                      lists mails: kept, queued, sent or failed
  retry <mail id>                    tries a mail that failed once more
  audit                              lists what operators did`;

const levels = ["justRegistered", "starter", "visionary", "individual", "enterprise"] as const;

async function idOf(typed: string | undefined, { db }: OperatorDeps): Promise<string> {
  if (!typed?.includes("@")) throw new Error(usage);
  const row = await db.selectFrom("user").select("id").where("email", "=", emailKey(typed)).executeTakeFirst();
  if (!row) throw new Error(`Nobody here has the address ${typed}.`);
  return row.id;
}

/** Words of a reason; none are no reason. */
const reasonOf = (...words: (string | undefined)[]): string | undefined =>
  words
    .filter((word) => word !== undefined)
    .join(" ")
    .trim()
    .slice(0, 180) || undefined;

/** Newest rows of a list, one line each. */
async function listOf(
  what: "people" | "runs" | "mails" | "audit",
  narrow: string | undefined,
  { db }: OperatorDeps,
): Promise<string[]> {
  const page = { limit: 50 };
  if (what === "people")
    return (await readPeople({ ...page, q: narrow }, db)).people.map((person) =>
      [
        `${person.email}: ${person.level}, ${person.credits} coins, ${person.runs} runs`,
        ...(person.isOperator ? ["operator"] : []),
        ...(person.isVerified ? [] : ["not verified"]),
        ...(person.isDisabled ? ["disabled"] : []),
      ].join(", "),
    );
  if (what === "runs")
    return (await readRuns({ ...page, status: narrow }, db)).runs.map(
      (run) =>
        `${run.dateCreated} ${run.workflow} ${run.email}: ${run.errorCode ?? run.status}, ${run.coinsState === "captured" ? run.coins : 0} coins`,
    );
  if (what === "mails")
    return (await readMails({ ...page, state: narrow }, db)).mails.map(
      (mail) =>
        `${mail.id} ${mail.dateCreated} ${mail.kind} ${mail.recipient}: ${mail.state}${mail.lastError === null ? "" : `, ${mail.lastError}`}`,
    );
  return (await readAudit(page, db)).rows.map((row) => {
    const who = row.isTerminal ? "terminal" : (row.operator ?? "deleted account");
    const words = [row.action, row.email ?? row.subject, row.details, row.reason].filter((word) => word !== "");
    return `${row.date} ${who}: ${words.join(" ")}`;
  });
}

/**
 * Does what the words of a terminal say. Whoever can read the database's key is its operator.
 * @returns lines to print
 * @throws Error in words for the person at the terminal
 */
export async function operate(words: readonly string[], deps: OperatorDeps): Promise<string[]> {
  const [what, first, second, ...rest] = words;
  switch (what) {
    case "grant":
    case "revoke":
      await changePerson(
        null,
        { id: await idOf(first, deps), isOperator: what === "grant", reason: reasonOf(second, ...rest) },
        deps,
      );
      return [what === "grant" ? `${first} is an operator now.` : `${first} is no operator any more.`];
    case "disable":
    case "enable":
      await changePerson(
        null,
        { id: await idOf(first, deps), isDisabled: what === "disable", reason: reasonOf(second, ...rest) },
        deps,
      );
      return [what === "disable" ? `${first} is kept out and signed out.` : `${first} may sign in again.`];
    case "sessions":
      await changePerson(null, { id: await idOf(first, deps), endSessions: true }, deps);
      return [`${first} is signed out everywhere.`];
    case "level": {
      const level = levels.find((one) => one === second);
      if (!level) throw new Error(usage);
      const id = await idOf(first, deps);
      await changePerson(null, { id, level, reason: reasonOf(...rest) }, deps);
      const now = (await personOf(id, deps.db))?.owned_license ?? level;
      return level === "justRegistered"
        ? [`${first} has no level given any more: ${now}.`]
        : [`${first} has the level ${level} at least: ${now} now.`];
    }
    case "coins": {
      const coins = Number(second);
      const reason = rest.join(" ").trim();
      if (!Number.isSafeInteger(coins) || coins === 0 || Math.abs(coins) > 1_000_000 || reason.length < 3)
        throw new Error(usage);
      const userId = await idOf(first, deps);
      const moved = await adjustCoins(null, { userId, coins, reason: reason.slice(0, 180), key: deps.newId() }, deps);
      return [`${moved} coins for ${first}.`];
    }
    case "coupon":
    case "coupon-edit": {
      const percentOff = Number(second);
      const mostUses = rest[0] === undefined ? null : Number(rest[0]);
      const isRight =
        /^[A-Z0-9]{3,40}$/.test(first ?? "") &&
        Number.isInteger(percentOff) &&
        percentOff >= 1 &&
        percentOff <= 100 &&
        (mostUses === null || (Number.isInteger(mostUses) && mostUses >= 1));
      if (!isRight) throw new Error(usage);
      const code = first ?? "";
      const discount = { percentOff, centsOff: null, currency: null, mostUses };
      if (what === "coupon") {
        const rest = { expiresAt: null, firstPurchaseOnly: false, leastCents: 0, isActive: true };
        await createCoupon(null, { code, ...discount, ...rest }, deps).catch((error: unknown) => {
          if (error instanceof ProductError && error.code === "operator.couponExists")
            throw new Error(`There is a coupon ${code} already. Change it with: coupon-edit ${code} <percent> [uses]`);
          throw error;
        });
      } else {
        const known = (await readSold(deps.db)).coupons.find((one) => one.code === code);
        if (!known) throw new Error(`There is no coupon ${code}.`);
        const { uses: _, ...coupon } = known;
        await saveCoupon(null, { ...coupon, ...discount }, deps);
      }
      return [`Coupon ${first}: ${percentOff} % off${mostUses === null ? "" : `, ${mostUses} times`}.`];
    }
    case "coupon-off": {
      const found = (await readSold(deps.db)).coupons.find(({ code }) => code === first);
      if (!found) throw new Error(usage);
      const { uses: _, ...coupon } = found;
      await saveCoupon(null, { ...coupon, isActive: false }, deps);
      return [`Coupon ${first} is off.`];
    }
    case "offer":
    case "hide": {
      const item = (await readSold(deps.db)).items.find(({ id }) => id === first);
      if (!item) throw new Error(usage);
      await saveItem(null, { ...item, isOffered: what === "offer" }, deps);
      return [`${first} is ${what === "offer" ? "" : "not "}offered.`];
    }
    case "workflow": {
      if (!first || (second !== "on" && second !== "off")) throw new Error(usage);
      await setSwitch(null, { workflow: first, isOffered: second === "on", reason: reasonOf(...rest) }, deps);
      return [`${first} is ${second}.`];
    }
    case "workflows":
      return (await listSwitches(deps)).map(
        ({ workflow, runs, isOffered }) => `${workflow}: ${runs} runs in 30 days, ${isOffered ? "on" : "off"}`,
      );
    case "retry":
      if (!uuidPattern.test(first ?? "")) throw new Error(usage);
      await retryMail(null, first ?? "", deps);
      return ["The mail is in the queue again."];
    case "people":
    case "runs":
    case "mails":
    case "audit":
      return listOf(what, first, deps);
    case "sold": {
      const { items, coupons } = await readSold(deps.db);
      return [
        ...items.map(
          ({ id, coins, priceCents, currency, isOffered }) =>
            `${id}: ${coins} coins, ${priceCents === null ? "on request" : `${(priceCents / 100).toFixed(2)} ${currency}`}${isOffered ? "" : " (not offered)"}`,
        ),
        ...coupons.map(
          ({ code, uses, mostUses, isActive }) =>
            `coupon ${code}: used ${uses}${mostUses === null ? "" : ` of ${mostUses}`}${isActive ? "" : " (off)"}`,
        ),
      ];
    }
    case "help":
      return [usage];
    default:
      throw new Error(usage);
  }
}
