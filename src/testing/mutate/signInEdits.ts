import type { Edit } from "./edit.ts";

const server = "src/features/account/server";
const tests = "src/features/account";
const providers = `${tests}/providers.test.ts`;
const passkeys = `${tests}/passkeys.test.ts`;
const links = `${tests}/links.test.ts`;
const secondFactor = `${tests}/secondFactor.test.ts`;

/** Edits of ways to sign in: providers, passkeys, second factor, links, and what asks for a recent sign-in. */
export const signInEdits: readonly Edit[] = [
  {
    name: "provider-of-any-browser",
    file: `${server}/providerSignIn.ts`,
    find: 'if (!isSame(hashToken(browser), begun.browser)) return refuse("ProviderExpired", null);',
    replace: "",
    caughtBy: { test: "is refused without the state, with another one, and of another browser", file: providers },
  },
  {
    name: "provider-nonce-unread",
    file: `${server}/providers.ts`,
    find: 'if (claims["nonce"] !== nonce && ',
    replace: 'if (claims["nonce"] === "" && ',
    caughtBy: { test: "without a nonce is refused, except of LinkedIn, which repeats none", file: providers },
  },
  {
    name: "provider-without-verifier",
    file: `${server}/providers.ts`,
    find: "codeVerifier: verifier,\n        redirectURI: redirectUri,\n      });\n      return url.href;",
    replace: "redirectURI: redirectUri,\n      });\n      return url.href;",
    caughtBy: { test: "with a code of another way is refused by the verifier", file: providers },
  },
  {
    name: "provider-unverified-linked",
    file: `${server}/providerSignIn.ts`,
    find: 'if (!typed.success || !isVerified) return "ProviderUnverified";',
    replace: 'if (!typed.success) return "ProviderUnverified";',
    caughtBy: { test: "is refused where the provider does not say that the address is theirs", file: providers },
  },
  {
    name: "provider-takes-unconfirmed-account",
    file: `${server}/providerSignIn.ts`,
    find: `  if (known && !(known.email_verified && isAuthoritative)) return "OAuthAccountNotLinked";
  if (known)`,
    replace: `  if (known) await accountOf(known.id, deps.db).confirmAddress();
  if (known)`,
    caughtBy: {
      test: "gets in by no provider where the address was never confirmed, and nothing is linked",
      file: providers,
    },
  },
  {
    name: "provider-past-second-factor",
    file: `${server}/providerSignIn.ts`,
    find: `    await requireFactor(person.id, code, caller, trx, deps);
`,
    replace: "",
    caughtBy: { test: "is asked for the second factor, and each code opens it once", file: providers },
  },
  {
    name: "provider-way-twice",
    file: `${server}/repository.ts`,
    find: `  const row = await db
    .deleteFrom("verification")
    .where("identifier", "=", placeOf(kind, token))
    .where("expires_at", ">", sql<Date>\`now()\`)
    .returning("value")`,
    replace: `  const row = await db
    .selectFrom("verification")
    .where("identifier", "=", placeOf(kind, token))
    .where("expires_at", ">", sql<Date>\`now()\`)
    .select("value")`,
    caughtBy: { test: "works once, also when several come at the same time", file: providers },
  },
  {
    name: "provider-last-way-unlinked",
    file: `${server}/providerSignIn.ts`,
    find: '.countWaysIn(["credential", ...providers.keys()])) === 0)',
    replace: '.countWaysIn(["credential", ...providers.keys()])) < 0)',
    caughtBy: { test: "never unlink the last way in, also when all go at the same time", file: providers },
  },
  {
    name: "provider-issuer-unread",
    file: `${server}/providers.ts`,
    find: 'if (named !== issuer.replace(pattern, tenant)) throw new Error("The issuer is another one");',
    replace: "",
    caughtBy: { test: "of a tenant is refused when its issuer names another one", file: providers },
  },
  {
    name: "provider-waited-for",
    file: `${server}/providers.ts`,
    find: "work(AbortSignal.timeout(timeoutMs));",
    replace: "work(AbortSignal.timeout(timeoutMs * 20));",
    caughtBy: {
      test: "waits for no provider that is away or slow, follows none elsewhere, and reads no nonsense",
      file: providers,
    },
  },
  {
    name: "link-keeps-strangers-provider",
    file: `${server}/usecases.ts`,
    find: "await own.forgetWaysIn();",
    replace: "",
    caughtBy: {
      test: "A link from a mail takes an unconfirmed account from whoever holds it, a linked provider too",
      file: providers,
    },
  },
  {
    name: "passkey-challenge-twice",
    file: `${server}/passkeys.ts`,
    find: 'await takeUnderWay("passkey", token, db)',
    replace: 'await readUnderWay("passkey", token, db)',
    caughtBy: { test: "has its challenge used up by a wrong answer, too", file: passkeys },
  },
  {
    name: "passkey-for-anything",
    file: `${server}/passkeys.ts`,
    find: "if (!found.success || found.data.for !== wanted.for) return null;",
    replace: "if (!found.success) return null;",
    caughtBy: { test: "answers no question that was asked for something else", file: passkeys },
  },
  {
    name: "passkey-copy-admitted",
    file: `${server}/passkeys.ts`,
    find: "if ((after > 0 || before > 0) && after <= before) {",
    replace: "if (after < 0) {",
    caughtBy: {
      test: "whose counter does not go on is refused as a copy, and the log tells the person",
      file: passkeys,
    },
  },
  {
    name: "passkey-of-another-session",
    file: `${server}/passkeys.ts`,
    find: "return isSameSession ? token : null;",
    replace: "return isSameSession || token ? token : null;",
    caughtBy: { test: "ask for a recent sign-in, which a passkey of one's own proves", file: passkeys },
  },
  {
    name: "passkey-survives-reset",
    file: `${server}/usecases.ts`,
    find: 'if (!person.email_verified || otherWays === "remove") await own.forgetOtherWays();',
    replace: 'if (otherWays === "remove") await own.forgetOtherWays();',
    caughtBy: {
      test: "A new password by a link takes the passkeys of an account that was never confirmed",
      file: passkeys,
    },
  },
  {
    name: "code-twice",
    file: `${server}/repository.ts`,
    find: 'where("last_step", "<", String(step))',
    replace: 'where("last_step", "<=", String(step + 1))',
    caughtBy: {
      test: "works once, also when ten use it at the same time, and none of before works after it",
      file: secondFactor,
    },
  },
  {
    name: "recovery-code-twice",
    file: `${server}/repository.ts`,
    find: `      const gone = await db
        .deleteFrom("recovery_code")
        .where("user_id", "=", userId)
        .where("code_hash", "=", hash)
        .executeTakeFirst();
      return gone.numDeletedRows === 1n;`,
    replace: `      const found = await db
        .selectFrom("recovery_code")
        .select("code_hash")
        .where("user_id", "=", userId)
        .where("code_hash", "=", hash)
        .executeTakeFirst();
      return found !== undefined;`,
    caughtBy: { test: "opens one session, also when fifty use it at the same time", file: secondFactor },
  },
  {
    name: "recovery-codes-outlive-their-set",
    file: `${server}/repository.ts`,
    find: `    replaceCodes: async (hashes: readonly string[]): Promise<void> => {
      await db.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
`,
    replace: `    replaceCodes: async (hashes: readonly string[]): Promise<void> => {
`,
    caughtBy: {
      test: "may be typed in capitals and with blanks, belongs to one person, and dies with a new set",
      file: secondFactor,
    },
  },
  {
    name: "link-past-second-factor",
    file: `${server}/usecases.ts`,
    find: "    await requireFactor(userId, code, caller, trx, deps);\n    await own.confirmAddress();",
    replace: "    await own.confirmAddress();",
    caughtBy: {
      test: "a link to sign in asks for the code too, and stays good until it was right",
      file: secondFactor,
    },
  },
  {
    name: "export-of-long-ago",
    file: `${server}/routes.ts`,
    find: `    await readJson(context, nothing);
    requireRecent(session, deps);
`,
    replace: `    await readJson(context, nothing);
`,
    caughtBy: { test: "needs a recent sign-in and stands in the log", file: `${tests}/export.test.ts` },
  },
  {
    name: "export-not-in-the-log",
    file: `${server}/routes.ts`,
    find: '({ id }, trx) => recordEvent("exported", id, callerOf(context), trx, deps)',
    replace: "() => Promise.resolve(callerOf(context))",
    caughtBy: { test: "needs a recent sign-in and stands in the log", file: `${tests}/export.test.ts` },
  },
  {
    name: "log-with-whole-addresses",
    file: `${server}/events.ts`,
    find: '.slice(0, 3).join(".")}.x`',
    replace: '.slice(0, 4).join(".")}.x`',
    caughtBy: { test: "never tells the host", file: `${server}/events.test.ts` },
  },
  {
    name: "link-confirms-for-anybody",
    file: `${server}/usecases.ts`,
    find: "if (session?.userId === userId) return session;",
    replace: "if (session) return { ...session, userId };",
    caughtBy: {
      test: "confirms nothing for its owner where a stranger registered with the address, who then takes the account",
      file: links,
    },
  },
  {
    name: "reset-keeps-ways-that-were-to-go",
    file: `${server}/usecases.ts`,
    find: '|| otherWays === "remove")',
    replace: "|| otherWays === undefined)",
    caughtBy: { test: "ends them on demand", file: links },
  },
  {
    name: "provider-of-any-mailbox-linked",
    file: `${server}/providerSignIn.ts`,
    find: "!(known.email_verified && isAuthoritative)",
    replace: "!known.email_verified",
    caughtBy: {
      test: "gets in by no provider that cannot know whose the address is today, and connects it in the settings",
      file: providers,
    },
  },
  {
    name: "provider-proof-of-long-ago",
    file: `${server}/providerSignIn.ts`,
    find: "signedInAt && deps.now().getTime() - signedInAt.getTime() > freshMs",
    replace: "signedInAt && deps.now().getTime() < 0",
    caughtBy: { test: "ask for a recent sign-in, which a linked provider proves and no other", file: providers },
  },
  {
    name: "provider-proof-past-password",
    file: `${server}/providerSignIn.ts`,
    find: 'rest.purpose === "prove" && session && ',
    replace: 'rest.purpose === "signIn" && session && ',
    caughtBy: { test: "ask for a recent sign-in, which a linked provider proves and no other", file: providers },
  },
  {
    name: "provider-of-another-tenant",
    file: `${server}/providers.ts`,
    find: "iss?.includes(`/${tid}/`)",
    replace: "iss?.includes(`/`)",
    caughtBy: {
      test: "Microsoft lets in people of the tenants that are asked for, whatever name they have",
      file: providers,
    },
  },
  {
    name: "wrong-code-unlogged",
    file: `${server}/events.ts`,
    find: 'refusal.code === "login.wrongCode")',
    replace: 'refusal.code === "never")',
    caughtBy: { test: "is asked for the second factor, and each code opens it once", file: providers },
  },
  {
    name: "older-link-alive",
    file: `${server}/links.ts`,
    find: '  await trx.deleteFrom("account_link").where("user_id", "=", to.id).where("kind", "=", kind).execute();\n',
    replace: "",
    caughtBy: { test: "is dead after a newer one, after 30 minutes, and after a new password", file: links },
  },
  {
    name: "passkey-of-two-accounts",
    file: "src/features/account/server/passkeys.ts",
    find: 'if (!(await keys.insert(row))) throw conflict("passkey.known", "This passkey is known already");',
    replace: "await keys.insert(row);",
    caughtBy: {
      test: "take the same credential once and at most twenty",
      file: "src/features/account/passkeys.test.ts",
    },
  },
  {
    name: "passkeys-without-end",
    file: "src/features/account/server/passkeys.ts",
    find: "    if ((await keys.list()).length >= mostPasskeys)\n",
    replace: "    if ((await keys.list()).length < 0)\n",
    caughtBy: {
      test: "take the same credential once and at most twenty",
      file: "src/features/account/passkeys.test.ts",
    },
  },
];
