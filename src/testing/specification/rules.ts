import assert from "node:assert/strict";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { type CouponKind, couponOf } from "./coupons.ts";
import { type Fact, inBrowser, onServer, section } from "./fact.ts";

const validation = section(5);
const roles = section(6);

/** Opens the wish form in the support popup of the page. */
const openWish = async (page: Parameters<Parameters<typeof inBrowser>[1]>[0]["page"]) => {
  await page.goto("/dashboard");
  const popup = page.getByRole("dialog", { name: /support/i });
  if (!(await popup.isVisible()))
    await page
      .getByRole("button", { name: /support/i })
      .first()
      .click();
  await popup.getByRole("tab").nth(2).click();
  return {
    useCase: popup.locator("[name=whichUseCase]"),
    email: popup.locator("[name=userEmail]"),
    submit: popup.locator("form button[type=submit]"),
    popup,
  };
};

const bothTexts = async (path: string): Promise<string[]> => {
  const { default: en } = await import("#src/ui/i18n/en/support.json", { with: { type: "json" } });
  const { default: de } = await import("#src/ui/i18n/de/support.json", { with: { type: "json" } });
  return [en, de].map((texts) =>
    String(path.split(".").reduce<unknown>((part, key) => new Map(Object.entries(part ?? {})).get(key), texts) ?? ""),
  );
};

/** What a coupon can be, the refusal, and which coupon the row asks with. */
const coupons: [words: string, code: string, kind: CouponKind][] = [
  ["expired", "payments.couponExpired", "expired"],
  ["non-existent", "payments.couponDoesNotExist", "unknown"],
  ["named wrongly", "payments.couponNamedWrong", "noCode"],
  ["usable only on a first purchase", "payments.couponNotFirstTime", "firstPurchase"],
  ["at its usage limit", "payments.couponUsageAchieved", "usedUp"],
  ["applied to an amount whose price is too low", "payments.couponAmountPriceTooLow", "largerAmount"],
];

