import { loadWorkflow } from "#src/features/workflows/catalogue/registry.ts";
import { contextOf, fromPages, fromSample, inputsOf, sampleOf, simulate, today } from "#src/testing/simulatedRun.ts";
const [key = "", language = "en", which = "example"] = process.argv.slice(2) as any;
const workflow: any = await loadWorkflow(key);
const inputs: any[] =
  which === "example" || which === "sample"
    ? [workflow.example(today, language)]
    : (inputsOf(key, language).filter((_, at) => which === "all" || String(at + 1) === which) as any[]);
for (const input of inputs) {
  const form = workflow.form.parse(input);
  const { state, asks } = await simulate(
    workflow,
    form,
    which === "sample" ? { write: fromSample(sampleOf(key, language)) } : {},
  );
  const doc = workflow.assemble(form, contextOf(form.goalLanguage), state, { isDraft: which !== "sample" });
  console.log(`\n\n################ ${doc.title}\n${doc.summary}\n`);
  for (const { key: k, title, blocks } of doc.sections) {
    console.log(`\n## ${title} [${k}]`);
    for (const b of blocks as any[]) {
      if (b.type === "table") {
        console.log(b.columns.join(" | "));
        for (const r of b.rows) console.log("  " + r.join(" | "));
      } else if (b.type === "kpi")
        console.log(b.items.map((i: any) => `${i.label}: ${i.value} (${i.note})`).join("\n"));
      else if (b.type === "list") for (const i of b.items) console.log(" - " + i);
      else if (b.type === "checklist") for (const i of b.items) console.log(" [ ] " + i.text);
      else if (b.type === "callout") console.log(` (${b.tone}) ${b.text}`);
      else console.log(b.type === "h" ? `### ${b.text}` : (b.text ?? JSON.stringify(b)));
    }
  }
  console.log("\nASSUMPTIONS", doc.assumptions, "\nISSUES", doc.issues, "\nPROPOSALS");
  for (const p of doc.proposals) console.log(p.kind, p.key, p.payload.title ?? p.payload.name, p.payload.start ?? "");
  console.log(
    "CLAIMS",
    doc.claims.map((c: any) => c.check + ": " + c.text.slice(0, 70)).slice(0, 40),
    "COVERAGE",
    doc.coverage,
    "ASKS",
    asks.length,
  );
}
