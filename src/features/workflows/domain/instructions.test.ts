import { describe, expect, test } from "vitest";
import { isInstruction } from "./instructions.ts";

describe("an instruction", () => {
  test.each([
    "Record the 30 seconds tomorrow, before the first meeting.",
    "If you hear the room, measure the floor and take 30 to 40 % of it.",
    "Book a measuring day: you get a report.",
    "Don't buy a microphone yet.",
    "Never hang all panels on one wall.",
    "Please write down what you hear.",
    "Nehmen Sie die 30 Sekunden morgen auf, vor der ersten Besprechung.",
    "Hören Sie den Raum, messen Sie die Grundfläche.",
    "Wenn Sie es genau wissen wollen: Buchen Sie einen Messtag.",
    "Enden die Sätze sauber, prüfen Sie Verbindung und Gerät.",
    "Bitte messen Sie zweimal.",
    "Miss die Grundfläche.",
  ])("tells readers what to do: %s", (text) => {
    expect(isInstruction(text)).toBe(true);
  });

  test.each([
    "We measured 1.1 s there in March.",
    "Record sales in May came from 12 shops.",
    "Test results of 41 rooms show it.",
    "Order volume fell by 4 %.",
    "If you hear the room, it is the room.",
    "When the ceiling is bare, the echo stays.",
    "Carpet takes only the high tones.",
    "Did you measure the floor?",
    "Hören Sie nach jedem Satz den Raum, dann liegt es am Raum.",
    "Wenn Sie den Raum hören, liegt es am Raum.",
    "Im März haben wir dort 1,1 s gemessen.",
    "Für 28 m² brauchen Sie 11 m² Absorber.",
    "Messen Sie auch nachts?",
    "Buche ist ein hartes Holz.",
    "",
  ])("is no fact, and a fact is no instruction: %s", (text) => {
    expect(isInstruction(text)).toBe(false);
  });
});
