import { expect } from "vitest";
import type { TestProduct } from "./openProduct.ts";

/**
 * The link in the newest mail of a kind to somebody, once the mail is there.
 * @param kind as the outbox has it: `account-verify`
 */
export async function linkInMail({ deps }: Pick<TestProduct, "deps">, email: string, kind: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mail = await deps.db
        .selectFrom("mail")
        .select("text_body")
        .where("recipient", "=", email)
        .where("kind", "=", kind)
        .orderBy("id", "desc")
        .executeTakeFirst();
      const text = mail?.text_body ?? "";
      link = /https?:\S+#token=\S+/.exec(text)?.[0] ?? /https?:\S+/.exec(text)?.[0];
      return link;
    })
    .toBeDefined();
  return link ?? "";
}
