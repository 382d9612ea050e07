import type { Issue } from "#src/features/documents/document.ts";
import { words } from "#src/kit/text.ts";
import { figure } from "../../domain/wording.ts";
import { scenes } from "./chapters.ts";
import { type BookScene, chapterOf, longestScene, sceneWords } from "./facts.ts";

/** Words of an outline or a chapter that are far from what was planned. */
const [leastRoom, outlineLeeway, shortest, longest] = [0.9, 0.15, 0.6, 1.5] as const;

/** An outline that cannot hold the book, and a chapter that is not as long as planned. */
export function lengthIssues(scene: BookScene): Issue[] {
  const { facts, form: values, context, language } = scene;
  const warn = (code: string, at: string, found: number, wanted: number): Issue => ({
    level: "warn",
    code,
    at,
    params: { found: figure(found, language), wanted: figure(wanted, language) },
  });
  const perChapter = Map.groupBy(facts.scenes, ({ chapter }) => chapter);
  if (values.act === "outline" && facts.planned > 0) {
    const held = [...facts.chapterWords].reduce((sum, [id, planned]) => {
      const count = perChapter.get(id)?.length ?? 0;
      return sum + Math.min(planned, count * longestScene);
    }, 0);
    const all = [...facts.chapterWords.values()].reduce((sum, planned) => sum + planned, 0);
    return Math.abs(all - values.words) > values.words * outlineLeeway
      ? [warn("outlineWords", "outline", all, values.words)]
      : held < values.words * leastRoom
        ? [warn("outlineShort", "outline", held, values.words)]
        : [];
  }
  const text = scenes
    .of(scene)
    .filter(({ id }) => facts.due.includes(id))
    .map((row) => row.text);
  const [first = ""] = facts.due;
  const chapter = chapterOf(first);
  const wanted = sceneWords(facts.chapterWords.get(chapter) ?? 0, facts.due.length) * facts.due.length;
  const found = words(text.join("\n"), context.language).length;
  const isWhole = text.length === facts.due.length && text.every((one) => one !== "");
  return text.length > 0 && isWhole && (found < wanted * shortest || found > wanted * longest)
    ? [warn("chapterLength", "scenes", found, wanted)]
    : [];
}
