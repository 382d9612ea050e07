import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("a setting that cannot be used stops the start", () => {
  const refused: [string, Record<string, string>, string][] = [
    ["a port that is no number", { PORT: "abc" }, "PORT must be a whole number from 0 to 65535."],
    ["a port out of range", { PORT: "70000" }, "PORT must be a whole number from 0 to 65535."],
    ["a port in another notation", { PORT: "0x10" }, "PORT must be a whole number from 0 to 65535."],
    ["an unknown role", { ROLE: "boss" }, "ROLE must be all, web or worker."],
    ["an address with a path", { APP_URL: "https://x.example/pioneer" }, "APP_URL must be an address such as"],
    ["an address with a query", { APP_URL: "https://x.example/?a=1" }, "APP_URL must be an address such as"],
    ["an address with a user", { APP_URL: "https://me:canary@x.example" }, "without path, query and user."],
    ["an address of another protocol", { APP_URL: "ftp://x.example" }, "APP_URL must be an address such as"],
    ["an unknown payment provider", { PAYMENTS: "coins" }, "PAYMENTS must be stripe, local or off."],
    ["Stripe without its key", { PAYMENTS: "stripe" }, "PAYMENTS set to stripe needs STRIPE_SECRET_KEY."],
    ["Stripe without the secret of its events", { PAYMENTS: "stripe" }, "needs STRIPE_WEBHOOK_SECRET."],
    ["a model of an unknown provider", { AI_MODEL: "acme:x" }, "AI_MODEL names the provider acme, which is unknown"],
    ["a model without its provider", { AI_MODEL: "gpt" }, "AI_MODEL must be provider:model"],
    ["a model without its key", { AI_MODEL: "openai:gpt-5" }, "which needs OPENAI_API_KEY."],
    ["a key for another provider", { AI_MODEL: "mistral:x", OPENAI_API_KEY: "k" }, "which needs MISTRAL_API_KEY."],
    ["a compatible model without an address", { AI_MODEL: "openai-compatible:x" }, "which needs OPENAI_BASE_URL."],
    ["a local model that is switched off", { AI_MODEL: "ollama:x", OLLAMA_URL: "off" }, "but OLLAMA_URL is off."],
    ["a database of another kind", { DATABASE_URL: "mysql://u:canary@h/d" }, "DATABASE_URL must be an address"],
    ["a short secret", { AUTH_SECRET: "canary" }, "AUTH_SECRET must be at least 32 characters long."],
    ["half a production", { NODE_ENV: "production" }, "AUTH_SECRET must be set with NODE_ENV=production."],
  ];
  test.each(refused)("%s", (_, env, sentence) => {
    const said = problemsOf(env);
    expect(said).toContain(sentence);
    expect(said).not.toContain("canary");
    for (const line of said.trimEnd().split("\n").slice(1)) expect(line).toMatch(/^ {2}[A-Z_]+ .*[.?]$/);
  });

  test("everything that is wrong is said at once, each once", () => {
    const said = problemsOf({
      NODE_ENV: "production",
      PORT: "x",
      APP_URL: "https://a.example/b",
      SMTP_URI: "smtp://h",
    });
    expect(said.match(/APP_URL/g)).toHaveLength(1);
    for (const name of ["PORT", "APP_URL", "SMTP_URI", "AUTH_SECRET", "PAYMENTS"]) expect(said).toContain(`  ${name} `);
  });
});

describe("what can be used starts", () => {
  const accepted: [string, Record<string, string>][] = [
    ["nothing set", {}],
    ["an address with its last slash", { APP_URL: "https://pioneer.example.com/" }],
    ["a database behind a socket", { DATABASE_URL: "postgresql:///db?host=/var/run/postgresql" }],
    ["a model with its key", { AI_MODEL: "mistral:x", MISTRAL_API_KEY: "k" }],
    ["OpenAI's name for a compatible server", { AI_MODEL: "openai:x", OPENAI_BASE_URL: "http://localhost:8080/v1" }],
    ["drafts, whatever model is named", { AI_ENGINE: "draft", AI_MODEL: "acme:x" }],
    ["a local model", { AI_MODEL: "ollama:llama3.2:3b" }],
  ];
  test.each(accepted)("%s", (_, env) => {
    expect(problemsOf(env)).toBe("");
  });
});

