import { oc } from "@orpc/contract";
import { z } from "zod";
import { coins, email, id, instant, recordId, recordInstant, text } from "#src/kit/schemas.ts";

/** License tiers, lowest first (specification section 4). */
export const license = z.enum(["justRegistered", "starter", "visionary", "individual", "enterprise"]);
export type License = z.infer<typeof license>;

/** What a person may do, by the level and the installation. */
export const rights = z.object({
  /** Runs that work at the same time; further ones wait. */
  parallelRuns: z.int().min(1),
  /** Projects that run again by themselves; null without an end. */
  schedules: z.int().min(0).nullable(),
  /** Files of one run. */
  attachments: z.int().min(0),
  /** All files of one run together, bytes. */
  attachmentBytes: z.int().min(0),
  /** The depth "deep" of a run. */
  deepResearch: z.boolean(),
});
export type Rights = z.infer<typeof rights>;

/** The active user, specification section 3. `credits` is what can be spent: balance minus held coins. */
export const user = z.object({
  id: recordId,
  name: text(120),
  email,
  credits: coins,
  ownedLicense: license,
  emailVerified: z.boolean(),
  image: z.string().nullable(),
  roles: z.array(z.string()),
  dateCreated: recordInstant,
  rights,
});
export type User = z.infer<typeof user>;

/** 10 to 128 characters; length is what makes a password strong (NIST SP 800-63B). */
export const newPassword = text(128, 1).refine((value) => value.length >= 10, {
  error: "needs at least 10 characters",
  params: { messageKey: "validation.password" },
});

export const registration = z.strictObject({
  name: text(120, 1),
  email,
  password: newPassword,
  language: z.enum(["en", "de"]).optional(),
  inviteCode: text(64).optional(),
  /** The page sends it; when is kept with the account. */
  termsAccepted: z.literal(true).optional(),
});
export type Registration = z.infer<typeof registration>;

/** Without `currentPassword` for a person who has none: a recent sign-in stands for it. */
export const passwordChange = z.strictObject({ currentPassword: text(128, 1).optional(), newPassword });
export type PasswordChange = z.infer<typeof passwordChange>;

/** Bytes as base64url. */
const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/);

