import { expect, test } from "vitest";
import { z } from "zod";
import { checkForm } from "./formState.ts";

const schema = z.looseObject({ goal: z.string().min(1), files: z.array(z.string()) });
const sentence = ({ key }: { key: string }): string => key;

test("a file that was not taken is a problem of its field, though the values are right", () => {
  const values = { goal: "Leads", files: ["one"] };
  expect(checkForm(schema as never, values, sentence)).toEqual({ ok: true });
  expect(checkForm(schema as never, values, sentence, ["files"])).toMatchObject({
    ok: false,
    problems: [{ path: ["files"], key: "form.filesRefused" }],
    errors: { files: { root: { message: "form.filesRefused" } } },
  });
});

test("it stands beside what the rules of the form find", () => {
  const checked = checkForm(schema as never, { goal: "", files: [] }, sentence, ["files"]);
  expect(checked).toMatchObject({ ok: false, errors: { files: {}, goal: {} } });
});
