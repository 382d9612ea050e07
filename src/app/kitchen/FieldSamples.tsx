import { useState } from "react";
import { DateInput, PeriodInput } from "#src/ui/DateInput.tsx";
import { Field } from "#src/ui/Field.tsx";
import { FileDrop, type DroppedFile } from "#src/ui/FileDrop.tsx";
import { NumberInput, Stepper } from "#src/ui/NumberInput.tsx";
import { PillarBar } from "#src/ui/PillarBar.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { Select } from "#src/ui/Select.tsx";
import { TagInput } from "#src/ui/TagInput.tsx";
import { TextArea, TextInput } from "#src/ui/TextInput.tsx";
import { MultiCheck } from "#src/ui/Checkbox.tsx";
import { useSamples } from "./samples.ts";
import cx from "./kitchen.module.css";

/** Ledger rows, as a workflow form has them. */
export function FormSamples() {
  const s = useSamples();
  const [period, setPeriod] = useState({ from: "2027-02-01", to: "2027-04-30" });
  const [research, setResearch] = useState("1");
  const [posts, setPosts] = useState(3);
  const [budget, setBudget] = useState<number | null>(1240.5);
  const [tags, setTags] = useState(s.keywordValues);
  const [platforms, setPlatforms] = useState(["LinkedIn", "YouTube"]);
  const [files, setFiles] = useState<DroppedFile[]>([
    { id: "1", name: "Workshop log 2026.xlsx", size: 84_120, state: "ready" },
    { id: "2", name: "Brand notes.docx", size: 1_240_000, state: "uploading" },
    { id: "3", name: "Contract.pdf", size: 5_000, state: "failed", note: s.fileNote },
  ]);
  return (
    <div className={cx("kitchen-form")}>
      <Field label={s.title} layout="row" required>
        <TextInput defaultValue={s.titleValue} />
      </Field>
      <Field label={s.goal} hint={s.goalHint} layout="row">
        <TextArea rows={2} defaultValue={s.goalValue} />
      </Field>
      <Field label={s.period} layout="row" group>
        <PeriodInput value={period} onChange={setPeriod} maxDays={92} />
      </Field>
      <Field label={s.language} layout="row">
        <Select
          value="de"
          onChange={() => undefined}
          choices={[
            { value: "de", label: "Deutsch" },
            { value: "en", label: "English" },
            {
              label: "…",
              choices: [
                { value: "fr", label: "Français" },
                { value: "cs", label: "Čeština", disabled: true },
              ],
            },
          ]}
        />
      </Field>
      <Field label={s.research} note={s.researchHint} layout="row" group>
        <Segment
          value={research}
          onChange={setResearch}
          choices={s.researchChoices.map((label, index) => ({ value: String(index), label }))}
        />
      </Field>
      <Field label={s.posts} layout="row">
        <Stepper value={posts} onChange={setPosts} min={0} max={7} />
      </Field>
      <Field label={s.budget} layout="row" optional>
        <NumberInput value={budget} onChange={setBudget} unit="€" />
      </Field>
      <Field label={s.keywords} layout="row">
        <TagInput value={tags} onChange={setTags} />
      </Field>
      <Field label={s.platforms} layout="row" group>
        <MultiCheck
          value={platforms}
          onChange={setPlatforms}
          choices={["LinkedIn", "Instagram", "YouTube", "X (Twitter)"].map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field label={s.pillars} layout="row" group>
        <PillarBar pillars={s.pillarNames.map((name, index) => ({ name, percent: [40, 30, 20, 10][index] ?? 0 }))} />
      </Field>
      <Field label={s.files} layout="row" group>
        <FileDrop
          files={files}
          hint={s.filesHint}
          onAdd={(added) =>
            setFiles([
              ...files,
              ...added.map((file) => ({ id: file.name, name: file.name, size: file.size, state: "ready" as const })),
            ])
          }
          onRemove={(id) => setFiles(files.filter((file) => file.id !== id))}
        />
      </Field>
    </div>
  );
}

/** Labels above, with errors and disabled fields. */
export function FieldSamples() {
  const s = useSamples();
  const [day, setDay] = useState("31.02.2027");
  const [bad, setBad] = useState<number | null>(null);
  return (
    <div className={cx("kitchen-stack")}>
      <Field label={s.ends}>
        <DateInput value={day} onChange={setDay} />
      </Field>
      <Field label={s.goal} error={s.goalError} required>
        <TextInput defaultValue="" />
      </Field>
      <Field label={s.email} hint={s.emailHint}>
        <TextInput tall type="email" defaultValue="mara@radwerk-brandt.example" autoComplete="email" />
      </Field>
      <Field label={s.budget} error={s.goalError}>
        <NumberInput value={bad} onChange={setBad} unit="€" />
      </Field>
      <Field label={s.language} error={s.goalError}>
        <Select value="" onChange={() => undefined} choices={[{ value: "de", label: "Deutsch" }]} />
      </Field>
      <Field label={s.title} disabled hint={s.locked}>
        <TextInput defaultValue={s.titleValue} />
      </Field>
      <Field label={s.keywords} error={s.goalError}>
        <TagInput value={[]} onChange={() => undefined} />
      </Field>
    </div>
  );
}