/** Section 5: validation rules. */
export const validationFacts: Fact[] = [
  validation(
    "Wish form: whichUseCase is required (requiredMessage.whichUseCase)",
    inBrowser("the message after leaving the emptied field, in both languages", async ({ page }) => {
      const { useCase, popup } = await openWish(page);
      await useCase.fill("x");
      await useCase.fill("");
      await useCase.blur();
      const [en = "", de = ""] = await bothTexts("requiredMessage.whichUseCase");
      assert.ok(en.length > 5 && de.length > 5 && en !== de);
      await popup.getByText(en).waitFor();
    }),
  ),
  validation(
    "Wish form: userEmail must be a valid e-mail address and is required (requiredMessage.email)",
    inBrowser("the messages of an empty and of a wrong address", async ({ page }) => {
      const { email, popup } = await openWish(page);
      await email.fill("");
      await email.blur();
      const [en = ""] = await bothTexts("requiredMessage.email");
      await popup.getByText(en).waitFor();
      await email.fill("not an address");
      await email.blur();
      await popup.getByText(en).waitFor({ state: "detached" });
      assert.equal(await email.getAttribute("aria-invalid"), "true");
    }),
  ),
  validation(
    "Wish form: submit is disabled while submitting, while the form is invalid and while it is untouched",
    inBrowser("the button in the three states, and when all is well", async ({ page }) => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((done) => (release = done));
      await page.route("**/api/emailing/send-email", async (route) => {
        await held;
        await route.fulfill({ status: 200, json: {} });
      });
      const { useCase, email, submit } = await openWish(page);
      const isOff = async (): Promise<boolean> =>
        (await submit.isDisabled()) || (await submit.getAttribute("aria-disabled")) === "true";
      assert.equal(await isOff(), true);
      await useCase.fill("Write my invoices");
      await email.fill("no");
      assert.equal(await isOff(), true);
      await email.fill("mara@example.com");
      assert.equal(await isOff(), false);
      await submit.click();
      assert.equal(await isOff(), true);
      release();
      await page.locator(".toast").first().waitFor();
      await page.unrouteAll({ behavior: "wait" });
    }),
  ),
  validation(
    "Deleting a project requires an authenticated user: 'User is not authenticated'",
    onServer("the server's refusal of nobody", async ({ nobody, mara }) => {
      const answer = await nobody("DELETE", "/api/projects/workflow", {
        enData: { userId: mara.userId, projectId: mara.userId },
      });
      assert.deepEqual([answer.status, answer.body.message], [401, "User is not authenticated"]);
    }),
  ),
  validation(
    "Deleting a calendar entry requires an authenticated user: 'User not authenticated'",
    onServer("the server's refusal of nobody", async ({ nobody, mara }) => {
      const answer = await nobody("DELETE", "/api/calendar/entry", { enData: { entryId: mara.userId } });
      assert.deepEqual([answer.status, answer.body.message], [401, "User not authenticated"]);
    }),
  ),
  validation(
    "Generic rule messages include '{path} is a required field'",
    onServer("the refusal of an empty title", async ({ mara }) => {
      const answer = await mara.send("POST", "/api/calendar/entry", {
        enData: { type: "1000", title: " ", start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z" },
      });
      assert.equal(answer.status, 400);
      assert.ok(JSON.stringify(answer.body.fields).includes("is a required field"), JSON.stringify(answer.body));
    }),
  ),
  validation(
    "A password reset link can be invalid",
    onServer("an unknown token is refused with resetAuth.invalidLink", async ({ nobody }) => {
      const answer = await nobody("POST", "/api/auth/reset/finish", {
        token: "x".repeat(40),
        password: "long enough 1",
      });
      assert.equal(answer.body.code, "resetAuth.invalidLink");
    }),
  ),
  ...coupons.map(([words, code, kind]) =>
    validation(
      `A coupon can be ${words}`,
      onServer(`the refusal ${code}`, async (world) => {
        const { person, item, coupon } = await couponOf(kind, world);
        const answer = await person.send("POST", "/api/payments/coupon", { code: coupon, item });
        assert.equal(answer.body.code, code);
      }),
    ),
  ),
  validation(
    "A reseller invite can duplicate an earlier invite",
    onServer("the second invitation of one address: resellerInvites.duplicateInvite", async ({ mara }) => {
      const invite = { email: "invited-twice@example.com" };
      const first = await mara.send("POST", "/api/community/invites", invite);
      assert.ok(first.status < 300, JSON.stringify(first.body));
      const again = await mara.send("POST", "/api/community/invites", invite);
      assert.equal(again.body.code, "resellerInvites.duplicateInvite");
    }),
  ),
  validation(
    "A reseller invite can duplicate an already registered user",
    onServer("an invitation of somebody with an account: resellerInvites.duplicateRegisteredUser", async (world) => {
      const answer = await world.mara.send("POST", "/api/community/invites", { email: world.jonas.email });
      assert.equal(answer.body.code, "resellerInvites.duplicateRegisteredUser");
    }),
  ),
  validation(
    "Registration rejects a duplicate user",
    onServer("409 register.duplicateUser for an address that has an account", async ({ nobody, mara }) => {
      const answer = await nobody("POST", "/api/auth/register", {
        name: "Mara",
        email: mara.email.toUpperCase(),
        password: "a long enough password",
      });
      assert.deepEqual([answer.status, answer.body.code], [409, "register.duplicateUser"]);
    }),
  ),
  validation(
    "Coin spending can fail for not enough coins",
    onServer("a run for 300 coins with less is refused, and nothing is taken", async ({ product }) => {
      const person = await product.signUp("Vera Blum");
      const path = "/api/workflows/contentPlannerWorkflow";
      const formValues = (await person.send("GET", path)).body.example;
      const start = (key: string) =>
        person.send("POST", `${path}/runs`, { enData: { formValues } }, { "idempotency-key": key });
      assert.equal((await start("first-run-of-Vera")).status, 202);
      // What can be spent is less from the start on, whether the first run is still on or over.
      const before = (await person.send("GET", "/api/coins")).body.credits;
      assert.equal(before, 200);
      const second = await start("second-run-of-Vera");
      assert.deepEqual([second.status, second.body.code], [402, "coins.notEnough"]);
      assert.equal((await person.send("GET", "/api/coins")).body.credits, before);
    }),
  ),
];

