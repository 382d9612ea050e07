import type { Block } from "#src/features/documents/document.ts";
import { figure } from "../../domain/wording.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { note } from "../../kit/sections.ts";
import { type GroupsScene, money, share } from "./facts.ts";

/* Cards of groups: what is written, and one question for what isn't. */

/** A written cell with its title. */
export type CardLine = [label: Bilingual, text: string];

/** Where a group comes from, in the words of a reader. */
function originLine(scene: GroupsScene, id: string, heading: string): string[] {
  const { facts, translate, language } = scene;
  const origin = facts.origins.find((one) => one.id === id);
  if (!origin || origin.name === "") return [];
  const { segment } = origin;
  const isSame = heading === origin.name;
  if (segment === null)
    return [
      translate(
        isSame
          ? "Basis: hypothesis | Grundlage: Vermutung"
          : "Basis: hypothesis, “{name}” | Grundlage: Vermutung, „{name}“",
        {
          name: origin.name,
        },
      ),
    ];
  const name = isSame ? translate("customer list | Kundenliste") : origin.name;
  const count = figure(segment.count, language);
  return [
    facts.customers?.revenue
      ? translate(
          "Basis: {name}, {count:customer|customers}, {share} of revenue, {mean} each | Grundlage: {name}, {count:Kunde|Kunden}, {share} des Umsatzes, je {mean}",
          { name, count, share: share(scene, segment.revenueShare), mean: money(scene, segment.mean) },
        )
      : translate("Basis: {name}, {count:customer|customers} | Grundlage: {name}, {count:Kunde|Kunden}", {
          name,
          count,
        }),
  ];
}

/**
 * A card for each group that somebody wrote about or that the person named, and one question for all that is open.
 * @param nameOf name of a group as it was written; empty for none
 */
export function groupCards(
  scene: GroupsScene,
  cards: readonly { id: string; lines: readonly CardLine[]; open: readonly Bilingual[] }[],
  nameOf: (id: string) => string,
  { hasOrigin, gap }: { hasOrigin: boolean; gap: Bilingual },
): Block[] {
  const { translate, isWriting } = scene;
  const isBlank = cards.every(({ lines }) => lines.every(([, text]) => text === ""));
  const inOrder = scene.facts.origins.flatMap(({ id }) => cards.filter((card) => card.id === id));
  const shown = inOrder.flatMap(({ id, lines, open }): Block[] => {
    const items = [
      ...(hasOrigin ? originLine(scene, id, scene.show(nameOf(id))) : []),
      ...lines.filter(([, text]) => text !== "").map(([label, text]) => `${translate(label)}: ${scene.show(text)}`),
    ];
    if (items.length === 0) return [];
    return [
      { type: "h", text: scene.show(nameOf(id)) || id },
      { type: "list", ordered: false, items },
      ...(open.length > 0 && !isBlank && !isWriting
        ? [
            note(
              "gap",
              translate("Still open: {columns}. | Noch offen: {columns}.", {
                columns: open.map((label) => translate(label)).join(", "),
              }),
            ),
          ]
        : []),
    ];
  });
  return [...shown, ...(isBlank && !isWriting ? [note("gap", translate(gap))] : [])];
}
