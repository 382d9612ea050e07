import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmtpDouble, type SmtpDouble } from "#src/testing/smtpDouble.ts";
import { openTestProduct, type TestProduct } from "#src/testing/openProduct.ts";
import { register, signIn } from "#src/testing/visitor.ts";

/* Addresses in letters of any script: they register, sign in however they are typed, and get their mail. */

let smtp: SmtpDouble;
let product: TestProduct;
beforeAll(async () => {
  smtp = await openSmtpDouble();
  product = await openTestProduct({
    env: { SMTP_URL: smtp.url, MAIL_FROM: "robot@pioneer.example", SUPPORT_EMAIL: "help@pioneer.example" },
  });
});
afterAll(async () => {
  await product.close();
  await smtp.close();
});

const password = "a long enough password";

test.each([
  {
    typed: "Info@München.example",
    also: ["info@xn--mnchen-3ya.example", "INFO@MÜNCHEN.example", "info@mu\u0308nchen.example"],
    kept: "info@xn--mnchen-3ya.example",
    received: "info@münchen.example",
    header: "info@xn--mnchen-3ya.example",
  },
  {
    typed: "jörg@xn--mnchen-3ya.example",
    also: ["JÖRG@münchen.example", "jo\u0308rg@münchen.example"],
    kept: "jörg@xn--mnchen-3ya.example",
    received: "jörg@münchen.example",
    header: "jörg@münchen.example",
  },
])("$typed", async ({ typed, also, kept, received, header }) => {
  const before = smtp.taken.length;
  expect(await register(product.visit(), { name: "Jörg", email: typed, password })).not.toBeNull();
  for (const email of [typed, ...also]) {
    const visitor = product.visit();
    expect([email, await register(visitor, { name: "Jörg", email, password })]).toEqual([email, null]);
    await signIn(visitor, { email, password });
    expect((await visitor.send("GET", "/api/user")).body.email).toBe(kept);
  }
  await expect.poll(() => smtp.taken.length, { timeout: 10_000 }).toBe(before + 1);
  // The server that receives them decodes domains; on the wire an address in ASCII stays in ASCII.
  const last = (): string[] => [
    smtp.taken.at(-1)?.to.join() ?? "",
    /^To: (.*)$/m.exec(smtp.taken.at(-1)?.raw ?? "")?.[1] ?? "",
  ];
  expect(last().map((one) => one.trim().normalize("NFC"))).toEqual([received, header]);

  // A link finds its way by any spelling, too.
  await product.send("POST", "/api/auth/reset/request", { email: also.at(-1) });
  await expect.poll(() => smtp.taken.length, { timeout: 10_000 }).toBe(before + 2);
  expect(last().map((one) => one.trim().normalize("NFC"))).toEqual([received, header]);
});
