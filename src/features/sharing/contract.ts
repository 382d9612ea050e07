import { oc } from "@orpc/contract";
import { z } from "zod";
import { email, id, instant, recordId, recordInstant, text } from "#src/kit/schemas.ts";
import { calendarFamilies } from "#src/features/calendar/rules.ts";
import { maxGuests } from "./rules.ts";

/** What a guest has said so far. */
export const guestState = z.enum(["pending", "accepted", "tentative", "declined", "suggested"]);
export type GuestState = z.infer<typeof guestState>;

/** A guest of an entry as the organiser sees it. */
export const invitation = z.object({
  id: recordId,
  name: z.string(),
  email: z.string(),
  state: guestState,
  /** The organiser took the invitation back, or took the guest off the entry. */
  isCancelled: z.boolean(),
  /** The guest's words with the last answer. */
  comment: z.string(),
  /** Times that the guest would like better; the length is the entry's. */
  suggestion: z.object({ start: recordInstant, end: recordInstant }).nullable(),
  dateInvited: recordInstant,
  dateAnswered: recordInstant.nullable(),
});
export type Invitation = z.infer<typeof invitation>;

const family = z.literal([...calendarFamilies]).nullable();

/** A subscription; its address is told once, when it is made. */
export const feed = z.object({
  id: recordId,
  /** First code of the family; null for the whole calendar. */
  family,
  dateCreated: recordInstant,
});
export type Feed = z.infer<typeof feed>;

const route = (method: "GET" | "POST" | "DELETE", path: `/${string}`, summary: string, successStatus = 200) =>
  oc.route({ method, path, summary, tags: ["sharing"], successStatus });

const invitationList = z.object({
  invitations: z.array(invitation),
  /** Whether this installation sends mail at all. */
  isMailing: z.boolean(),
});

export const sharingContract = {
  listInvitations: route("GET", "/calendar/entry/{id}/invitations", "Who is invited to an entry, and what they said")
    .input(z.strictObject({ id }))
    .output(invitationList),
  shareEntry: route(
    "POST",
    "/calendar/entry/share",
    "Invite attendees of an entry by mail: those who were not invited before, or those who are named",
  )
    .input(z.strictObject({ id, emails: z.array(email).min(1).max(maxGuests).optional() }))
    .output(invitationList),
  resendInvitation: route("POST", "/calendar/invitations/resend", "Send an invitation once more")
    .input(z.strictObject({ id }))
    .output(z.object({ invitation })),
  cancelInvitation: route("DELETE", "/calendar/invitations", "Take an invitation back; the guest is told by mail")
    .input(z.strictObject({ enData: z.strictObject({ id }) }))
    .output(z.object({ invitation })),
  listFeeds: route("GET", "/calendar/feeds", "Subscriptions of the calendar, without their addresses")
    .input(z.strictObject({}))
    .output(z.object({ feeds: z.array(feed) })),
  createFeed: route("POST", "/calendar/feeds", "Make a secret address that calendar programs subscribe to", 201)
    .input(z.strictObject({ family }))
    .output(z.object({ feed, url: z.string() })),
  deleteFeed: route("DELETE", "/calendar/feeds", "Revoke a subscription: its address answers 404 from now on")
    .input(z.strictObject({ enData: z.strictObject({ id }) }))
    .output(z.object({ deleted: z.literal(true) })),
};

/* The page behind the link in a mail needs no account: whoever holds the token may answer for its guest. */

const token = text(100, 20).regex(/^[\w-]+$/, "must be a token");

export const openInvitation = z.strictObject({ token });

export const answerInvitation = z
  .strictObject({
    token,
    /** The version that the guest has seen; another one by now is 409 `invitation.changed`. */
    sequence: z.int().min(0),
    answer: guestState.exclude(["pending"]),
    comment: text(500).default(""),
    /** When it should begin instead; with `suggested` only. */
    start: instant.optional(),
  })
  .refine(({ answer, start }) => (answer === "suggested") === (start !== undefined), {
    error: "goes with a suggestion, and a suggestion needs it",
    path: ["start"],
  });
export type AnswerInvitation = z.infer<typeof answerInvitation>;

/** What the page of a guest shows. */
export const guestView = z.object({
  title: z.string(),
  start: recordInstant,
  end: recordInstant,
  allDay: z.boolean(),
  timeZone: z.string(),
  isRecurring: z.boolean(),
  location: z.string().nullable(),
  link: z.string().nullable(),
  organizer: z.object({ name: z.string(), email: z.string() }),
  guest: z.object({ name: z.string(), email: z.string() }),
  state: guestState,
  comment: z.string(),
  suggestedStart: recordInstant.nullable(),
  sequence: z.int(),
  isCancelled: z.boolean(),
  /** It has ended; nothing can be answered any more. */
  isOver: z.boolean(),
});
export type GuestView = z.infer<typeof guestView>;
