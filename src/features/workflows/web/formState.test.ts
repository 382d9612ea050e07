import { expect, test } from "vitest";
import { example, form } from "../catalogue/userStoryWriter/form.ts";
import { checkForm } from "./formState.ts";

const values = { ...example("2026-11-20", "en"), attachments: ["01890000-0000-7000-8000-000000000001"] };

test("reports a rejected file at its field even if the values are valid", () => {
  expect(checkForm(form, values)).toMatchObject({ ok: true });
  expect(checkForm(form, values, ["attachments"])).toMatchObject({
    ok: false,
    problems: [{ path: ["attachments"], key: "form.filesRefused" }],
  });
});

test("reports a rejected file together with validation errors", () => {
  const checked = checkForm(form, { ...values, attachments: ["none"] }, ["attachments"]);
  expect(checked).toMatchObject({
    ok: false,
    problems: [
      { path: ["attachments"], key: "form.filesRefused" },
      { path: ["attachments", 0], key: expect.any(String) },
    ],
  });
});
