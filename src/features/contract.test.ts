import { expect, test } from "vitest";
import { contract } from "./contract.ts";

interface Schema {
  _zod: { def: { type: string; catchall?: Schema; options?: Schema[]; innerType?: Schema } };
}

/** Whether an input refuses fields that it does not know, whatever form it takes. */
function isStrict({ _zod: { def } }: Schema): boolean {
  if (def.type === "union") return (def.options ?? []).every(isStrict);
  if (def.innerType) return isStrict(def.innerType);
  return def.type === "object" && def.catchall?._zod.def.type === "never";
}

/** Inputs of all calls by their names: `leads.listLeads`. */
function inputsIn(node: object, at: string[] = []): [string, Schema][] {
  const definition: unknown = Reflect.get(node, "~orpc");
  if (typeof definition === "object" && definition !== null) {
    const input: unknown = Reflect.get(definition, "inputSchema");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every schema of the contract is zod's
    return input ? [[at.join("."), input as Schema]] : [];
  }
  return Object.entries(node).flatMap(([name, below]: [string, object]) => inputsIn(below, [...at, name]));
}

const inputs = inputsIn(contract);

test("calls with an input are found", () => {
  expect(inputs.length).toBeGreaterThan(80);
});

test.each(inputs)(
  "%s refuses what it does not know: a parameter with a slip is no wish that was ignored",
  (_name, input) => {
    expect(isStrict(input)).toBe(true);
  },
);
