import { expect, test } from "vitest";
import { found } from "./found.ts";

const choices = [
  { value: "Asia/Dubai", label: "Dubai, Asia" },
  { value: "Europe/Berlin", label: "Berlin, Europe" },
  { value: "America/Sao_Paulo", label: "São Paulo, America" },
  { value: "fr", label: "Französisch" },
  { value: "ur", label: "Urdu" },
];
const valuesOf = (words: string): string[] => found(choices, words).map(({ value }) => value);

test("typed words find what holds all of them, whatever the accents, the case and the order", () => {
  expect(valuesOf("sao pau")).toEqual(["America/Sao_Paulo"]);
  expect(valuesOf("europe ber")).toEqual(["Europe/Berlin"]);
  expect(valuesOf("Europe/Berlin")).toEqual(["Europe/Berlin"]);
  expect(valuesOf("FRANZOS")).toEqual(["fr"]);
  expect(valuesOf("atlantis")).toEqual([]);
});

test("what begins with the words goes first, and no words find everything", () => {
  expect(valuesOf("ur")).toEqual(["ur", "Europe/Berlin"]);
  expect(valuesOf("  ")).toEqual(choices.map(({ value }) => value));
});