/** Section 6: roles and permissions. */
export const roleFacts: Fact[] = [
  roles(
    "Unauthenticated visitors see public pages",
    inBrowser("sign-in, terms and privacy without a session", async ({ visitor }) => {
      const page = await visitor();
      for (const path of ["/pioneers/signin", "/terms", "/privacy"]) {
        await page.goto(path);
        await page.getByRole("heading").first().waitFor();
        assert.equal(new URL(page.url()).pathname, path);
      }
    }),
  ),
  roles(
    "Authenticated users see protected pages and the sidebar",
    inBrowser("the dashboard with its sidebar", async ({ page }) => {
      await page.goto("/dashboard");
      await page.locator("aside.side").waitFor();
    }),
  ),
  roles(
    "A missing session where one is required redirects to sign-in with the error SessionRequired",
    inBrowser("address after opening a protected page", async ({ visitor }) => {
      const page = await visitor();
      await page.goto("/settings/coins");
      await page.waitForURL((url) => url.searchParams.get("error") === "SessionRequired");
    }),
  ),
  roles(
    "License tiers are ordered by rank; justRegistered is the lowest",
    onServer("order of the ranks", async () => {
      const { licenseRanks } = await import("#src/features/account/rules.ts");
      const ranked = Object.entries(licenseRanks).toSorted(([, a], [, b]) => a - b);
      assert.deepEqual(
        ranked.map(([name]) => name),
        ["justRegistered", "starter", "visionary", "individual", "enterprise"],
      );
    }),
  ),
  roles(
    "Visionary is the threshold: below it, the Upgrade prompt shows",
    onServer("the offer for each tier", async () => {
      const { isUpgradeOffered } = await import("#src/features/account/rules.ts");
      const tiers = ["justRegistered", "starter", "visionary", "individual", "enterprise"] as const;
      assert.deepEqual(tiers.map(isUpgradeOffered), [true, true, false, false, false]);
    }),
  ),
  roles(
    "Only workflows flagged production-ready appear in favourites",
    onServer("a favourite that is not live is refused and names its field", async ({ mara }) => {
      const dark = cards.find(({ isProductionReady }) => !isProductionReady);
      const answer = await mara.send("POST", "/api/user/settings", { favoriteWorkflows: [dark?.workflowName] });
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      assert.match(JSON.stringify(answer.body.fields), /favoriteWorkflows/);
    }),
  ),
  {
    ...roles(
      "fundingApplicant has a message for a request with a wrong attachment",
      onServer("a joke among the papers is refused before any coin", async ({ mara }) => {
        const uploaded = new FormData();
        uploaded.append("file", new File(["Why did the bicycle fall over? It was two-tired."], "joke.txt"));
        const request = new Request("http://localhost/api/files", { method: "POST", body: uploaded });
        const type = { "content-type": request.headers.get("content-type") ?? "" };
        const { file } = (await mara.send("POST", "/api/files", new Uint8Array(await request.arrayBuffer()), type))
          .body;
        const { example } = (await mara.send("GET", "/api/workflows/fundingApplicantWorkflow")).body;
        const formValues = { ...example, attachments: [file.id] };
        const answer = await mara.send("POST", "/api/workflows/fundingApplicantWorkflow/quote", { formValues });
        assert.equal(answer.body.code, "fundingApplicant.attachmentPrank");
      }),
    ),
    tells: ["fundingApplicant.attachmentPrank"],
  },
  {
    ...roles(
      "leadsListProvider has a message for a request in the wrong context",
      onServer("the example without its branches and places is refused before any coin", async ({ mara }) => {
        const { example } = (await mara.send("GET", "/api/workflows/leadsListProviderWorkflow")).body;
        // Only fields of its own form: a strict one would refuse others for another reason.
        const context = Object.entries(example ?? {}).filter(([name]) =>
          /branch|industr|area|place|region|cit/i.test(name),
        );
        assert.ok(context.length > 0, "the form asks for no branch and no place");
        const empty = context.map(([name, value]) => [name, Array.isArray(value) ? [] : ""]);
        const formValues = { ...example, ...Object.fromEntries(empty) };
        const answer = await mara.send("POST", "/api/workflows/leadsListProviderWorkflow/quote", { formValues });
        assert.equal(answer.body.code, "leadsListProvider.noFittingContext");
      }),
    ),
    tells: ["leadsListProvider.noFittingContext"],
  },
];
