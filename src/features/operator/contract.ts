import { oc } from "@orpc/contract";
import { z } from "zod";
import { license } from "#src/features/account/contract.ts";
import { coins, id, page, recordId, recordInstant, text } from "#src/kit/schemas.ts";

const count = z.int().min(0);

/** Half of the runs took at most the median, 95 of 100 at most `p95`, in seconds; null without any. */
const durations = z.object({ median: z.number(), p95: z.number() }).nullable();
export type Durations = z.infer<typeof durations>;

/** How the installation does. */
const health = z.object({
  /** Of runs of the last 24 hours, from start to first words. */
  firstTextSeconds: durations,
  /** Of the same, from start to result. */
  resultSeconds: durations,
  /** When `npm run backup` was last done; null when it never was. */
  lastBackup: recordInstant.nullable(),
});
export type Health = z.infer<typeof health>;

/** Figures of a period for the first page. */
const overview = z.object({
  people: count,
  newPeople: count,
  runs: count,
  /** Failed or cancelled. */
  runsWithoutResult: count,
  coinsCharged: z.int(),
  coinsReturned: z.int(),
  /** In the smallest unit of the currency, refunds taken off. */
  revenueCents: z.int(),
  payments: count,
  currency: z.string(),
  /** Seconds from the start of a run to its first words. */
  firstTextSeconds: durations,
  /** Hours of the last day, or days in UTC, oldest first; each by the instant when it begins. */
  bars: z.array(z.object({ from: recordInstant, runs: count, failed: count })),
  /** What somebody should see to; numbers by kind, for `backupOld` the days since the last one. */
  needsLook: z.array(
    z.object({ kind: z.enum(["mailsFailed", "paymentProblems", "runsWaiting", "refundsOwed", "backupOld"]), count }),
  ),
});
export type Overview = z.infer<typeof overview>;

const person = z.object({
  id: recordId,
  name: z.string(),
  email: z.string(),
  /** The level that counts. */
  level: license,
  /** Given by an operator until it is taken back; null without one. */
  grantedLevel: license.nullable(),
  credits: coins,
  runs: count,
  dateCreated: recordInstant,
  /** The last request of a session or the last sign-in that is known; null when there was none since both were removed. */
  dateLastSeen: recordInstant.nullable(),
  isVerified: z.boolean(),
  isDisabled: z.boolean(),
  isOperator: z.boolean(),
  sessions: count,
});
export type OperatedPerson = z.infer<typeof person>;

/** One run as an operator may see it: no words of the person, no result. */
const operatedRun = z.object({
  id: recordId,
  userId: recordId,
  email: z.string(),
  workflow: z.string(),
  status: z.string(),
  coins,
  coinsState: z.string(),
  errorCode: z.string().nullable(),
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  dateCreated: recordInstant,
  dateFinished: recordInstant.nullable(),
});
export type OperatedRun = z.infer<typeof operatedRun>;

/** One mail, without its words. */
const operatedMail = z.object({
  id: recordId,
  kind: z.string(),
  recipient: z.string(),
  state: z.enum(["kept", "queued", "sent", "failed"]),
  attempts: count,
  lastError: z.string().nullable(),
  dateCreated: recordInstant,
  dateFinished: recordInstant.nullable(),
});
export type OperatedMail = z.infer<typeof operatedMail>;

const cents = z.int().min(1).max(100_000_000);
const currency = z.string().regex(/^[A-Z]{3}$/, "must be three capital letters");

/** A pack or plan as it is sold. */
export const soldItem = z.strictObject({
  id: text(40, 1).regex(/^[a-z0-9-]+$/, "must be small letters, figures and hyphens"),
  kind: z.enum(["pack", "plan"]),
  coins: z.int().min(0).max(10_000_000),
  priceCents: cents.nullable(),
  currency,
  level: license.nullable(),
  isOffered: z.boolean(),
  isRecommended: z.boolean(),
  place: z.int().min(0).max(1000),
});
export type SoldItem = z.infer<typeof soldItem>;

/** A coupon of the test payments; those of Stripe are made there. */
export const soldCoupon = z.strictObject({
  code: text(40, 3).regex(/^[A-Z0-9]+$/, "must be capital letters and figures"),
  percentOff: z.int().min(1).max(100).nullable(),
  centsOff: cents.nullable(),
  currency: currency.nullable(),
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
  mostUses: z.int().min(1).max(1_000_000).nullable(),
  firstPurchaseOnly: z.boolean(),
  leastCents: z.int().min(0).max(100_000_000),
  isActive: z.boolean(),
});
export type SoldCoupon = z.infer<typeof soldCoupon>;

export const auditAction = z.enum([
  "disable",
  "enable",
  "endSessions",
  "grantRole",
  "revokeRole",
  "setLevel",
  "giveCoins",
  "takeCoins",
  "saveItem",
  "saveCoupon",
  "stopCoupon",
  "retryMail",
  "switchOn",
  "switchOff",
]);
export type AuditAction = z.infer<typeof auditAction>;

