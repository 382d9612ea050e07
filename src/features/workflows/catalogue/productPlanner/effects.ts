import type { Proposal } from "#src/features/documents/document.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { clipped, quoted } from "../../domain/wording.ts";
import { entryAt, nextProject } from "../../kit/effects.ts";
import type { Form as StoriesForm } from "../userStoryWriter/form.ts";
import { endOfQuarter, type ProductScene, type ScheduledFeature, specified } from "./facts.ts";

/* What a product plan suggests to the calendar and to the user story writer. */

/** Written requirements of a feature. */
export interface Requirements {
  id: string;
  flow: string;
  rules: string;
}

/** Characters that the form of the user story writer takes. */
const storyLimits = { feature: 6000, context: 6000, constraints: 4000, role: 60, roles: 8 } as const;

/** A project of the user story writer for one of the next features. */
function storyProject(scene: ProductScene, { id, at }: ScheduledFeature, spec: Requirements | undefined): Proposal {
  const { form: values, facts } = scene;
  const { title = "", what = "" } = values.ideas[at] ?? {};
  const plain = (written = ""): string => scene.show(written).trim();
  const ids = facts.voicesOf.get(id) ?? [];
  const said = facts.voices.filter((one) => ids.includes(one.id)).map((one) => quoted(one.text, scene.language));
  const roles = new Map(
    values.users.map(({ name }) => [name.trim().toLowerCase(), name.trim().slice(0, storyLimits.role)]),
  );
  // Lines of a list are wishes to the user story writer; running text would be background.
  const wishes = [what, ...plain(spec?.flow).split("\n")].filter(Boolean).map((line) => `- ${line.trim()}`);
  return nextProject<StoriesForm>(`stories:${id}`, "userStoryWriter", title, {
    goalLanguage: values.goalLanguage,
    feature: (wishes.join("\n") || title.padEnd(3, ".")).slice(0, storyLimits.feature).toWellFormed(),
    ...(roles.size > 0 ? { roles: [...roles.values()].slice(0, storyLimits.roles) } : {}),
    context: [values.problem, ...said].join("\n").slice(0, storyLimits.context).toWellFormed(),
    constraints: [values.constraints, plain(spec?.rules)]
      .filter(Boolean)
      .join("\n")
      .slice(0, storyLimits.constraints)
      .toWellFormed(),
  });
}

/** Steps to the release, a look back at each quarter, and stories of the next features. */
export function planProposals(scene: ProductScene, requirements: readonly Requirements[]): Proposal[] {
  const { facts, form: values, context, translate } = scene;
  const { now, timeZone } = context;
  const today = localDateOf(now, timeZone);
  return [
    ...facts.gates
      .filter(({ isLate }) => !isLate)
      .map(({ id, title, date }) =>
        entryAt(`gate:${id}`, { type: "6000", title: `${values.product}: ${title}`, date, timeZone }),
      ),
    ...Array.from({ length: facts.schedule.length > 0 ? values.quarters : 0 }, (_, at) => ({
      no: at + 1,
      date: endOfQuarter(values, at + 1),
    }))
      .filter(({ date }) => date >= today)
      .map(({ no, date }) =>
        entryAt(`review:${no}`, {
          type: "6000",
          title: translate("{product}: quarter {no} review | {product}: Rückblick auf Quartal {no}", {
            product: clipped(values.product, 100),
            no,
          }),
          date,
          minutes: 60,
          notes: values.metric,
          timeZone,
        }),
      ),
    ...facts.schedule.slice(0, specified).map((feature) =>
      storyProject(
        scene,
        feature,
        requirements.find(({ id }) => id === feature.id),
      ),
    ),
  ];
}
