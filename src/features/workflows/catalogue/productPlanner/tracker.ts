import type { DocumentFile } from "#src/features/documents/document.ts";
import { criteriaOf, type Rank } from "../../domain/stories.ts";
import { type Tracker, trackerCsv, type TrackerStory } from "../../domain/trackerCsv.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import type { ProductScene } from "./facts.ts";
import type { Form } from "./form.ts";

/* The features as tables that trackers import, in the order of work. */

/** What was written about a feature; empty where nothing was. */
interface Written {
  features: readonly { id: string; why: string; done: string; test: string }[];
  specs: readonly { id: string; flow: string; rules: string; out: string; measure: string }[];
}

const rankOf: Readonly<Record<Form["ideas"][number]["rank"], Rank>> = {
  must: "must",
  should: "should",
  could: "could",
  wont: "open",
};
const fileTrackers: readonly Tracker[] = ["Jira", "GitHub", "Linear"];

export function trackerFiles(scene: ProductScene, { features, specs }: Written): DocumentFile[] {
  const { form, facts, translate, show } = scene;
  const linesOf = (text = ""): string[] =>
    show(text)
      .split("\n")
      .map((line) => line.replace(/^\s*[-•*]\s+/, "").trim())
      .filter(Boolean);
  const part = (title: Bilingual, text: string | undefined) => ({ title: translate(title), lines: linesOf(text) });
  const stories = facts.schedule.flatMap(({ id, at }): TrackerStory[] => {
    const idea = form.ideas[at];
    if (!idea) return [];
    const row = features.find((one) => one.id === id);
    const spec = specs.find((one) => one.id === id);
    return [
      {
        id,
        text: [idea.title, idea.what].filter(Boolean).join(": "),
        want: idea.title,
        rank: rankOf[idea.rank],
        points: null,
        labels: [],
        criteria: criteriaOf(show(row?.done ?? "")),
        parts: [
          part("Why | Warum", row?.why),
          part("What happens | Ablauf", spec?.flow),
          part("Rules | Regeln", spec?.rules),
          part("Not included | Nicht enthalten", spec?.out),
          part("Measured by | Gemessen an", spec?.measure),
          part("Cheapest test | Günstigster Test", row?.test),
        ],
      },
    ];
  });
  if (stories.length === 0) return [];
  const words = {
    given: translate("Given | Angenommen"),
    when: translate("When | Wenn"),
    result: translate("Then | Dann"),
    criteria: translate("Done when | Fertig, wenn"),
  };
  return fileTrackers.map((tracker) => ({
    name: `${tracker.toLowerCase()}.csv`,
    title: translate("For {tracker} (CSV) | Für {tracker} (CSV)", { tracker }),
    mediaType: "text/csv",
    text: trackerCsv(tracker, { stories, epic: form.product, words }),
  }));
}
