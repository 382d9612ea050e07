import type { Block } from "#src/features/documents/document.ts";
import { countryCode, firstContactRules, lintOf } from "../../domain/coldContact.ts";
import { sectionsFor } from "../../kit/lists.ts";
import { note, tableOf } from "../../kit/sections.ts";
import type { Facts, OutreachScene } from "./facts.ts";
import type { Form } from "./form.ts";
import { fitOf, messages, provenFacts } from "./messages.ts";
import { brakeText, lintTexts } from "./wording.ts";

/* With whom to begin, what to check before anything goes out, and who is left alone. */

const { computed } = sectionsFor<Form, Facts>();

function orderBlocks(scene: OutreachScene): Block[] {
  const { facts, form, translate, translateAll } = scene;
  const rows = messages
    .of(scene)
    .flatMap((row) => {
      const open = facts.open.find(({ person }) => person.id === row.id);
      return open && row.message !== "" ? [{ row, fit: fitOf(row), ...open }] : [];
    })
    .toSorted(
      (a, b) =>
        (b.fit ?? 0) - (a.fit ?? 0) ||
        provenFacts(b.row).length - provenFacts(a.row).length ||
        a.brakes.length - b.brakes.length,
    )
    .map(({ row, fit, person, brakes }) => {
      const checks = [
        ...brakes.map((brake) => brakeText(scene, brake, person)),
        ...lintOf(scene.show(row.message), form.channel).map((lint) => translate(lintTexts[lint])),
      ];
      return [
        person.name,
        fit === null ? "–" : String(fit),
        String(provenFacts(row).length),
        row.fitWhy === "" ? "–" : scene.show(row.fitWhy),
        checks.length === 0 ? "–" : checks.join(" "),
      ];
    });
  return tableOf(
    translateAll(
      "Lead | Lead",
      "Fit | Eignung",
      "Evidence | Belege",
      "Why | Warum",
      "Check before sending | Vor dem Senden prüfen",
    ),
    rows,
    [1, 2],
  );
}

/** Rules of the countries that occur, once each. */
function lawBlocks({ facts, form, translate }: OutreachScene): Block[] {
  if (form.channel === "letter") return [];
  const { known, elsewhere } = firstContactRules[form.channel];
  const countries = [...new Set(facts.open.map(({ person }) => countryCode(person.country)))].filter(
    (one) => one !== "",
  );
  const rules = countries.flatMap((country) => (Object.hasOwn(known, country) ? [known[country] ?? elsewhere] : []));
  const hasOthers = facts.open.length > 0 && rules.length < Math.max(1, countries.length);
  return [...rules, ...(hasOthers ? [elsewhere] : [])].map((rule) => note("warn", translate(rule)));
}

function beforeBlocks(scene: OutreachScene): Block[] {
  const { facts, translate, form } = scene;
  const stored = facts.open.filter(({ person }) => person.origin !== "").length;
  return [
    ...lawBlocks(scene),
    {
      type: "list",
      ordered: false,
      items: [
        translate(
          facts.open.length === 0
            ? "This run sends nothing. | Dieser Lauf versendet nichts."
            : "{count:message is waiting for your approval|messages are waiting for your approval, each one separately}. This run sends nothing. | {count:Nachricht wartet auf Ihre Freigabe|Nachrichten warten auf Ihre Freigabe, jede einzeln}. Dieser Lauf versendet nichts.",
          { count: facts.open.length },
        ),
        ...(form.research === "web"
          ? []
          : [
              translate(
                "No websites were read: choose web research to base the messages on the leads’ own pages. | Es wurden keine Websites gelesen: Wählen Sie Webrecherche, damit sich die Nachrichten auf die Seiten der Leads stützen.",
              ),
            ]),
        ...(stored === 0
          ? []
          : [
              translate(
                "{count:lead comes|leads come} from a public source. Name it in the first message and explain how to object (GDPR Art. 14 and 21). | {count:Lead stammt|Leads stammen} aus einer öffentlichen Quelle. Nennen Sie diese in der ersten Nachricht und weisen Sie auf das Widerspruchsrecht hin (Art. 14 und 21 DSGVO).",
                { count: stored },
              ),
            ]),
        translate("This is not legal advice. | Dies ist keine Rechtsberatung."),
      ],
    },
  ];
}

function leftBlocks(scene: OutreachScene): Block[] {
  const { facts, translate, translateAll } = scene;
  return [
    ...tableOf(
      translateAll("Lead | Lead", "Why | Warum"),
      facts.left.map(({ person, brakes }) => [
        person.name,
        brakes.map((brake) => brakeText(scene, brake, person)).join(" "),
      ]),
    ),
    ...(facts.missing === 0
      ? []
      : [
          note(
            "info",
            translate(
              "{count:selected lead no longer exists|selected leads no longer exist}. | {count:ausgewählter Lead ist|ausgewählte Leads sind} nicht mehr vorhanden.",
              { count: facts.missing },
            ),
          ),
        ]),
  ];
}

export const order = computed("order", "Suggested order | Empfohlene Reihenfolge", orderBlocks);
export const before = computed("before", "Before you send | Vor dem Senden", beforeBlocks);
export const left = computed("left", "Not contacted | Nicht angeschrieben", leftBlocks);
