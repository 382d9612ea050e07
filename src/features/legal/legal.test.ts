import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EngineInfo } from "#src/features/workflows/engine.ts";
import { sourcesOff } from "#src/testing/sourcesOff.ts";
import { readConfig } from "#src/platform/config.ts";
import { legalRoutes } from "./server/routes.ts";
import { readLegalTexts } from "./server/usecases.ts";

const engine = (kind: EngineInfo["kind"], label: string): EngineInfo => ({
  kind,
  label,
  provider: "p",
  model: "m",
  reason: "",
  reasonCode: "",
});
const drafts = engine("draft", "Draft, no AI used");
const textsWith = (env: Record<string, string>, info = drafts) => readLegalTexts(readConfig(env), () => info);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pioneer-legal-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("built-in legal text", () => {
  test("describes how this installation processes data, in both languages", async () => {
    const quiet = await textsWith({});
    expect(quiet.privacy.en.markdown).toContain("No model is connected");
    expect(quiet.privacy.de.markdown).toContain("Es ist kein Modell verbunden");
    expect(quiet.privacy.en.markdown).toContain("This installation doesn't count visits");
    expect(quiet.terms.en.markdown).toContain("hasn't added contact details");
    for (const language of ["en", "de"] as const)
      expect(quiet.privacy[language].markdown).toContain("api.ted.europa.eu");
    const alone = await textsWith(sourcesOff);
    expect(alone.privacy.en.markdown).not.toContain("api.ted.europa.eu");

    const busy = await textsWith(
      {
        SUPPORT_EMAIL: "help@pioneer.example",
        SMTP_URL: "smtp://mail.example",
        MAIL_FROM: "a@pioneer.example",
        ANALYTICS: "umami",
        ANALYTICS_URL: "https://stats.example.com",
        ANALYTICS_SITE: "x",
        SEARXNG_URL: "https://search.example.com",
        BRAVE_API_KEY: "secret-key",
      },
      engine("model", "Mistral Large, your key"),
    );
    for (const language of ["en", "de"] as const) {
      const { markdown, isOwn } = busy.privacy[language];
      for (const fact of ["Mistral Large", "stats.example.com", "search.example.com", "Brave", "help@pioneer.example"])
        expect([language, fact, markdown.includes(fact)]).toEqual([language, fact, true]);
      expect([isOwn, markdown.includes("secret-key")]).toEqual([false, false]);
    }
  });

  test("has the same structure in both languages", async () => {
    const { terms, privacy } = await textsWith({});
    const shape = (markdown: string): string[] =>
      markdown.split("\n").map((line) => /^(## |- )/.exec(line)?.[0] ?? (line === "" ? "" : "text"));
    for (const page of [terms, privacy]) expect(shape(page.de.markdown)).toEqual(shape(page.en.markdown));
  });
});

describe("operator's legal text", () => {
  test("replaces the built-in text, with German from the neighbouring file", async () => {
    const path = join(folder, "terms.md");
    await writeFile(path, "# Our terms");
    expect((await textsWith({ TERMS_FILE: path })).terms).toEqual({
      en: { markdown: "# Our terms", isOwn: true },
      de: { markdown: "# Our terms", isOwn: true },
    });
    await writeFile(join(folder, "terms.de.md"), "# Unsere Bedingungen");
    expect((await textsWith({ TERMS_FILE: path })).terms.de.markdown).toBe("# Unsere Bedingungen");
  });

  test("prevents the start when it cannot be read, and names the setting", async () => {
    await expect(textsWith({ PRIVACY_FILE: join(folder, "gone.md") })).rejects.toThrow(/PRIVACY_FILE/);
    await writeFile(join(folder, "empty.md"), " \n");
    await expect(textsWith({ TERMS_FILE: join(folder, "empty.md") })).rejects.toThrow(/TERMS_FILE/);
  });
});

test("serves the legal texts to everybody in a supported language", async () => {
  const texts = await textsWith({});
  const app = legalRoutes(texts);
  for (const [query, language] of [
    ["?language=de", "de"],
    ["?language=tlh", "en"],
    ["", "en"],
  ] as const)
    expect(await (await app.request(`/api/legal/privacy${query}`)).json()).toEqual(texts.privacy[language]);
});
