import { z } from "zod";

/** One environment variable: what the documentation, the example file and the parser know of it. */
export interface ConfigRow {
  env: string;
  /** One sentence for an operator. Generated into docs/configuration.md and .env.example. */
  doc: string;
  schema: z.ZodType;
  /** What applies when the variable is unset, as text; `""` means unset. */
  default: string;
  /** Never shown in logs or on pages. */
  secret?: true;
}

const url = z.url();
const optional = (schema: z.ZodType): z.ZodType =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());
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
const milliseconds = z.coerce.number().int().min(1).max(86_400_000);

/** Every setting of the product. Add a row and it is parsed, documented and part of the example file. */
export const configRows = {
  nodeEnv: {
    env: "NODE_ENV",
    doc: "`production` makes the strict demands of a hosted installation: AUTH_SECRET set, APP_URL on https, PAYMENTS chosen.",
    schema: z.string(),
    default: "",
  },
  port: {
    env: "PORT",
    doc: "TCP port to listen on.",
    schema: z.coerce.number().int().min(0).max(65_535),
    default: "3000",
  },
  host: { env: "HOST", doc: "Address to listen on.", schema: z.string().min(1), default: "localhost" },
  appUrl: {
    env: "APP_URL",
    doc: "Address people type, without a path. Default: http://localhost:PORT.",
    schema: optional(url),
    default: "",
  },
  dataDir: {
    env: "DATA_DIR",
    doc: "Folder of the embedded database, of files and of the kept secret.",
    schema: z.string().min(1),
    default: "./data",
  },
  databaseUrl: {
    env: "DATABASE_URL",
    doc: "A PostgreSQL 15+ of your own in place of the embedded one.",
    schema: optional(z.string().regex(/^postgres(ql)?:\/\//)),
    default: "",
    secret: true,
  },
  databasePool: {
    env: "DATABASE_POOL",
    doc: "Connections a process keeps to the database at most.",
    schema: z.coerce.number().int().min(2).max(200),
    default: "10",
  },
  authSecret: {
    env: "AUTH_SECRET",
    doc: "Secret of at least 32 characters for sessions and envelopes. Made and kept in DATA_DIR when unset; several processes need the same one.",
    schema: optional(z.string().min(32)),
    default: "",
    secret: true,
  },
  welcomeCoins: {
    env: "WELCOME_COINS",
    doc: "Coins a new account starts with.",
    schema: z.coerce.number().int().min(0).max(1_000_000),
    default: "500",
  },
  role: {
    env: "ROLE",
    doc: "`web` serves people, `worker` executes runs, `all` does both.",
    schema: z.enum(["all", "web", "worker"]),
    default: "all",
  },
  trustProxy: {
    env: "TRUST_PROXY",
    doc: "Number of reverse proxies in front whose X-Forwarded-For entry is believed.",
    schema: z.coerce.number().int().min(0).max(10),
    default: "0",
  },
  logLevel: {
    env: "LOG_LEVEL",
    doc: "fatal, error, warn, info, debug, trace or silent.",
    schema: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]),
    default: "info",
  },
  throttles: {
    env: "THROTTLES",
    doc: "`relaxed` multiplies every limit by 1,000 for tests and load; refused in production.",
    schema: z.enum(["default", "relaxed"]),
    default: "default",
  },
  payments: {
    env: "PAYMENTS",
    doc: "Payment provider; must be chosen in production. `local` moves no money.",
    schema: optional(z.enum(["local", "stripe"])),
    default: "",
  },
  aiEngine: {
    env: "AI_ENGINE",
    doc: "`draft` forces the engine that needs no model.",
    schema: optional(z.enum(["draft"])),
    default: "",
  },
  aiModel: {
    env: "AI_MODEL",
    doc: "`provider:model`, for instance `mistral:mistral-large-latest` or `openai-compatible:NAME`.",
    schema: optional(z.string().regex(/^[a-z-]+:.+$/)),
    default: "",
  },
  openaiApiKey: {
    env: "OPENAI_API_KEY",
    doc: "Key for OpenAI, or for OPENAI_BASE_URL.",
    schema: optional(z.string()),
    default: "",
    secret: true,
  },
  anthropicApiKey: {
    env: "ANTHROPIC_API_KEY",
    doc: "Key for Anthropic.",
    schema: optional(z.string()),
    default: "",
    secret: true,
  },
  googleApiKey: {
    env: "GOOGLE_GENERATIVE_AI_API_KEY",
    doc: "Key for Google Gemini.",
    schema: optional(z.string()),
    default: "",
    secret: true,
  },
  mistralApiKey: {
    env: "MISTRAL_API_KEY",
    doc: "Key for Mistral.",
    schema: optional(z.string()),
    default: "",
    secret: true,
  },
  openaiBaseUrl: {
    env: "OPENAI_BASE_URL",
    doc: "Base URL of any OpenAI-compatible server, for instance http://localhost:8080/v1.",
    schema: optional(url),
    default: "",
  },
  ollamaUrl: {
    env: "OLLAMA_URL",
    doc: "Where a local Ollama is looked for; `off` looks nowhere.",
    schema: z.union([z.literal("off"), url]),
    default: "http://127.0.0.1:11434",
  },
  lmStudioUrl: {
    env: "LM_STUDIO_URL",
    doc: "Where a local LM Studio is looked for; `off` looks nowhere.",
    schema: z.union([z.literal("off"), url]),
    default: "http://127.0.0.1:1234",
  },
  aiFirstChunkMs: {
    env: "AI_FIRST_CHUNK_MS",
    doc: "Milliseconds a provider may take until the first part of an answer.",
    schema: milliseconds,
    default: "45000",
  },
  aiStallMs: {
    env: "AI_STALL_MS",
    doc: "Milliseconds a provider may pause inside an answer.",
    schema: milliseconds,
    default: "30000",
  },
  aiTotalMs: {
    env: "AI_TOTAL_MS",
    doc: "Milliseconds one answer may take altogether.",
    schema: milliseconds,
    default: "110000",
  },
  searxngUrl: {
    env: "SEARXNG_URL",
    doc: "Base URL of a SearXNG with JSON output, for web research.",
    schema: optional(url),
    default: "",
  },
  braveApiKey: {
    env: "BRAVE_API_KEY",
    doc: "Key for Brave Search, for web research.",
    schema: optional(z.string()),
    default: "",
    secret: true,
  },
  tavilyApiKey: {
    env: "TAVILY_API_KEY",
    doc: "Key for Tavily, for web research.",
    schema: optional(z.string()),
    default: "",
    secret: true,
  },
  braveUrl: {
    env: "BRAVE_URL",
    doc: "Base URL of Brave Search.",
    schema: url,
    default: "https://api.search.brave.com",
  },
  tavilyUrl: { env: "TAVILY_URL", doc: "Base URL of Tavily.", schema: url, default: "https://api.tavily.com" },
  fetchAllowHosts: {
    env: "FETCH_ALLOW_HOSTS",
    doc: "Comma-separated host:port pairs that page fetching may reach although they are not public (own intranet, tests).",
    schema: z.string(),
    default: "",
  },
  smtpUrl: {
    env: "SMTP_URL",
    doc: "Mail server, `smtp://user:password@host:587` or `smtps://…`. Unset: mails stay in the outbox, to be read at /dev/mail in development. A password is sent over TLS only, but on this machine.",
    schema: optional(z.string().regex(/^smtps?:\/\/[^/]+/)),
    default: "",
    secret: true,
  },
  mailFrom: {
    env: "MAIL_FROM",
    doc: "Sender of all mails, `Name <address>`; must be set with SMTP_URL.",
    schema: optional(sender),
    default: "",
  },
  supportEmail: {
    env: "SUPPORT_EMAIL",
    doc: "Address that people write to and that wishes go to; must be set with SMTP_URL.",
    schema: optional(z.email()),
    default: "",
  },
  supportTeamFile: {
    env: "SUPPORT_TEAM_FILE",
    doc: 'JSON file with the people of the support popup: `{"members": [{"name", "role"?, "phone"?, "mail"?, "photo"?}], "hours"?, "answers"?}`. `role`, `hours` and `answers` are a text or `{"en", "de"}`; `photo` is a file beside it.',
    schema: optional(z.string()),
    default: "",
  },
  analytics: {
    env: "ANALYTICS",
    doc: "Where visits are counted once a person has agreed: a self-hosted `plausible`, `umami` or `posthog`. Unset: nowhere.",
    schema: optional(z.enum(["plausible", "umami", "posthog"])),
    default: "",
  },
  analyticsUrl: {
    env: "ANALYTICS_URL",
    doc: "Address of that server, without a path, for instance https://stats.example.com; browsers send to it directly.",
    schema: optional(publicOrigin),
    default: "",
  },
  analyticsSite: {
    env: "ANALYTICS_SITE",
    doc: "Name of this site there: Plausible's domain, Umami's website id, PostHog's project key. Every visitor can read it.",
    schema: optional(z.string().max(200)),
    default: "",
  },
  termsFile: {
    env: "TERMS_FILE",
    doc: "Markdown file (CommonMark and tables) with your terms of use. `terms.de.md` beside `terms.md` is its German text. Unset: a built-in text that says what this software does.",
    schema: optional(z.string()),
    default: "",
  },
  privacyFile: {
    env: "PRIVACY_FILE",
    doc: "Markdown file with your privacy notice, found like TERMS_FILE. Unset: a built-in text that says what this software stores and where.",
    schema: optional(z.string()),
    default: "",
  },
} as const satisfies Record<string, ConfigRow>;

