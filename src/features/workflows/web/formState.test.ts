import { expect, test } from "vitest";
import { example, form } from "../catalogue/userStoryWriter/form.ts";
import { checkForm } from "./formState.ts";

const sentence = ({ key }: { key: string }): string => key;
const values = { ...example("2026-11-20", "en"), attachments: ["01890000-0000-7000-8000-000000000001"] };

test("reports a rejected file at its field even if the values are valid", () => {
  expect(checkForm(form, values, sentence)).toEqual({ ok: true });
  expect(checkForm(form, values, sentence, ["attachments"])).toMatchObject({
    ok: false,
    problems: [{ path: ["attachments"], key: "form.filesRefused" }],
    errors: { attachments: { root: { message: "form.filesRefused" } } },
  });
});

test("reports a rejected file together with validation errors", () => {
  const checked = checkForm(form, { ...values, attachments: ["none"] }, sentence, ["attachments"]);
  expect(checked).toMatchObject({
    ok: false,
    errors: { attachments: { root: { message: "form.filesRefused" }, 0: { message: expect.any(String) } } },
  });
});
