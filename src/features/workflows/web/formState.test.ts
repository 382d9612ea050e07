import { expect, test } from "vitest";
import { example, form } from "../catalogue/userStoryWriter.ts";
import { checkForm } from "./formState.ts";

const sentence = ({ key }: { key: string }): string => key;
const values = { ...example("2026-11-20", "en"), attachments: ["01890000-0000-7000-8000-000000000001"] };

test("a file that was not taken is a problem of its field, though the values are right", () => {
  expect(checkForm(form, values, sentence)).toEqual({ ok: true });
  expect(checkForm(form, values, sentence, ["attachments"])).toMatchObject({
    ok: false,
    problems: [{ path: ["attachments"], key: "form.filesRefused" }],
    errors: { attachments: { root: { message: "form.filesRefused" } } },
  });
});

test("it stands beside what the rules of the form find", () => {
  const checked = checkForm(form, { ...values, attachments: ["none"] }, sentence, ["attachments"]);
  expect(checked).toMatchObject({
    ok: false,
    errors: { attachments: { root: { message: "form.filesRefused" }, 0: { message: expect.any(String) } } },
  });
});
