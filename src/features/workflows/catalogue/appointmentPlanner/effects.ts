import type { Proposal } from "#src/features/documents/document.ts";
import { localDateOf, localTimeOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { webAddress } from "#src/kit/schemas.ts";
import type { Bilingual } from "../../kit/bilingual.ts";
import { entryAt, nextProject, workday } from "../../kit/effects.ts";
import { clipped, quoted } from "../../domain/wording.ts";
import type { Form as TranscriptForm } from "../audioTranscriber/form.ts";
import { type PlanScene, travelOf } from "./facts.ts";
import { seriesOf } from "./series.ts";
import { recurrenceOf } from "../../domain/meetingSeries.ts";
import type { Form } from "./form.ts";
import { answerBy, heldOptions, holdNote, holdsOptions, options } from "./sections.ts";

/** Calendar types by kind of meeting; by place unless one was chosen. */
const typeOf = ({ kind, where }: Form): string =>
  ({ interview: "1040", workshop: "1050", training: "1060", team: "1080", oneToOne: "1090", byPlace: "" })[kind] ||
  { online: "1020", phone: "1010", onSite: "1030" }[where];

const minuteMs = 60_000;
/** Characters of a place that a calendar entry takes. */
const longestLocation = 300;
/** People that the form of the transcriber takes, and characters of a name. */
const attendeeLimits = { people: 30, name: 120 } as const;

/** Minutes of the meeting, to be written from its recording or transcript. */
function minutesProject({ form: values, facts, translate }: PlanScene, heldOn: string): Proposal {
  return nextProject<TranscriptForm>(
    "next:audioTranscriber",
    "audioTranscriber",
    translate("Minutes: {title} | Protokoll: {title}", { title: values.requirementTitle }),
    {
      goalLanguage: values.goalLanguage,
      companyInformation: values.companyInformation,
      productsPitch: values.productsPitch,
      purpose: values.kind === "interview" ? "interview" : "minutes",
      // Before a date is agreed on, nobody knows the day.
      ...(values.mode === "direct" ? { heldOn } : {}),
      attendees: facts.people.slice(0, attendeeLimits.people).map(({ name, email }) => ({
        name: clipped(name, attendeeLimits.name, attendeeLimits.name),
        email,
      })),
    },
  );
}

/**
 * The meeting with those invited, the other options as holds, the way there and back, a day for the answers, one for
 * the preparation, and its minutes.
 * @param given the invitation, and who prepares what
 */
export function effectsOf(
  scene: PlanScene,
  given: { invitation: string; preparation: readonly { what: string; who: string }[] },
): Proposal[] {
  const { form: values, facts, translate, context } = scene;
  const { zone } = facts;
  const all = options.of(scene);
  const [first] = all;
  if (!first) return [];
  const type = typeOf(values);
  const rule = recurrenceOf(seriesOf(values), first.start, zone);
  const title = values.requirementTitle;
  const attendees = facts.people.filter(({ email }) => email !== "").map(({ name, email }) => ({ name, email }));
  const place = values.location.slice(0, longestLocation).toWellFormed();
  const isSettled = values.mode === "direct";
  const isWhole = holdsOptions(values);
  const held = heldOptions(scene);
  const entries = (isWhole ? all : all.slice(0, 1)).map(({ id, start, end }, at) => {
    const isMeeting = at === 0 && isSettled;
    const no = held.findIndex((one) => one.id === id) + 1;
    const hold = { no, count: held.length, title };
    const entry = entryAt(`entry:${id}`, {
      type,
      title: isMeeting
        ? title
        : held.length > 1
          ? translate("Hold ({no} of {count}): {title} | Vorgemerkt ({no} von {count}): {title}", hold)
          : translate("Hold: {title} | Vorgemerkt: {title}", hold),
      date: localDateOf(start, zone),
      timeZone: zone,
      notes: [isMeeting ? "" : holdNote(scene), given.invitation].filter(Boolean).join("\n\n"),
      reminders: isMeeting ? values.reminders.map(Number) : [],
    });
    return {
      ...entry,
      payload: {
        ...(entry.payload as object),
        start,
        end,
        ...(place ? { location: place } : {}),
        ...(webAddress.safeParse(values.location).success ? { link: values.location } : {}),
        // Only the one that is settled repeats and names its guests. Nobody is written to: the person invites them.
        ...(isMeeting && rule ? { rrule: rule } : {}),
        ...(isMeeting && attendees.length > 0 ? { attendees } : {}),
      },
    };
  });
  const today = localDateOf(context.now, zone);
  const travel = travelOf(values);
  const way = (key: string, name: Bilingual, from: number): Proposal => {
    const entry = entryAt(key, {
      type: "1030",
      title: `${translate(name)}: ${title}`,
      date: localDateOf(new Date(from).toISOString(), zone),
      time: localTimeOf(from, zone),
      timeZone: zone,
      notes: values.location,
    });
    const [start, end] = [from, from + travel * minuteMs].map((ms) => new Date(ms).toISOString());
    return { ...entry, payload: { ...(entry.payload as object), start, end } };
  };
  const prepareOn = workday(addDays(localDateOf(first.start, zone), -1));
  return [
    ...entries,
    ...(isSettled && travel > 0
      ? [
          way("travel:there", "Trip there | Hinfahrt", Date.parse(first.start) - travel * minuteMs),
          way("travel:back", "Trip back | Rückfahrt", Date.parse(first.end)),
        ]
      : []),
    ...(facts.people.length > 0
      ? [
          entryAt("answers", {
            type: "2060",
            title: translate("Check replies: {title} | Antworten prüfen: {title}", { title }),
            date: answerBy(scene),
            notes: facts.people.map(({ name, email }) => [name, email].filter(Boolean).join(", ")).join("\n"),
            timeZone: zone,
          }),
        ]
      : []),
    entryAt("prepare", {
      type: "2050",
      title: translate("Prepare {title} | {title} vorbereiten", { title: quoted(title, scene.language) }),
      date: prepareOn < today ? today : prepareOn,
      notes: given.preparation
        .map(({ what, who }) => [who, what].filter(Boolean).join(": "))
        .filter(Boolean)
        .join("\n"),
      timeZone: zone,
    }),
    minutesProject(scene, localDateOf(first.start, zone)),
  ];
}
