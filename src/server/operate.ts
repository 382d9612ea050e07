import { emailKey } from "#src/features/account/server/emails.ts";
import {
  adjustCoins,
  changePerson,
  type OperatorDeps,
  readSold,
  saveCoupon,
} from "#src/features/operator/server/usecases.ts";

const usage = `usage: npm run operator -- <what>
  grant <email>                      makes somebody an operator
  revoke <email>                     takes the role
  disable <email> | enable <email>   keeps somebody out, or lets them in again
  sessions <email>                   signs somebody out everywhere
  level <email> <level>              justRegistered, starter, visionary, individual or enterprise
  coins <email> <number> <reason>    gives coins; a negative number takes them
  coupon <code> <percent> [uses]     makes a coupon of the test payments
  sold                               lists packs, plans and coupons`;

const levels = ["justRegistered", "starter", "visionary", "individual", "enterprise"] as const;

async function idOf(typed: string | undefined, { db }: OperatorDeps): Promise<string> {
  if (!typed?.includes("@")) throw new Error(usage);
  const row = await db.selectFrom("user").select("id").where("email", "=", emailKey(typed)).executeTakeFirst();
  if (!row) throw new Error(`Nobody here has the address ${typed}.`);
  return row.id;
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
      await changePerson(null, { id: await idOf(first, deps), isOperator: what === "grant" }, deps);
      return [what === "grant" ? `${first} is an operator now.` : `${first} is no operator any more.`];
    case "disable":
    case "enable":
      await changePerson(null, { id: await idOf(first, deps), isDisabled: what === "disable" }, deps);
      return [what === "disable" ? `${first} is kept out and signed out.` : `${first} may sign in again.`];
    case "sessions":
      await changePerson(null, { id: await idOf(first, deps), endSessions: true }, deps);
      return [`${first} is signed out everywhere.`];
    case "level": {
      const level = levels.find((one) => one === second);
      if (!level) throw new Error(usage);
      await changePerson(null, { id: await idOf(first, deps), level }, deps);
      return [`${first} has the level ${level} now.`];
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
    case "coupon": {
      const percentOff = Number(second);
      const mostUses = rest[0] === undefined ? null : Number(rest[0]);
      const isRight =
        /^[A-Z0-9]{3,40}$/.test(first ?? "") &&
        Number.isInteger(percentOff) &&
        percentOff >= 1 &&
        percentOff <= 100 &&
        (mostUses === null || (Number.isInteger(mostUses) && mostUses >= 1));
      if (!isRight) throw new Error(usage);
      await saveCoupon(
        null,
        {
          code: first ?? "",
          percentOff,
          centsOff: null,
          currency: null,
          expiresAt: null,
          mostUses,
          firstPurchaseOnly: false,
          leastCents: 0,
          isActive: true,
        },
        deps,
      );
      return [`Coupon ${first}: ${percentOff} % off${mostUses === null ? "" : `, ${mostUses} times`}.`];
    }
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
    default:
      throw new Error(usage);
  }
}
