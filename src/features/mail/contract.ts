import { oc } from "@orpc/contract";
import { z } from "zod";
import { appLanguage, email, text } from "#src/kit/schemas.ts";

/** The wish form of specification section 7. A case that is not named here cannot be sent. */
export const sendEmail = z.strictObject({
  /** The support address or the signed-in person's own one; every other one is refused. */
  to: email,
  targetLanguage: appLanguage,
  targetEmailCase: z.enum(["user-use-case-wish"]),
  targetGroup: z.enum(["customers"]),
  placeholders: z.strictObject({
    fullName: text(200),
    firstName: text(200),
    /** Where an answer should go: becomes the Reply-To of the mail to support. */
    email,
    wishUseCase: text(4000, 1),
  }),
});
export type SendEmail = z.infer<typeof sendEmail>;

export const mailContract = {
  sendEmail: oc
    .route({
      method: "POST",
      path: "/emailing/send-email",
      summary: "Send a mail of a known case; 200 means that it is in the outbox",
      tags: ["mail"],
    })
    .input(sendEmail)
    .output(z.object({ accepted: z.literal(true) })),
};