/** Parsed settings; `appUrl` and `authSecret` are filled in by the composition when unset. */
export interface Config {
  nodeEnv: string;
  port: number;
  host: string;
  appUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  authSecret: string | undefined;
  welcomeCoins: number;
  role: "all" | "web" | "worker";
  trustProxy: number;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  throttles: "default" | "relaxed";
  payments: "local" | "stripe" | undefined;
  aiEngine: "draft" | undefined;
  aiModel: string | undefined;
  openaiApiKey: string | undefined;
  anthropicApiKey: string | undefined;
  googleApiKey: string | undefined;
  mistralApiKey: string | undefined;
  openaiBaseUrl: string | undefined;
  ollamaUrl: string;
  lmStudioUrl: string;
  /** Milliseconds. */
  aiFirstChunkMs: number;
  /** Milliseconds. */
  aiStallMs: number;
  /** Milliseconds. */
  aiTotalMs: number;
  searxngUrl: string | undefined;
  braveApiKey: string | undefined;
  tavilyApiKey: string | undefined;
  braveUrl: string;
  tavilyUrl: string;
  fetchAllowHosts: string;
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  supportEmail: string | undefined;
  supportTeamFile: string | undefined;
  analytics: "plausible" | "umami" | "posthog" | undefined;
  analyticsUrl: string | undefined;
  analyticsSite: string | undefined;
  termsFile: string | undefined;
  privacyFile: string | undefined;
}

