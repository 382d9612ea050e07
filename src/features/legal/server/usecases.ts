import { readFile } from "node:fs/promises";
import { apiNames } from "#src/features/workflows/apis.ts";
import type { EngineInfo } from "#src/features/workflows/engine.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import type { Config } from "#src/platform/config.ts";
import type { LegalPage, LegalText } from "../rules.ts";
import { defaultPrivacy } from "./defaultPrivacy.ts";
import { defaultTerms } from "./defaultTerms.ts";
import type { InstallationFacts } from "./installationFacts.ts";

export type LegalTexts = Record<LegalPage, Record<AppLanguage, LegalText>>;

const factsOf = (config: Config, engine: EngineInfo): InstallationFacts => ({
  supportEmail: config.supportEmail,
  engine: { label: engine.label, isModel: engine.kind === "model" },
  sendsMail: config.smtpUrl !== undefined,
  searches: [
    ...(config.searxngUrl ? [`SearXNG (${new URL(config.searxngUrl).host})`] : []),
    ...(config.braveApiKey ? ["Brave Search"] : []),
    ...(config.tavilyApiKey ? ["Tavily"] : []),
  ],
  services: apiNames
    .map((name) => config[`${name}Url`])
    .flatMap((address) => (address === "off" ? [] : [new URL(address).host])),
  analytics:
    config.analytics && config.analyticsUrl
      ? { kind: config.analytics, host: new URL(config.analyticsUrl).host }
      : undefined,
});

/** Characters of an operator's text; a law book has more, a notice does not. */
const longest = 500_000;

async function readOwn(env: string, path: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new Error(`${env}: ${path} cannot be read`, { cause });
  }
  if (text.trim() === "" || text.length > longest)
    throw new Error(`${env}: ${path} must hold 1 to ${longest} characters`);
  return text;
}

/** `terms.md` in English is `terms.en.md` where that exists, else `terms.md` for every language. */
async function ownTexts(env: string, path: string): Promise<Record<AppLanguage, LegalText>> {
  const base = await readOwn(env, path);
  const inLanguage = async (language: AppLanguage): Promise<LegalText> => {
    const beside = path.replace(/(\.\w+)?$/, `.${language}$1`);
    return { markdown: await readFile(beside, "utf8").catch(() => base), isOwn: true };
  };
  const [en, de] = await Promise.all([inLanguage("en"), inLanguage("de")]);
  return { en, de };
}

/**
 * Terms and privacy notice: the operator's are read once at the start, the built-in ones name the engine of the moment.
 * @throws Error naming the setting whose file cannot be used
 */
export async function readLegalTexts(config: Config, engineNow: () => EngineInfo): Promise<LegalTexts> {
  const builtIn = (
    write: (facts: InstallationFacts, language: AppLanguage) => string,
  ): Record<AppLanguage, LegalText> => {
    const textIn = (language: AppLanguage): LegalText => ({
      get markdown() {
        return write(factsOf(config, engineNow()), language);
      },
      isOwn: false,
    });
    return { en: textIn("en"), de: textIn("de") };
  };
  const [terms, privacy] = await Promise.all([
    config.termsFile ? ownTexts("TERMS_FILE", config.termsFile) : builtIn(defaultTerms),
    config.privacyFile ? ownTexts("PRIVACY_FILE", config.privacyFile) : builtIn(defaultPrivacy),
  ]);
  return { terms, privacy };
}

declare module "#src/platform/deps.ts" {
  interface Deps {
    legalTexts: LegalTexts;
  }
}
