import { Calculator } from "lucide-react";
import { useState } from "react";
import { Checkbox, Switch, type Ticked } from "#src/ui/Checkbox.tsx";
import { Chip } from "#src/ui/Chip.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { StateDot } from "#src/ui/StateDot.tsx";
import { Tabs } from "#src/ui/Tabs.tsx";
import { useSamples } from "./samples.ts";
import cx from "./kitchen.module.css";

export function ChoiceSamples() {
  const s = useSamples();
  const [some, setSome] = useState<Ticked>("mixed");
  const [isOn, setOn] = useState(true);
  const [depth, setDepth] = useState("0");
  const [tab, setTab] = useState("0");
  return (
    <div className={cx("kitchen-stack")}>
      <div className={cx("kitchen-row kitchen-row-wide")}>
        <Checkbox checked={isOn} onChange={setOn}>
          {s.openFile}
        </Checkbox>
        <Checkbox checked={!isOn} onChange={(on) => setOn(!on)}>
          {s.keep}
        </Checkbox>
        <Checkbox checked={some} onChange={setSome}>
          {s.showAll}
        </Checkbox>
        <Checkbox checked disabled onChange={() => undefined}>
          {s.locked}
        </Checkbox>
      </div>
      <Checkbox checked={isOn} onChange={setOn}>
        {s.terms}
      </Checkbox>
      <div className={cx("kitchen-row kitchen-row-wide")}>
        <Switch checked={isOn} onChange={setOn} hint={s.remindersHint}>
          {s.reminders}
        </Switch>
        <Switch checked={!isOn} onChange={(on) => setOn(!on)}>
          {s.keep}
        </Switch>
        <Switch checked disabled onChange={() => undefined}>
          {s.locked}
        </Switch>
      </div>
      <div className={cx("kitchen-row")}>
        <Segment
          size="small"
          label={s.research}
          value={depth}
          onChange={setDepth}
          choices={s.depthChoices.map((label, index) => ({ value: String(index), label }))}
        />
        <Segment
          size="small"
          disabled
          label={s.research}
          value="1"
          onChange={setDepth}
          choices={s.depthChoices.map((label, index) => ({ value: String(index), label }))}
        />
      </div>
      <div className="button-row">
        <Chip tone="accent" icon={<Icon of={Calculator} size={12} />}>
          {s.chips[0]}
        </Chip>
        <Chip tone="ok">{s.chips[1]}</Chip>
        <Chip tone="info">{s.chips[2]}</Chip>
        <Chip tone="warn">{s.chips[3]}</Chip>
        <Chip tone="danger">{s.chips[4]}</Chip>
        <Chip>{s.chips[1]}</Chip>
      </div>
      <div className={cx("kitchen-row kitchen-row-wide kitchen-small")}>
        {(["new", "progress", "ready", "done", "other"] as const).map((state) => (
          <StateDot key={state} state={state} named />
        ))}
      </div>
      <Tabs
        label={s.support}
        value={tab}
        onChange={setTab}
        tabs={s.tabs.map((label, index) => ({
          value: String(index),
          label,
          ...(index === 1 ? { count: 1240 } : {}),
          content: <p className={cx("hint kitchen-note")}>{s.tabTexts[index]}</p>,
        }))}
      />
    </div>
  );
}