describe("a misspelt name is noticed", () => {
  test.each([
    ["SMTP_URI", "SMTP_URL"],
    ["AI_MODELL", "AI_MODEL"],
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["OPENAI_APIKEY", "OPENAI_API_KEY"],
    ["ANTROPIC_API_KEY", "ANTHROPIC_API_KEY"],
    ["MAIL_FORM", "MAIL_FROM"],
    ["AUTH_SECERT", "AUTH_SECRET"],
    ["TRUST_PROXYS", "TRUST_PROXY"],
    ["PAYMENT", "PAYMENTS"],
    ["smtp_url", "SMTP_URL"],
  ])("%s is taken for %s", (name, meant) => {
    expect(problemsOf({ [name]: "canary" })).toContain(`${name} is no setting of Pioneer; did you mean ${meant}?`);
    expect(problemsOf({ [name]: "canary" })).not.toContain("canary");
  });

  test("a similar name beside the right one belongs to another program", () => {
    expect(problemsOf({ DATABASE_URL: "postgres://h/d", DATABASE_URI: "postgres://h/d" })).toBe("");
  });

  const strangers: Record<string, string> = {
    shell: `PATH HOME USER LOGNAME SHELL TERM LANG LC_ALL PWD OLDPWD SHLVL TZ HOSTNAME HOSTTYPE EDITOR PAGER DISPLAY TMPDIR
      XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR SSH_AUTH_SOCK http_proxy HTTPS_PROXY no_proxy NO_PROXY ALL_PROXY _`,
    npm: `npm_config_registry npm_config_cache npm_package_name npm_package_version npm_lifecycle_event npm_execpath
      npm_node_execpath npm_command npm_config_user_agent INIT_CWD NODE NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS
      NODE_COMPILE_CACHE NVM_DIR COREPACK_ROOT`,
    CI: `CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_REF GITHUB_API_URL GITHUB_SERVER_URL RUNNER_OS RUNNER_TEMP GITLAB_CI
      CI_API_V4_URL CI_JOB_ID CI_SERVER_URL CI_SERVER_HOST CI_PROJECT_DIR BUILD_ID JENKINS_URL JOB_NAME WORKSPACE`,
    systemd: `INVOCATION_ID JOURNAL_STREAM NOTIFY_SOCKET STATE_DIRECTORY RUNTIME_DIRECTORY LOGS_DIRECTORY MAINPID
      SYSTEMD_EXEC_PID WATCHDOG_USEC WATCHDOG_PID LISTEN_FDS CREDENTIALS_DIRECTORY MEMORY_PRESSURE_WATCH`,
    containers: `container HOSTNAME KUBERNETES_SERVICE_HOST KUBERNETES_PORT_443_TCP_ADDR DATABASE_PORT DATABASE_SERVICE_HOST
      APP_PORT APP_SERVICE_PORT DATABASE_PORT_5432_TCP POSTGRES_PASSWORD POSTGRES_USER POSTGRES_DB PGDATA PGHOST PGUSER
      PGPASSWORD DOCKER_HOST COMPOSE_PROJECT_NAME DYNO RAILWAY_ENVIRONMENT FLY_APP_NAME`,
    "other programs": `API_URL APP_ENV APP_KEY APP_NAME APP_DEBUG DB_URL DB_HOST REDIS_URL MAIL_HOST MAIL_PORT MAIL_USERNAME
      OLLAMA_HOST OLLAMA_MODELS OPENAI_ORG_ID OPENAI_API_BASE OPENAI_PROJECT_ID ANTHROPIC_API_URL ANTHROPIC_AUTH_TOKEN
      ANTHROPIC_BASE_URL GOOGLE_API_KEY GOOGLE_APPLICATION_CREDENTIALS AWS_ACCESS_KEY_ID LOG_FORMAT LOG_FILE HOST_IP
      OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_RESOURCE_ATTRIBUTES
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_TRACES_EXPORTER DATABASE_NAME DATABASE_HOST AI_GATEWAY_API_KEY`,
  };
  test.each(Object.keys(strangers))("variables of %s are none of ours", (whose) => {
    const names = (strangers[whose] ?? "").split(/\s+/);
    expect(problemsOf(Object.fromEntries(names.map((name) => [name, "x"])))).toBe("");
  });
});