const auditRow = z.object({
  id: recordId,
  /** Name of the operator; null at the terminal, and when the account is gone. */
  operator: z.string().nullable(),
  isTerminal: z.boolean(),
  action: auditAction,
  /** Id or name of whom or what it was done to. */
  subject: z.string(),
  /** Address of the person that it was done to; null when it was no person or the account is gone. */
  email: z.string().nullable(),
  /** The new value: coins, a level, a price. */
  details: z.string(),
  reason: z.string(),
  date: recordInstant,
});
export type AuditRow = z.infer<typeof auditRow>;

const route = (method: "GET" | "POST" | "PUT", path: `/${string}`, summary: string) =>
  oc.route({ method, path: `/operator${path}`, summary, tags: ["operator"] });
const nextCursor = z.string().optional();
const done = z.object({ done: z.literal(true) });

/** Why, in the operator's words; kept with the act. */
const reason = text(180, 3);

export const personChange = z
  .strictObject({
    id,
    isDisabled: z.boolean().optional(),
    endSessions: z.literal(true).optional(),
    level: license.optional(),
    isOperator: z.boolean().optional(),
    reason: reason.optional(),
  })
  .refine(
    (change) =>
      change.reason !== undefined ||
      (change.isDisabled !== true && change.isOperator === undefined && change.level === undefined),
    { path: ["reason"], error: "must say why", params: { messageKey: "validation.required" } },
  );
export type PersonChange = z.infer<typeof personChange>;

const workflowSwitch = z.object({
  /** Long name. */
  workflow: z.string(),
  key: z.string(),
  isOffered: z.boolean(),
  /** Of the last 30 days. */
  runs: count,
});
export type WorkflowSwitch = z.infer<typeof workflowSwitch>;

export const operatorContract = {
  getOverview: route("GET", "/overview", "Figures of a period")
    .input(z.strictObject({ days: z.enum(["1", "14", "90"]).default("14") }))
    .output(overview),
  getHealth: route("GET", "/health", "How fast runs are, and the last backup").output(health),
  listPeople: route("GET", "/people", "People, the newest first")
    .input(page.extend({ q: text(200).optional() }))
    .output(z.object({ people: z.array(person), nextCursor })),
  changePerson: route("POST", "/people", "Disable, let in again, end sessions, give a level, change the role")
    .input(personChange)
    .output(done),
  grantCoins: route("POST", "/coins", "Give coins, or take them, with a reason")
    .input(
      z.strictObject({
        userId: id,
        coins: z
          .int()
          .min(-1_000_000)
          .max(1_000_000)
          .refine((value) => value !== 0, "must not be 0"),
        reason,
        /** Made by the page, so that a press that is repeated gives once. */
        key: id,
      }),
    )
    .output(z.object({ coins: z.int() })),
  listSold: route("GET", "/sold", "Packs, plans and coupons").output(
    z.object({
      /** What takes the money; null where nothing is sold. */
      provider: z.enum(["stripe", "local"]).nullable(),
      items: z.array(soldItem),
      coupons: z.array(soldCoupon.extend({ uses: count })),
    }),
  ),
  saveItem: route("PUT", "/sold/items", "Make or change a pack or plan").input(soldItem).output(done),
  createCoupon: route("POST", "/sold/coupons", "Make a coupon; a code that is known is refused")
    .input(soldCoupon)
    .output(done),
  saveCoupon: route("PUT", "/sold/coupons", "Change a coupon").input(soldCoupon).output(done),
  listRuns: route("GET", "/runs", "Runs of everybody, the newest first")
    .input(page.extend({ status: z.enum(["queued", "running", "succeeded", "failed", "cancelled"]).optional() }))
    .output(z.object({ runs: z.array(operatedRun), nextCursor })),
  listMails: route("GET", "/mails", "Mails, the newest first")
    .input(page.extend({ state: z.enum(["kept", "queued", "sent", "failed"]).optional() }))
    .output(z.object({ mails: z.array(operatedMail), nextCursor })),
  retryMail: route("POST", "/mails/retry", "Try a mail that failed once more")
    .input(z.strictObject({ id }))
    .output(done),
  listSwitches: route("GET", "/workflows", "Workflows and whether they are offered").output(
    z.object({ workflows: z.array(workflowSwitch) }),
  ),
  setSwitch: route("PUT", "/workflows", "Switch a workflow on or off for everybody")
    .input(z.strictObject({ workflow: text(80, 1), isOffered: z.boolean(), reason: reason.optional() }))
    .output(done),
  listAudit: route("GET", "/audit", "What operators did, the newest first")
    .input(page)
    .output(z.object({ rows: z.array(auditRow), nextCursor })),
};
