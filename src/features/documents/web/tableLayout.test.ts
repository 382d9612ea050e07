import { describe, expect, it } from "vitest";
import { figureAndUnit, tableLayout } from "./tableLayout.ts";

const brief =
  "Show our curve from January to December, say what the three full months do to free dates, and name a day.";

describe("the layout of a table", () => {
  it("puts sentences below the rows of a table with many columns", () => {
    const layout = tableLayout({
      columns: ["Date", "Content", "Pillar", "Hook", "Brief", "Call to action"],
      rows: [
        ["Tue 02.02.", "LinkedIn, article", "Uptime", "Why fleets book", brief, "Ask which weeks are still free."],
      ],
    });
    expect(layout).toMatchObject({ beside: [0, 1, 2, 3, 5], below: [4], isStacked: true });
  });
  it("leaves tables of few columns, and those of short texts, as they are", () => {
    expect(tableLayout({ columns: ["Objection", "Answer"], rows: [[brief, brief]] })).toMatchObject({
      beside: [0, 1],
      below: [],
      isStacked: false,
    });
    const short = "Customers misread levels and blame colleagues.";
    expect(
      tableLayout({ columns: ["Kind", "Risk", "Sign", "Then"], rows: [["Use", short, short, short]] }).below,
    ).toEqual([]);
  });
  it("keeps the first column beside, whatever it holds", () => {
    const { beside, below } = tableLayout({ columns: ["A", "B", "C", "D"], rows: [[brief, brief, brief, brief]] });
    expect([beside, below]).toEqual([[0], [1, 2, 3]]);
  });
  it("lets tables of figures scroll", () => {
    const row = ["Feb 2027", "13,740", "−4,920", "−4,114", "−1,550"];
    const figures = { columns: ["Month", "Sales", "Goods", "Staff", "Fixed"], rows: [row], numeric: [1, 2, 3, 4] };
    expect(tableLayout(figures).isStacked).toBe(false);
  });
  it("puts shorter texts below the rows where columns crowd", () => {
    const demand = "Absorbers must be hardly flammable, and say so.";
    const columns = ["No.", "Kind", "Demand", "Place", "Status", "Proof", "Who"];
    const row = ["R1", "must", demand, "3.3", "met", "sheet", "Ida"];
    expect(tableLayout({ columns, rows: [row] })).toMatchObject({ below: [2], isCrowded: false });
    const six = [columns, row].map((one) => one.slice(0, 6));
    expect(tableLayout({ columns: six[0] ?? [], rows: [six[1] ?? []] }).below).toEqual([]);
  });
  it("puts words that are too long for their columns below the rows, the longest first", () => {
    const columns = ["Name", "Address", "Email", "Phone", "Website", "Source"];
    const row = ["Kaffee Nord", "Weg 1, Kiel", "kontakt@kaffee-nord-kiel.example", "0431 1234567"];
    const pages = ["kaffee-nord-kiel.example", "https://verzeichnisderhaendlerinkielundumgebung.example"];
    expect(tableLayout({ columns, rows: [[...row, ...pages]] }).below).toEqual([5]);
    const long = [
      ...row.slice(0, 2),
      "kontaktaufnahmeformular@kaffeenordkieluferstrasse.example",
      row[3] ?? "",
      ...pages,
    ];
    expect(tableLayout({ columns, rows: [long] }).below).toEqual([2, 5]);
  });
  it("leaves a form to fill in as it is, however long its heads are", () => {
    const columns = [
      "Bieter",
      "Vollständigkeitsprüfung",
      "Akustikkonzeptbewertung",
      "Ressourcenbewertung",
      "Begründungstext",
    ];
    expect(tableLayout({ columns, rows: [["A", "", "", "", ""]] }).below).toEqual([]);
  });
  it("knows no averages of an empty table", () => {
    expect(tableLayout({ columns: ["A", "B", "C", "D"], rows: [] }).below).toEqual([]);
  });
});

it("parts a figure from a unit of words only", () => {
  expect(figureAndUnit("56,4 Personenwochen")).toEqual({ figure: "56,4", unit: "Personenwochen" });
  expect(figureAndUnit("171 Std.")).toEqual({ figure: "171 Std.", unit: "" });
  expect(figureAndUnit("19.03.2027")).toEqual({ figure: "19.03.2027", unit: "" });
  expect(figureAndUnit("−88,800 person weeks")).toEqual({ figure: "−88,800", unit: "person weeks" });
  expect(figureAndUnit("February 2027")).toEqual({ figure: "February 2027", unit: "" });
});
