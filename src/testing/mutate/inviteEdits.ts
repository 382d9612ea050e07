import type { Edit } from "./edit.ts";

const file = "src/features/invites/invites.test.ts";

/** Edits of invites and their rewards. */
export const inviteEdits: readonly Edit[] = [
  {
    name: "invite-never-rewarded",
    file: "src/features/invites/server/rewards.ts",
    find: "(await isDue(referral.invitedId, deps)) && (await rewardReferral(referral, deps))",
    replace: "(await isDue(referral.invitedId, deps)) && referral.coins < 0",
    caughtBy: { row: "/community/pioneers/invites sends invitations and shows rewards" },
  },
  {
    name: "invited-twice",
    file: "src/features/invites/server/usecases.ts",
    find: "if (await own.hasOpen(row.mailbox_hash, now)) throw duplicate;",
    replace: "",
    caughtBy: { row: "A reseller invite can duplicate an earlier invite" },
  },
  {
    name: "invite-of-a-registered-person",
    file: "src/features/invites/server/usecases.ts",
    find: "if (await isAccountOf(email, db)) {",
    replace: "if (email.length < 3) {",
    caughtBy: { row: "A reseller invite can duplicate an already registered user" },
  },
  {
    name: "invite-sent-untold",
    file: "src/features/invites/web/InviteForm.tsx",
    find: 'await toastMessage("resellerInvites.sendSuccess");',
    replace: 'await Promise.resolve("resellerInvites.sendSuccess");',
    caughtBy: {
      row: "resellerInvites.sendSuccess, resellerInvites.sendError, resellerInvites.duplicateInvite, resellerInvites.duplicateRegisteredUser: a toast when an invite was sent, and when it was not",
    },
  },
  {
    name: "reward-untold",
    file: "src/features/invites/web/RewardNotice.tsx",
    find: "if (marked > 0)",
    replace: "if (marked > 1_000)",
    caughtBy: { row: "resellerInvites.rewardSuccess: a toast when coins came for an invite" },
  },
  {
    name: "reward-twice",
    file: "src/features/invites/server/repository.ts",
    find: `      .where("id", "=", id)
      .where("rewarded_at", "is", null)
      .executeTakeFirst();
    return done.numUpdatedRows === 1n;`,
    replace: `      .where("id", "=", id)
      .executeTakeFirst();
    return done.numUpdatedRows === 1n;`,
    caughtBy: { test: "is given once by 50 calls at once", file },
  },
  {
    name: "reward-key-of-its-own",
    file: "src/features/invites/server/rewards.ts",
    find: "key: `reward:invite:${id}:${side}`",
    replace: "key: `reward:invite:${deps.newId()}:${side}`",
    caughtBy: {
      test: "are exactly what the history promises, for both sides, once",
      file: "src/features/invites/rewards.test.ts",
    },
  },
  {
    name: "reward-without-confirmed-address",
    file: "src/features/invites/server/repository.ts",
    find: `      .where("rewarded_at", "is", null)
      .where("user.email_verified", "=", true)`,
    replace: `      .where("rewarded_at", "is", null)`,
    caughtBy: {
      test: "comes for both after a confirmed address and a run that was paid for, and both are told once",
      file,
    },
  },
  {
    name: "reward-for-a-returned-run",
    file: "src/features/runs/server/returning.ts",
    find: "and not exists (select 1 from coin_transaction t where t.idempotency_key = 'refund:run:' || h.id)",
    replace: "",
    caughtBy: { test: "waits while the run may be returned, and does not come for one that was", file },
  },
  {
    name: "reward-before-the-return",
    file: "src/features/runs/server/returning.ts",
    find: "and not exists (select 1 from run r where r.project_id = h.project_id and r.returnable_until > ${now})",
    replace: "",
    caughtBy: { test: "waits while the run may be returned, and does not come for one that was", file },
  },
  {
    name: "invited-by-oneself",
    file: "src/features/invites/server/usecases.ts",
    find: "if (others.some((one) => mailboxOf(one.email) === mailboxOf(email))) return;",
    replace: "if (others.some((one) => one.email === email)) return;",
    caughtBy: { test: "with the own link, or from a mailbox that is known, brings nobody a reward", file },
  },
  {
    name: "plus-is-another-mailbox",
    file: "src/kit/mailbox.ts",
    find: "plus > 0 ?",
    replace: "plus > 1_000 ?",
    caughtBy: { test: "is the same for every case and every tag", file: "src/kit/mailbox.test.ts" },
  },
  {
    name: "invite-used-twice",
    file: "src/features/invites/server/usecases.ts",
    find: "if (found.inviteId !== null && !(await all.spend(found.inviteId, now))) return;",
    replace: "",
    caughtBy: { test: "of 10 at once with one invite, one counts", file },
  },
  {
    name: "invites-without-limit",
    file: "src/features/invites/server/repository.ts",
    find: "return (await row.forUpdate().executeTakeFirst()) !== undefined;",
    replace: "return (await row.executeTakeFirst()) !== undefined;",
    caughtBy: {
      test: "is limited in 30 days, also for many at once, and a link that was withdrawn leads nowhere",
      file,
    },
  },
  {
    name: "accounts-told-freely",
    file: "src/features/invites/server/usecases.ts",
    find: "for (let more = 1; more < triesForAccount; more += 1)",
    replace: "for (let more = 1; more < 1; more += 1)",
    caughtBy: {
      test: "whoever asks who has an account learns it of four addresses a day, and then nothing of any",
      file,
    },
  },
  {
    name: "invite-withdrawn-by-others",
    file: "src/features/invites/server/repository.ts",
    find: `        .where("id", "=", id)
        .where("user_id", "=", userId)
        .returningAll()`,
    replace: `        .where("id", "=", id)
        .returningAll()`,
    caughtBy: { test: "cannot be seen, taken back or counted by others", file },
  },
  {
    name: "any-name-in-mails",
    file: "src/features/invites/rules.ts",
    find: "|| mayLead.test(plain)",
    replace: "",
    caughtBy: {
      test: "of somebody whose name says something else, or whose address is not confirmed, names nobody",
      file,
    },
  },
  {
    name: "disabled-person-invites",
    file: "src/features/invites/server/repository.ts",
    find: "u.id = ${sql.ref(owner)} and u.disabled_at is null)",
    replace: "u.id = ${sql.ref(owner)})",
    caughtBy: {
      test: "invites nobody: its link and its messages lead nowhere until it is let in again",
      file: "src/features/invites/invites.test.ts",
    },
  },
  {
    name: "disabled-inviter-paid",
    file: "src/features/invites/server/rewards.ts",
    find: " && !(await personOf(person, trx))?.disabled_at;",
    replace: ";",
    caughtBy: {
      test: "of the one who invited gets no coins, and the friend still does; a disabled friend waits",
      file: "src/features/invites/invites.test.ts",
    },
  },
];
