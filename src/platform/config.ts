import { z } from "zod";
import { modelProblem } from "./hostedProviders.ts";
import { misspeltNames } from "./misspelt.ts";
import { signInProviders, signInRows } from "./signInSettings.ts";
import { sourceRows } from "./sourceSettings.ts";

/** One environment variable: what the documentation, the example file and the parser know of it. */
export interface ConfigRow {
  env: string;
  /** One sentence for an operator. Generated into docs/configuration.md and .env.example. */
  doc: string;
  schema: z.ZodType;
  /** What the value must be, as the end of the sentence "PORT must be …". */
  must?: string;
  /** What applies when the variable is unset, as text; `""` means unset. */
  default: string;
  /** Never shown in logs or on pages. */
  secret?: true;
}

const url = z.url();
/** A setting that may stay unset. */
const optional = <Schema extends z.ZodType, More extends object>({ schema, ...more }: { schema: Schema } & More) => ({
  ...more,
  schema: z.preprocess((value) => (value === "" ? undefined : value), schema.optional()),
  default: "" as const,
});
const optionalText = optional({ schema: z.string() });
const optionalSecret = (env: string, doc: string) => ({ env, doc, ...optionalText, secret: true }) as const;
/** `Name <address>` or an address alone, on one line. */
const sender = z.string().regex(/^(?:[^<>\r\n"]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/, "must be Name <address>");
/**
 * An origin that goes into a header and to every browser: names a host and nothing else. Hosts may hold `;` and `,` by
 * the letter of the standard, which would end a directive of the policy.
 */
const publicOrigin = z.url({ protocol: /^https?$/ }).refine((value) => {
  if (!URL.canParse(value)) return false;
  const { username, password, search, hash, hostname } = new URL(value);
  return username + password + search + hash === "" && /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/i.test(hostname);
}, "must be the address of a server, without user, query and fragment");
/** An address that people type: everything below it is ours, so that it ends with the host. */
const ownAddress = z.url({ protocol: /^https?$/ }).refine((value) => {
  const parsed = URL.parse(value);
  return parsed !== null && parsed.pathname + parsed.username + parsed.password + parsed.search + parsed.hash === "/";
});
const wholeNumber = (least: number, most: number) => ({
  schema: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most)),
  must: `a whole number from ${least} to ${most}`,
});
const oneOf = <const Value extends string>(...values: [Value, ...Value[]]) => ({
  schema: z.enum(values),
  must: values.length === 1 ? `${values[0]} or unset` : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`,
});
const anyAddress = { schema: url, must: "an address such as https://search.example.com" };
const address = optional(anyAddress);
const milliseconds = wholeNumber(1, 86_400_000);
/** Below, no prompt of ours fits; above, no model reads. */
const contextTokens = wholeNumber(2_048, 1_000_000);

/** Every setting of the product. Add a row and it is parsed, documented and part of the example file. */
export const configRows = {
  nodeEnv: {
    env: "NODE_ENV",
    doc: "`production` makes the strict demands of a hosted installation: AUTH_SECRET set, APP_URL on https, PAYMENTS chosen.",
    ...optional(oneOf("production", "development", "test")),
  },
  port: {
    env: "PORT",
    doc: "TCP port to listen on.",
    ...wholeNumber(0, 65_535),
    default: "3000",
  },
  host: { env: "HOST", doc: "Address to listen on.", schema: z.string().min(1), default: "localhost" },
  appUrl: {
    env: "APP_URL",
    doc: "Address people type, without a path. Default: http://localhost:PORT.",
    ...optional({
      schema: ownAddress,
      must: "an address such as https://pioneer.example.com, without path, query and user",
    }),
  },
  dataDir: {
    env: "DATA_DIR",
    doc: "Folder of the embedded database, of files and of the kept secret.",
    schema: z.string().min(1),
    default: "./data",
  },
  filesDir: {
    env: "FILES_DIR",
    doc: "Folder of people's files, shared by all processes of one database. Unset: `files` in DATA_DIR.",
    ...optionalText,
  },
  s3Endpoint: {
    env: "S3_ENDPOINT",
    doc: "S3-compatible server that keeps people's files in place of FILES_DIR, for instance https://s3.example.com. S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go with it.",
    ...optional({ schema: z.url({ protocol: /^https?$/ }), must: "an address that begins with http:// or https://" }),
  },
  s3Region: { env: "S3_REGION", doc: "Region of the bucket.", ...optionalText },
  s3Bucket: {
    env: "S3_BUCKET",
    doc: "Bucket for the files; it must exist and be private.",
    ...optionalText,
  },
  s3AccessKeyId: optionalSecret("S3_ACCESS_KEY_ID", "Key that may read, write and delete objects in the bucket."),
  s3SecretAccessKey: optionalSecret("S3_SECRET_ACCESS_KEY", "Secret of that key."),
  s3Prefix: {
    env: "S3_PREFIX",
    doc: "Start of all object names, for instance `pioneer/`, where the bucket holds other things too.",
    schema: z.string().regex(/^(?:[A-Za-z0-9._-]+\/)*$/),
    must: "names that each end in /",
    default: "",
  },
  s3PathStyle: {
    env: "S3_PATH_STYLE",
    doc: "`true` puts the bucket into the path, as most servers of your own want it; `false` into the host name.",
    ...oneOf("true", "false"),
    default: "true",
  },
  diskReserveMb: {
    env: "DISK_RESERVE_MB",
    doc: "Megabytes that must be free in DATA_DIR and FILES_DIR; with less, `/health/ready` answers 503 with the reason `disk`. 0 looks at refused writes only.",
    ...wholeNumber(0, 1_000_000),
    default: "64",
  },
  databaseUrl: {
    env: "DATABASE_URL",
    doc: "A PostgreSQL 15+ of your own in place of the embedded one.",
    ...optional({
      schema: z.string().regex(/^postgres(ql)?:\/\//),
      must: "an address such as postgresql://user:password@host:5432/database",
    }),
    secret: true,
  },
  databasePool: {
    env: "DATABASE_POOL",
    doc: "Connections a process keeps to the database at most.",
    ...wholeNumber(2, 200),
    default: "10",
  },
  authSecret: {
    env: "AUTH_SECRET",
    doc: "Secret of at least 32 characters for sessions and envelopes. Made and kept in DATA_DIR when unset; several processes need the same one.",
    ...optional({ schema: z.string().min(32), must: "at least 32 characters long" }),
    secret: true,
  },
  ...signInRows,
  welcomeCoins: {
    env: "WELCOME_COINS",
    doc: "Coins a new account starts with.",
    ...wholeNumber(0, 1_000_000),
    default: "500",
  },
  inviteRewardCoins: {
    env: "INVITE_REWARD_COINS",
    doc: "Coins that somebody who was invited gets, and whoever invited them too, once both the address is confirmed and what INVITE_REWARD_ON names has happened; 0 gives none.",
    ...wholeNumber(0, 1_000_000),
    default: "100",
  },
  inviteRewardOn: {
    env: "INVITE_REWARD_ON",
    doc: "What that reward waits for: the first `run` that was paid for, or the first `purchase`.",
    ...oneOf("run", "purchase"),
    default: "run",
  },
  invitesPerMonth: {
    env: "INVITES_PER_MONTH",
    doc: "Invites a person has in 30 days, by email and by the own link together.",
    ...wholeNumber(1, 100_000),
    default: "20",
  },
  role: {
    env: "ROLE",
    doc: "`web` serves people, `worker` executes runs, `all` does both.",
    ...oneOf("all", "web", "worker"),
    default: "all",
  },
  trustProxy: {
    env: "TRUST_PROXY",
    doc: "Number of reverse proxies in front whose X-Forwarded-For entry is believed.",
    ...wholeNumber(0, 10),
    default: "0",
  },
  logLevel: {
    env: "LOG_LEVEL",
    doc: "fatal, error, warn, info, debug, trace or silent.",
    ...oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
    default: "info",
  },
  throttles: {
    env: "THROTTLES",
    doc: "`relaxed` multiplies every limit by 1,000 for tests and load; refused in production.",
    ...oneOf("default", "relaxed"),
    default: "default",
  },
  payments: {
    env: "PAYMENTS",
    doc: "Who takes payments: `stripe`; `local`, which moves no money and says so on every page; `off` sells nothing. Unset: local, but in production it must be chosen.",
    ...optional(oneOf("stripe", "local", "off")),
  },
  levelLimits: {
    env: "LEVEL_LIMITS",
    doc: "Whether levels limit what people may do: `on` or `off`. Unset: on where PAYMENTS is stripe, else off, so that nobody meets a limit on an installation that sells nothing.",
    ...optional(oneOf("on", "off")),
  },
  stripeSecretKey: optionalSecret("STRIPE_SECRET_KEY", "Secret or restricted key of the Stripe account."),
  stripeWebhookSecret: optionalSecret(
    "STRIPE_WEBHOOK_SECRET",
    "Secret of the webhook that Stripe sends to APP_URL/api/payments/webhook.",
  ),
  stripeApiUrl: {
    env: "STRIPE_API_URL",
    doc: "Another address of Stripe's API, for a proxy or a test. Unset: Stripe itself.",
    ...optional({ schema: z.url({ protocol: /^https?$/ }), must: "an address that begins with http:// or https://" }),
  },
  taxPercent: {
    env: "TAX_PERCENT",
    doc: "Value added tax that the prices include, in per cent; 0 shows none.",
    ...wholeNumber(0, 50),
    default: "19",
  },
  aiEngine: {
    env: "AI_ENGINE",
    doc: "`draft` forces the engine that needs no model.",
    ...optional(oneOf("draft")),
  },
  aiModel: {
    env: "AI_MODEL",
    doc: "`provider:model`, for instance `mistral:mistral-large-latest` or `openai-compatible:NAME`.",
    ...optional({
      schema: z.string().regex(/^[a-z-]+:.+$/),
      must: "provider:model, such as mistral:mistral-large-latest",
    }),
  },
  openaiApiKey: optionalSecret("OPENAI_API_KEY", "Key for OpenAI, or for OPENAI_BASE_URL."),
  anthropicApiKey: optionalSecret("ANTHROPIC_API_KEY", "Key for Anthropic."),
  googleApiKey: optionalSecret("GOOGLE_GENERATIVE_AI_API_KEY", "Key for Google Gemini."),
  mistralApiKey: optionalSecret("MISTRAL_API_KEY", "Key for Mistral."),
  openaiBaseUrl: {
    env: "OPENAI_BASE_URL",
    doc: "Base URL of any OpenAI-compatible server, for instance http://localhost:8080/v1.",
    ...address,
  },
  ollamaUrl: {
    env: "OLLAMA_URL",
    doc: "Where a local Ollama is looked for; `off` looks nowhere.",
    schema: z.union([z.literal("off"), url]),
    must: "an address such as http://localhost:8000, or off",
    default: "http://127.0.0.1:11434",
  },
  lmStudioUrl: {
    env: "LM_STUDIO_URL",
    doc: "Where a local LM Studio is looked for; `off` looks nowhere.",
    schema: z.union([z.literal("off"), url]),
    must: "an address such as http://localhost:8000, or off",
    default: "http://127.0.0.1:1234",
  },
  aiFirstChunkMs: {
    env: "AI_FIRST_CHUNK_MS",
    doc: "Milliseconds a provider may take until the first part of an answer.",
    ...milliseconds,
    default: "45000",
  },
  aiStallMs: {
    env: "AI_STALL_MS",
    doc: "Milliseconds a provider may pause inside an answer.",
    ...milliseconds,
    default: "30000",
  },
  aiTotalMs: {
    env: "AI_TOTAL_MS",
    doc: "Milliseconds one answer may take altogether.",
    ...milliseconds,
    default: "110000",
  },
  aiContextTokens: {
    env: "AI_CONTEXT_TOKENS",
    doc: "Tokens that one question and its answer may take together, for Ollama, LM Studio and OPENAI_BASE_URL. Unset: what the local server says of the model, at most 32768; more needs memory there.",
    ...optional(contextTokens),
  },
  searxngUrl: {
    env: "SEARXNG_URL",
    doc: "Base URL of a SearXNG with JSON output, for web research.",
    ...address,
  },
  braveApiKey: optionalSecret("BRAVE_API_KEY", "Key for Brave Search, for web research."),
  tavilyApiKey: optionalSecret("TAVILY_API_KEY", "Key for Tavily, for web research."),
  braveUrl: {
    env: "BRAVE_URL",
    doc: "Base URL of Brave Search.",
    ...anyAddress,
    default: "https://api.search.brave.com",
  },
  tavilyUrl: { env: "TAVILY_URL", doc: "Base URL of Tavily.", ...anyAddress, default: "https://api.tavily.com" },
  transcriptionUrl: {
    env: "TRANSCRIPTION_URL",
    doc: "Base URL of an OpenAI-style service that transcribes recordings, for instance https://api.openai.com/v1 or a Whisper server of your own. Unset: recordings are not taken, transcripts are.",
    ...address,
  },
  transcriptionApiKey: optionalSecret(
    "TRANSCRIPTION_API_KEY",
    "Key for TRANSCRIPTION_URL; servers of your own may need none.",
  ),
  transcriptionModel: {
    env: "TRANSCRIPTION_MODEL",
    doc: "Model that TRANSCRIPTION_URL is asked for. One with `diarize` in its name tells voices apart (`diarized_json`), others are asked for times (`verbose_json`); from one that knows neither, transcripts come without times and subtitles.",
    schema: z.string().min(1),
    default: "whisper-1",
  },
  ...sourceRows,
  fetchAllowHosts: {
    env: "FETCH_ALLOW_HOSTS",
    doc: "Comma-separated host:port pairs that page fetching may reach although they are not public (own intranet, tests).",
    schema: z.string(),
    default: "",
  },
  smtpUrl: {
    env: "SMTP_URL",
    doc: "Mail server, `smtp://user:password@host:587` or `smtps://…`. Unset: mails stay in the outbox, to be read at /dev/mail in development. A password is sent over TLS only, but on this machine.",
    ...optional({
      schema: z.string().regex(/^smtps?:\/\/[^/]+/),
      must: "an address such as smtp://user:password@host:587",
    }),
    secret: true,
  },
  mailFrom: {
    env: "MAIL_FROM",
    doc: "Sender of all mails, `Name <address>`; must be set with SMTP_URL.",
    ...optional({ schema: sender, must: "Name <address> or an address alone" }),
  },
  supportEmail: {
    env: "SUPPORT_EMAIL",
    doc: "Address that people write to and that wishes go to; must be set with SMTP_URL.",
    ...optional({ schema: z.email(), must: "an email address" }),
  },
  supportTeamFile: {
    env: "SUPPORT_TEAM_FILE",
    doc: 'JSON file with the people of the support popup: `{"members": [{"name", "role"?, "phone"?, "mail"?, "photo"?}], "hours"?, "answers"?}`. `role`, `hours` and `answers` are a text or `{"en", "de"}`; `photo` is a file beside it.',
    ...optionalText,
  },
  sourceUrl: {
    env: "SOURCE_URL",
    doc: "Address of the source code that this installation runs; linked at the foot of the start page.",
    ...optional({ schema: z.url({ protocol: /^https?$/ }), must: "an address that begins with https:// or http://" }),
  },
  keepProposalsDays: {
    env: "KEEP_PROPOSALS_DAYS",
    doc: "Days that suggestions which nobody applied are kept after their run; 0 keeps them for ever.",
    ...wholeNumber(0, 36_500),
    default: "365",
  },
  keepRevisionsDays: {
    env: "KEEP_REVISIONS_DAYS",
    doc: "Days that old revisions are kept; 0 keeps them for ever. The current one, the newest KEEP_REVISIONS of a project and those that something applied came from always stay.",
    ...wholeNumber(0, 36_500),
    default: "0",
  },
  keepRevisions: {
    env: "KEEP_REVISIONS",
    doc: "Newest revisions of a project that stay whatever their age.",
    ...wholeNumber(1, 10_000),
    default: "20",
  },
  keepSnapshotsDays: {
    env: "KEEP_SNAPSHOTS_DAYS",
    doc: "Days that the texts of read pages are kept when no document names them any more; 0 keeps them for ever.",
    ...wholeNumber(0, 36_500),
    default: "90",
  },
  keepRunsDays: {
    env: "KEEP_RUNS_DAYS",
    doc: "Days that runs without a result are kept (failed, cancelled, or their revision was removed); 0 keeps them for ever. Coins and their entries always stay.",
    ...wholeNumber(0, 36_500),
    default: "365",
  },
  metricsToken: {
    env: "METRICS_TOKEN",
    doc: "Bearer token of at least 16 characters that opens `/metrics` for Prometheus. Unset: nothing is measured and there is no such page.",
    ...optional({ schema: z.string().regex(/^\S{16,500}$/), must: "at least 16 characters without blanks" }),
    secret: true,
  },
  otelEndpoint: {
    env: "OTEL_EXPORTER_OTLP_ENDPOINT",
    doc: "Base address of an OpenTelemetry collector (OTLP over HTTP, usually port 4318) that spans of requests, runs and engine calls go to. Unset: none are made. OTEL_EXPORTER_OTLP_HEADERS is read by the exporter itself.",
    ...address,
    must: "an address such as http://localhost:4318",
  },
  commit: {
    env: "PIONEER_COMMIT",
    doc: "Commit that this build was made of, for images without `.git`.",
    ...optional({ schema: z.string().regex(/^[0-9a-f]{7,64}$/), must: "the hash of a commit" }),
  },
  analytics: {
    env: "ANALYTICS",
    doc: "Where visits are counted once a person has agreed: a self-hosted `plausible`, `umami` or `posthog`. Unset: nowhere.",
    ...optional(oneOf("plausible", "umami", "posthog")),
  },
  analyticsUrl: {
    env: "ANALYTICS_URL",
    doc: "Address of that server, without a path, for instance https://stats.example.com; browsers send to it directly.",
    ...optional({
      schema: publicOrigin,
      must: "an address such as https://stats.example.com, without user, query and fragment",
    }),
  },
  analyticsSite: {
    env: "ANALYTICS_SITE",
    doc: "Name of this site there: Plausible's domain, Umami's website id, PostHog's project key. Every visitor can read it.",
    ...optional({ schema: z.string().max(200), must: "at most 200 characters long" }),
  },
  termsFile: {
    env: "TERMS_FILE",
    doc: "Markdown file (CommonMark and tables) with your terms of use. `terms.de.md` beside `terms.md` is its German text. Unset: a built-in text that says what this software does.",
    ...optionalText,
  },
  privacyFile: {
    env: "PRIVACY_FILE",
    doc: "Markdown file with your privacy notice, found like TERMS_FILE. Unset: a built-in text that says what this software stores and where.",
    ...optionalText,
  },
} as const satisfies Record<string, ConfigRow>;

/** Parsed settings; `appUrl` and `authSecret` are filled in by the composition when unset. */
export type Config = { [Name in keyof typeof configRows]: z.output<(typeof configRows)[Name]["schema"]> };

/**
 * Settings from environment variables.
 * @throws Error with one sentence for each thing that is wrong, all at once, never a value
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const rows: [string, ConfigRow][] = Object.entries(configRows);
  const problems: string[] = misspeltNames(
    env,
    rows.map(([, row]) => row.env),
  ).map(({ name, meant }) => `${name} is no setting of Pioneer; did you mean ${meant}?`);
  const wrong = new Set<string>();
  const parsed = rows.map(([key, row]) => {
    const result = row.schema.safeParse(env[row.env] || row.default);
    if (result.success) return [key, result.data];
    wrong.add(row.env);
    problems.push(`${row.env} must be ${row.must ?? "a value that can be used"}.`);
    return [key, undefined];
  });
  const config = Object.fromEntries(parsed) as unknown as Config;
  const together = [...missingPartners(config), ...(config.nodeEnv === "production" ? strictDemands(config) : [])];
  // What does not parse is told once.
  problems.push(...together.filter((sentence) => !wrong.has(sentence.slice(0, sentence.indexOf(" ")))));
  if (problems.length > 0)
    throw new Error(`Pioneer cannot start with these settings:\n${problems.map((one) => `  ${one}\n`).join("")}`);
  return config;
}

/** Settings that mean something only with others. */
function missingPartners(config: Config): string[] {
  const problems: string[] = [];
  if (config.smtpUrl && !config.mailFrom) problems.push("SMTP_URL needs MAIL_FROM.");
  if (config.smtpUrl && !config.supportEmail) problems.push("SMTP_URL needs SUPPORT_EMAIL.");
  if (config.analytics && !(config.analyticsUrl && config.analyticsSite))
    problems.push("ANALYTICS needs ANALYTICS_URL and ANALYTICS_SITE.");
  if (config.payments === "stripe" && !config.stripeSecretKey)
    problems.push("PAYMENTS set to stripe needs STRIPE_SECRET_KEY.");
  if (config.payments === "stripe" && !config.stripeWebhookSecret)
    problems.push("PAYMENTS set to stripe needs STRIPE_WEBHOOK_SECRET.");
  for (const provider of signInProviders) {
    const [clientId, secret] = [config[`${provider}ClientId`], config[`${provider}ClientSecret`]];
    const name = provider.toUpperCase();
    if (clientId && !secret) problems.push(`${name}_CLIENT_ID needs ${name}_CLIENT_SECRET.`);
    if (secret && !clientId) problems.push(`${name}_CLIENT_SECRET needs ${name}_CLIENT_ID.`);
  }
  const model = modelProblem(config);
  if (model) problems.push(model);
  const s3 = [
    configRows.s3Endpoint,
    configRows.s3Region,
    configRows.s3Bucket,
    configRows.s3AccessKeyId,
    configRows.s3SecretAccessKey,
  ];
  const given = [config.s3Endpoint, config.s3Region, config.s3Bucket, config.s3AccessKeyId, config.s3SecretAccessKey];
  const absent = s3.filter((_, index) => !given[index]).map(({ env }) => env);
  if (absent.length > 0 && absent.length < s3.length) problems.push(`S3 storage needs ${absent.join(", ")} too.`);
  if (absent.length === 0 && config.filesDir) problems.push("FILES_DIR and S3_ENDPOINT exclude each other.");
  return problems;
}

/** What a hosted installation must have chosen. */
function strictDemands(config: Config): string[] {
  const why = "with NODE_ENV=production";
  const problems: string[] = [];
  if (!config.authSecret) problems.push(`AUTH_SECRET must be set ${why}.`);
  if (!config.appUrl?.startsWith("https://")) problems.push(`APP_URL must be an https address ${why}.`);
  if (!config.payments) problems.push(`PAYMENTS must be chosen ${why}; local moves no money.`);
  if (config.stripeApiUrl && !config.stripeApiUrl.startsWith("https://"))
    problems.push(`STRIPE_API_URL must be an https address ${why}.`);
  for (const row of ["googleIssuer", "microsoftAuthority", "linkedinIssuer", "githubBaseUrl"] as const)
    if (!config[row].startsWith("https://")) problems.push(`${configRows[row].env} must be an https address ${why}.`);
  if (config.throttles === "relaxed") problems.push(`THROTTLES must not be relaxed ${why}.`);
  return problems;
}
