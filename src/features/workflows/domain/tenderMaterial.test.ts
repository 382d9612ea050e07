import { expect, test } from "vitest";
import { isPurchaseMaterial } from "./tenderMaterial.ts";

const about = "Quiet meeting rooms: measure 14 rooms, fit absorbers where needed";

test("a price list, a notice, a paper on the subject and a scan are material of a purchase", () => {
  for (const text of [
    "Price list 2026, all prices without VAT",
    "Preisliste mit Lieferung, Stand 2026",
    "The contracting authority invites bidders to submit a tender by noon.",
    "How absorbers change the sound of meeting rooms",
    "  ",
  ])
    expect(isPurchaseMaterial(text, about, "en")).toBe(true);
});

test("a recipe is none", () => {
  expect(isPurchaseMaterial("Grandma’s best cookies: flour, butter, sugar. Bake for 12 minutes.", about, "en")).toBe(
    false,
  );
});
