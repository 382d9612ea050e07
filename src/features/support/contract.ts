import { oc } from "@orpc/contract";
import { z } from "zod";

/** A text of the operator in each language of the interface. */
const localText = z.object({ en: z.string(), de: z.string() });
export type LocalText = z.infer<typeof localText>;

export const supportContact = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: localText.nullable(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      /** Name and version of an image of ours. */
      photo: z.object({ name: z.string(), version: z.string() }).nullable(),
    }),
  ),
  /** When somebody answers the phone. */
  hours: localText.nullable(),
  /** How long a mail waits for its answer. */
  answers: localText.nullable(),
  /** The operator's address; null when none is set. */
  email: z.string().nullable(),
  /** What a wish names as its recipient. */
  wishTo: z.string(),
});
export type SupportContact = z.infer<typeof supportContact>;

export const supportContract = {
  getContact: oc
    .route({ method: "GET", path: "/support/contact", summary: "Whom to call and to write to", tags: ["support"] })
    .output(supportContact),
};
