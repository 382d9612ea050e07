import { expect, test } from "vitest";
import { filterChoices } from "./filterChoices.ts";

const choices = [
  { value: "Asia/Dubai", label: "Dubai, Asia" },
  { value: "Europe/Berlin", label: "Berlin, Europe" },
  { value: "America/Sao_Paulo", label: "São Paulo, America" },
  { value: "fr", label: "Französisch" },
  { value: "ur", label: "Urdu" },
];
const valuesOf = (words: string): string[] => filterChoices(choices, words).map(({ value }) => value);

test("filters choices by all words, ignoring accents, case and order", () => {
  expect(valuesOf("sao pau")).toEqual(["America/Sao_Paulo"]);
  expect(valuesOf("europe ber")).toEqual(["Europe/Berlin"]);
  expect(valuesOf("Europe/Berlin")).toEqual(["Europe/Berlin"]);
  expect(valuesOf("FRANZOS")).toEqual(["fr"]);
  expect(valuesOf("atlantis")).toEqual([]);
});

test("lists choices that start with the words first, and all choices for an empty query", () => {
  expect(valuesOf("ur")).toEqual(["ur", "Europe/Berlin"]);
  expect(valuesOf("  ")).toEqual(choices.map(({ value }) => value));
});