/**
 * Settings from environment variables.
 * @throws Error naming every variable that does not parse, never its value
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const shape: Record<string, z.ZodType> = {};
  const raw: Record<string, string> = {};
  for (const [key, row] of Object.entries(configRows)) {
    shape[key] = row.schema;
    raw[key] = env[row.env] || row.default;
  }
  const parsed = z.object(shape).safeParse(raw);
  if (!parsed.success) {
    const rows: Record<string, ConfigRow> = configRows;
    const lines = parsed.error.issues.map((issue) => `${rows[String(issue.path[0])]?.env ?? "?"}: ${issue.message}`);
    throw new Error(`Configuration:\n  ${lines.join("\n  ")}`);
  }
  const config = parsed.data as unknown as Config;
  demandTogether(config);
  if (config.nodeEnv === "production") demandProduction(config);
  return config;
}

/** Settings that mean something only with others. */
function demandTogether(config: Config): void {
  const missing: string[] = [];
  if (config.smtpUrl && !config.mailFrom) missing.push("SMTP_URL needs MAIL_FROM");
  if (config.smtpUrl && !config.supportEmail) missing.push("SMTP_URL needs SUPPORT_EMAIL");
  if (config.analytics && !(config.analyticsUrl && config.analyticsSite))
    missing.push("ANALYTICS needs ANALYTICS_URL and ANALYTICS_SITE");
  if (missing.length > 0) throw new Error(`Configuration:\n  ${missing.join("\n  ")}`);
}

function demandProduction(config: Config): void {
  const missing: string[] = [];
  if (!config.authSecret) missing.push("AUTH_SECRET must be set");
  if (!config.appUrl?.startsWith("https://")) missing.push("APP_URL must be an https address");
  if (!config.payments) missing.push("PAYMENTS must be chosen (local moves no money)");
  if (config.throttles === "relaxed") missing.push("THROTTLES=relaxed is for tests and load only");
  if (missing.length > 0) throw new Error(`NODE_ENV=production:\n  ${missing.join("\n  ")}`);
}