/** What an authenticator signed, as `PublicKeyCredential.toJSON()` writes it. */
export const passkeyAnswer = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(200).nullish(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;
/** A new credential, as `PublicKeyCredential.toJSON()` writes it. */
const newCredential = z.object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(8000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
const passkeyName = text(60, 1);
export const newPasskey = z.strictObject({ name: passkeyName, credential: newCredential });
export type NewPasskey = z.infer<typeof newPasskey>;
export const passkeyRename = z.strictObject({ id, name: passkeyName });
export const passkeyRemoval = z.strictObject({ id });
export const passkeySignIn = z.strictObject({ credential: passkeyAnswer });

/** What a sign-in through a provider still asks for: a code, or the name and the terms of a new account. */
export const providerFinish = z.union([
  z.strictObject({ code: text(40, 1) }),
  z.strictObject({ name: text(120, 1), termsAccepted: z.literal(true) }),
]);
export type ProviderFinish = z.infer<typeof providerFinish>;

/** A sign-in through a provider that waits for `providerFinish`. */
export type PendingSignIn =
  | { step: "code"; provider: string }
  | { step: "register"; provider: string; name: string; email: string };

/** How the person at the sign-in page can get in. */
export interface WaysToSignIn {
  /** In the order of their buttons. */
  providers: { id: string; name: string }[];
  /** Coins that a new account starts with. */
  welcomeCoins: number;
}

/** What opens an account beside links in mails. */
export interface WaysIn {
  password: boolean;
  /** All that this installation offers, and those that the person linked. */
  providers: { id: string; name: string; dateLinked: string | null }[];
  passkeys: { id: string; name: string; dateCreated: string; dateLastUsed: string | null; isSynced: boolean }[];
}

/** Proves once more who sits there: grave acts ask for a proof of the last minutes. */
export const identityProof = z.union([
  z.strictObject({ password: text(128, 1) }),
  z.strictObject({ code: text(40, 1) }),
  z.strictObject({ passkey: passkeyAnswer }),
]);
export type IdentityProof = z.infer<typeof identityProof>;

/** Asks for a link to set a new password; the answer is the same for every address. */
export const resetRequest = z.strictObject({ email, language: z.enum(["en", "de"]).optional() });
export type ResetRequest = z.infer<typeof resetRequest>;
/** Token of a link in a mail: whose it is, 24 random bytes, and our signature. */
const linkToken = text(200, 1);
export const resetFinish = z.strictObject({
  token: linkToken,
  password: newPassword,
  /** What becomes of passkeys and connected accounts, which somebody else may have added; they stay unless asked otherwise. */
  otherWays: z.enum(["keep", "remove"]).optional(),
  /** Of the second factor, where it is on and the other ways are to go. */
  code: text(40, 1).optional(),
});
export type ResetFinish = z.infer<typeof resetFinish>;
export const addressConfirmation = z.strictObject({ token: linkToken });

export const logout = z.strictObject({ dateLastLogout: instant });

/** Where a person is signed in; ids, never tokens. */
export interface SessionList {
  sessions: {
    id: string;
    current: boolean;
    dateCreated: string;
    dateLastUsed: string;
    expires: string;
    address: string | null;
    userAgent: string | null;
  }[];
  nextCursor?: string;
}

/** What an account's log tells. */
export type AccountEventKind =
  | "signedIn"
  | "signInFailed"
  | "passwordChanged"
  | "passwordReset"
  | "emailChangeAsked"
  | "emailChanged"
  | "sessionsEnded"
  | "twoFactorOn"
  | "twoFactorOff"
  | "recoveryCodesRenewed"
  | "recoveryCodeUsed"
  | "providerLinked"
  | "providerUnlinked"
  | "passkeyAdded"
  | "passkeyRemoved"
  | "passkeyRefused"
  | "exported";

/** A page of what happened to an account, newest first. */
export interface AccountEvents {
  events: {
    id: string;
    kind: AccountEventKind;
    /** ISO 8601. */
    date: string;
    /** Coarse address. */
    network: string | null;
    userAgent: string | null;
  }[];
  nextCursor?: string;
}

/** What guards an account, as the settings show it. */
export interface AccountSecurity {
  twoFactor: boolean;
  /** Recovery codes that were not used yet. */
  recoveryCodes: number;
  /** The new address, until its link was confirmed. */
  pendingEmail: string | null;
}

export const emailChange = z.strictObject({ email });
export type EmailChange = z.infer<typeof emailChange>;
/** A code of an authenticator app, or a recovery code. */
const typedCode = text(40, 1);
export const factorConfirmation = z.strictObject({ code: typedCode });
/** The token of a sign-in link, and the second factor where it is on. */
export const linkSignIn = z.strictObject({ token: linkToken, code: typedCode.optional() });
export type LinkSignIn = z.infer<typeof linkSignIn>;

/** One session by its id, or all but the one that asks. */
export const sessionsToEnd = z.union([z.strictObject({ id }), z.strictObject({ others: z.literal(true) })]);

export const accountContract = {
  getUser: oc.route({ method: "GET", path: "/user", summary: "The signed-in person", tags: ["account"] }).output(user),
  updateUser: oc
    .route({ method: "PATCH", path: "/user", summary: "Change the name", tags: ["account"] })
    .input(z.strictObject({ name: text(120, 1) }))
    .output(user),
  deleteUser: oc
    .route({ method: "DELETE", path: "/user", summary: "Delete the account and everything it owns", tags: ["account"] })
    .input(z.strictObject({ enData: z.strictObject({ userId: id }) }))
    .output(z.object({ deleted: z.literal(true) })),
};
