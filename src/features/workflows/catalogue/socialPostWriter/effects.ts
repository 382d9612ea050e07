import { approvalEntry, socialPostEntry } from "#src/features/calendar/rules.ts";
import type { Proposal } from "#src/features/documents/document.ts";
import { addMinutes, localDateOf } from "#src/kit/time/clocks.ts";
import { addDays } from "#src/kit/time/dates.ts";
import { firstLineOf } from "../../domain/posts.ts";
import { entryAt, outcomeAt, workday } from "../../kit/effects.ts";
import { workflowNameOf } from "../../rules.ts";
import { measures } from "./blocks.ts";
import { finalPost, type PostScene, titleOf } from "./facts.ts";
import { best, isWritten, replies, tagsOf, variants } from "./sections.ts";

/** The post as a content item with its entry, answers an hour later, approval before, figures a week after. */
export function effectsOf(scene: PostScene): Proposal[] {
  const { facts, form, answer, translate, show } = scene;
  const { timeZone, now } = scene.context;
  const { platform, contentType, publishAt: time } = form;
  const rows = variants.of({ answer }).filter(({ text }) => text !== "");
  const chosen = best.of({ answer })[0]?.variant[0];
  const row = rows.find(({ id }) => id === chosen) ?? rows[0];
  const link = facts.variants.find(({ id }) => id === row?.id)?.link ?? "";
  const written = isWritten(scene);
  const post = finalPost(scene, row?.text ?? "", tagsOf(scene)).text.replaceAll("[Link]", link);
  const title = titleOf(form, written && row ? firstLineOf(show(row.text)) : "");
  const approveBy = workday(addDays(facts.publishOn, -1));
  const planned = facts.publicationDay === "given" ? "planned" : "idea";
  return [
    ...outcomeAt("post", {
      workflow: workflowNameOf("socialPostWriter"),
      kind: contentType === 10 ? "link" : "post",
      platform,
      contentType,
      title,
      brief: post || form.brief,
      date: facts.publishOn,
      time,
      timeZone,
      entryType: socialPostEntry,
      status: written ? "drafted" : planned,
    }),
    entryAt("answer", {
      type: socialPostEntry,
      title: translate("Reply to comments: {title} | Kommentare beantworten: {title}", { title }),
      date: facts.publishOn,
      time: addMinutes(time, 60),
      timeZone,
      notes: replies
        .of({ answer })
        .map(({ comment, reply }) => show(`${comment}\n→ ${reply}`))
        .join("\n\n"),
    }),
    ...(form.approver !== "" && approveBy >= localDateOf(now, timeZone)
      ? [
          entryAt("approve", {
            type: approvalEntry,
            title: translate("Approve: {title} | Freigeben: {title}", { title }),
            date: approveBy,
            timeZone,
            notes: [form.approver, post].filter(Boolean).join("\n\n"),
          }),
        ]
      : []),
    entryAt("measure", {
      type: socialPostEntry,
      title: translate("Record: {what} | Notieren: {what}", { what: translate(measures[form.goal]) }),
      date: workday(addDays(facts.publishOn, 7)),
      timeZone,
      notes: title,
    }),
  ];
}
