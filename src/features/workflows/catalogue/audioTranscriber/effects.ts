import type { Proposal } from "#src/features/documents/document.ts";
import { email } from "#src/kit/schemas.ts";
import { localDateOf } from "#src/kit/time/clocks.ts";
import { dayText } from "#src/kit/time/dateTexts.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { clipped, quoted } from "../../domain/wording.ts";
import { entryAt, nextWorkday } from "../../kit/effects.ts";
import type { AudioScene } from "./facts.ts";
import { spokenItems, lacksDate, timeOf } from "./spokenItems.ts";

/* What a transcript suggests: tasks and the next meeting for the calendar, attendees as leads. */

/** Days that a task without a date is given. */
const usualDays = 7;
/** When a meeting begins that no time was said for. */
const usualTime = "09:00";

export function audioProposals(scene: AudioScene): Proposal[] {
  const { form, context, translate, language } = scene;
  const { timeZone } = context;
  const today = localDateOf(context.now, timeZone);
  const saidAt = (place: string, words: string): string =>
    [
      translate("{title}, at {place} | {title}, bei {place}", { title: form.requirementTitle, place: place || "–" }),
      quoted(words, language),
    ].join("\n");
  const dayMissing = (row: ReturnType<typeof spokenItems>[number]): string[] =>
    lacksDate(row, scene)
      ? [
          translate(
            "The recording date is unknown, so the day mentioned can’t be given a date. | Das Datum der Aufnahme ist unbekannt; der genannte Tag lässt sich daher nicht datieren.",
          ),
        ]
      : row.due === "" && row.day === ""
        ? [translate("No day was mentioned. | Es wurde kein Tag genannt.")]
        : [];
  return [
    ...(form.outputs.includes("tasks") ? spokenItems(scene, "task") : []).map((row) => {
      const { id, text, who, due, place, words } = row;
      return entryAt(`task:${id}`, {
        type: "2000",
        title: who === "" || text.startsWith(who) ? text : `${who}: ${text}`,
        date: due >= today ? due : nextWorkday(due === "" ? addDays(today, usualDays) : today),
        notes: [
          ...dayMissing(row),
          ...(due !== "" && due < today
            ? [
                translate("It was due by {due}. | Es sollte bis {due} erledigt sein.", {
                  due: dayText(due, language),
                }),
              ]
            : []),
          saidAt(place, words),
        ].join("\n"),
        timeZone,
      });
    }),
    ...spokenItems(scene, "meeting")
      .filter(({ due }) => due >= today)
      .map((row) => {
        const { id, due, place, words } = row;
        const time = timeOf(row);
        return entryAt(`meeting:${id}`, {
          type: "1000",
          title: translate("Next meeting: {title} | Nächster Termin: {title}", { title: form.requirementTitle }),
          date: due,
          time: time || usualTime,
          minutes: 60,
          notes: [
            ...(time === "" ? [translate("No time was mentioned. | Es wurde keine Uhrzeit genannt.")] : []),
            saidAt(place, words),
          ].join("\n"),
          timeZone,
        });
      }),
    ...form.attendees
      .map((one, index) => ({ ...one, key: `lead:${index + 1}` }))
      .filter((one) => email.safeParse(one.email).success)
      .map(({ key, name, email: address }): Proposal => ({
        kind: "lead",
        key,
        payload: {
          name: name.trim(),
          kind: "person",
          email: [address.trim()],
          tags: [clipped(form.requirementTitle, 60, 60)],
          notes: translate("Attended: {title} | Anwesend bei: {title}", { title: form.requirementTitle }),
        },
      })),
  ];
}
