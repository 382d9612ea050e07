import { oc } from "@orpc/contract";
import { z } from "zod";
import { appLanguage, coins, email, id, page, recordId, recordInstant, text } from "#src/kit/schemas.ts";

/** What became of an invite. */
export const inviteState = z.enum([
  /** The message went out, and its link still works. */
  "sent",
  /** Nobody signed up in time. */
  "expired",
  /** The person took it back. */
  "withdrawn",
  /** Somebody signed up with it and has not confirmed the address. */
  "registered",
  /** The address is confirmed; what the reward waits for has not happened. */
  "verified",
  "rewarded",
]);
export type InviteState = z.infer<typeof inviteState>;

export const invite = z.object({
  id: recordId,
  state: inviteState,
  /** Address that the message went to; null once somebody signed up, and for the link. */
  email: z.string().nullable(),
  /** Name of the person who signed up; null before, and for an account that is gone. */
  name: z.string().nullable(),
  invitedAt: recordInstant,
  /** Since when the state holds; of a sent one, until when its link works. */
  at: recordInstant,
  /** Coins that the person who invited got for it. */
  coins,
});
export type Invite = z.infer<typeof invite>;

/** What a reward waits for: a first run that was paid for, or a first purchase. */
export const rewardCondition = z.enum(["run", "purchase"]);
export type RewardCondition = z.infer<typeof rewardCondition>;

export const inviteOverview = z.object({
  /** Address of the personal link; null for accounts that have none. */
  link: z.string().nullable(),
  /** Invites of the last 30 days, and the most there may be. */
  used: z.int(),
  limit: z.int(),
  /** What each of the two gets; 0 where the operator gives nothing. */
  rewardCoins: coins,
  rewardOn: rewardCondition,
  /** What everybody starts with. */
  welcomeCoins: coins,
  earned: z.object({
    coins,
    count: z.int(),
    /** The newest, at most 5. */
    latest: z.array(z.object({ id: recordId, name: z.string().nullable(), coins })),
  }),
});
export type InviteOverview = z.infer<typeof inviteOverview>;

/** A reward that its person has not been told of. */
export const inviteReward = z.object({
  id: recordId,
  /** Which of the two sides the person is. */
  side: z.enum(["inviter", "invited"]),
  coins,
});
export type InviteReward = z.infer<typeof inviteReward>;

export const newInvite = z.strictObject({
  email,
  /** Of the message; without one that of the person who invites. */
  language: appLanguage.optional(),
});
export type NewInvite = z.infer<typeof newInvite>;

/** What somebody without an account is shown of the code in a link. */
export interface InviteOffer {
  /** Null for names that should not be shown. */
  invitedBy: string | null;
  coins: number;
  on: RewardCondition;
}

const path = "/community/invites";
const route = (method: "GET" | "POST" | "DELETE", summary: string, below = "") =>
  oc.route({
    method,
    path: `${path}${below}`,
    summary,
    tags: ["invites"],
    ...(method === "POST" && below === "" ? { successStatus: 201 } : {}),
  });

export const invitesContract = {
  listInvites: route("GET", "Whom the person has invited, newest first, the personal link and what it brought")
    .input(page)
    .output(z.object({ invites: z.array(invite), overview: inviteOverview, nextCursor: text(512).optional() })),
  createInvite: route("POST", "Invite somebody by email, once").input(newInvite).output(z.object({ invite })),
  withdrawInvite: route("DELETE", "Take back an invite that nobody has used")
    .input(z.strictObject({ enData: z.strictObject({ id }) }))
    .output(z.object({ invite })),
  listRewards: route(
    "GET",
    "Rewards that the person has not been told of, and whether one may come",
    "/rewards",
  ).output(z.object({ rewards: z.array(inviteReward), isPending: z.boolean() })),
  markRewards: route("POST", "The person was told of these rewards", "/rewards")
    .input(z.strictObject({ ids: z.array(id).min(1).max(50) }))
    .output(z.object({ marked: z.int() })),
};
