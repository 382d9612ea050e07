import { trimEndBy } from "#src/kit/text.ts";
import { z } from "zod";
import type { ConfigRow } from "./config.ts";

/** Providers that people can sign in with, in the order of their buttons. */
export const signInProviders = ["google", "microsoft", "linkedin", "github"] as const;
export type SignInProvider = (typeof signInProviders)[number];

/** Their names as people know them; the same in every language. */
export const signInProviderNames: Readonly<Record<SignInProvider, string>> = {
  google: "Google",
  microsoft: "Microsoft",
  linkedin: "LinkedIn",
  github: "GitHub",
};

const filled = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
const clientId = (env: string, name: string) =>
  ({
    env,
    doc: `Client id of the app that you registered at ${name}. With its secret, people can sign in with ${name}; the app's redirect address is APP_URL/api/auth/callback/${name.toLowerCase()}.`,
    schema: filled(z.string().regex(/^\S{1,300}$/)),
    must: "an id without blanks",
    default: "",
  }) satisfies ConfigRow;
const clientSecret = (env: string, name: string) =>
  ({
    env,
    doc: `Secret of that app.`,
    schema: filled(z.string().regex(/^\S{1,500}$/)),
    must: `the secret that ${name} shows, without blanks`,
    default: "",
    secret: true,
  }) satisfies ConfigRow;
/** A server that says who somebody is: nothing but https is believed, http on this machine apart. */
const providerAddress = (env: string, doc: string, home: string) =>
  ({
    env,
    doc,
    schema: z
      .url({ protocol: /^https?$/ })
      .refine((value) => {
        const parsed = URL.parse(value);
        if (!parsed || parsed.username + parsed.password + parsed.search + parsed.hash !== "") return false;
        return parsed.protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(parsed.hostname);
      })
      .transform((value) => trimEndBy(value, /\//)),
    must: "an https address without user, query and fragment",
    default: home,
  }) satisfies ConfigRow;

/** Settings of signing in with an account that people have elsewhere. */
export const signInRows = {
  googleClientId: clientId("GOOGLE_CLIENT_ID", "Google"),
  googleClientSecret: clientSecret("GOOGLE_CLIENT_SECRET", "Google"),
  googleIssuer: providerAddress(
    "GOOGLE_ISSUER",
    "OpenID issuer behind the Google button, found by its discovery document.",
    "https://accounts.google.com",
  ),
  microsoftClientId: clientId("MICROSOFT_CLIENT_ID", "Microsoft"),
  microsoftClientSecret: clientSecret("MICROSOFT_CLIENT_SECRET", "Microsoft"),
  microsoftTenant: {
    env: "MICROSOFT_TENANT",
    doc: "Entra tenant whose people may sign in, by its id or domain; `organizations` takes all tenants, `consumers` personal accounts, `common` both. Microsoft says that an address is verified only where the app asks for the optional claim `xms_edov` or `verified_primary_email`.",
    schema: z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9.-]{1,100}$/),
    must: "the id or domain of a tenant, or common, organizations or consumers",
    default: "common",
  },
  microsoftAuthority: providerAddress(
    "MICROSOFT_AUTHORITY",
    "Address of Entra, for national clouds.",
    "https://login.microsoftonline.com",
  ),
  linkedinClientId: clientId("LINKEDIN_CLIENT_ID", "LinkedIn"),
  linkedinClientSecret: clientSecret("LINKEDIN_CLIENT_SECRET", "LinkedIn"),
  linkedinIssuer: providerAddress(
    "LINKEDIN_ISSUER",
    "OpenID issuer behind the LinkedIn button, found by its discovery document.",
    "https://www.linkedin.com/oauth",
  ),
  githubClientId: clientId("GITHUB_CLIENT_ID", "GitHub"),
  githubClientSecret: clientSecret("GITHUB_CLIENT_SECRET", "GitHub"),
  githubBaseUrl: providerAddress(
    "GITHUB_BASE_URL",
    "Address of GitHub, or of a GitHub Enterprise Server of your own.",
    "https://github.com",
  ),
  signInTimeoutMs: {
    env: "SIGN_IN_TIMEOUT_MS",
    doc: "Milliseconds one of these providers may take to say who somebody is.",
    schema: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .pipe(z.number().min(100).max(60_000)),
    must: "a whole number from 100 to 60000",
    default: "8000",
  },
} as const satisfies Record<string, ConfigRow>;
