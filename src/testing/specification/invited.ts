import type { TestProduct } from "#src/testing/openProduct.ts";
import type { Person } from "#src/testing/visitor.ts";

/** Somebody who signs up, with the code of an invite or without one, and confirms the address. */
export async function joinBy(inviteCode: string, product: TestProduct): Promise<Person> {
  const { openVisitor, signIn, signOut } = await import("#src/testing/visitor.ts");
  const visitor = openVisitor(product.deps.config.appUrl, (request) => product.fetch(request));
  const email = `invited-${crypto.randomUUID().slice(-12)}@guests.example`;
  const password = "a long enough password";
  const guest = { name: "Jonas Albrecht", email, password, inviteCode };
  const userId = String((await visitor.send("POST", "/api/auth/register", guest)).body.user.id);
  await signIn(visitor, { email, password });
  await product.deps.db.updateTable("user").set({ email_verified: true }).where("id", "=", userId).execute();
  return { ...visitor, userId, email, password, signOut: () => signOut(visitor) };
}

/** Waits until something holds; at most ten seconds. @throws Error when it does not */
export async function holds(check: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; Date.now() < end;) {
    if (await check()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("it did not come to hold within ten seconds");
}
