import { readFile } from "node:fs/promises";
import { z } from "zod";
import { getOrCompute } from "#src/kit/boundedCache.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";

const texts = z.object({ calendarTypes: z.record(z.string(), z.string()) });
const names = new Map<AppLanguage, Promise<Record<string, string>>>();

async function load(language: AppLanguage): Promise<Record<string, string>> {
  const file = new URL(`../../../ui/i18n/${language}/workflows.json`, import.meta.url);
  return texts.parse(JSON.parse(await readFile(file, "utf8"))).calendarTypes;
}

/** The name of a type code in a language, as the interface says it. */
export async function typeName(type: string, language: AppLanguage): Promise<string> {
  const known = await getOrCompute(names, language, 2, () => load(language));
  return known[type] ?? type;
}
