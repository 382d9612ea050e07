import { Pencil, Search, Star, WandSparkles } from "lucide-react";
import { useState } from "react";
import { Button, buttonClass, IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Coin } from "#src/ui/Mark.tsx";
import { Tooltip } from "#src/ui/Tooltip.tsx";
import { useSamples } from "./samples.ts";
import cx from "./kitchen.module.css";

export function ButtonSamples() {
  const s = useSamples();
  const [isBusy, setBusy] = useState(true);
  const [isStarred, setStarred] = useState(true);
  return (
    <div className={cx("kitchen-stack")}>
      <div className="button-row">
        <Button variant="primary">{s.apply}</Button>
        <Button>{s.openFile}</Button>
        <Button variant="danger">{s.deleteIt}</Button>
        <Button variant="quiet">{s.openFile}</Button>
      </div>
      <div className="button-row">
        <Button variant="primary" icon={<Coin />} busy={isBusy} busyLabel={s.starting}>
          {s.run}
        </Button>
        <Button
          aria-pressed={isStarred}
          className={isStarred ? "star-on" : ""}
          icon={<Icon of={Star} />}
          onClick={() => setStarred(!isStarred)}
        >
          {s.star}
        </Button>
        <Button disabled>{s.unavailable}</Button>
        <Button variant="primary" disabled>
          {s.unavailable}
        </Button>
      </div>
      <div className={cx("kitchen-row")}>
        <Button variant="primary" size="small" onClick={() => setBusy(!isBusy)}>
          {s.apply}
        </Button>
        <Button size="small" busy busyLabel={s.saving}>
          {s.keep}
        </Button>
        <Button variant="danger" size="small">
          {s.deleteIt}
        </Button>
        <Button variant="link" size="small">
          {s.showAll}
        </Button>
      </div>
      <div className={cx("kitchen-row")}>
        <Button icon={<Icon of={WandSparkles} />}>{s.long}</Button>
        <a className={buttonClass({ size: "small" })} href="#parts">
          {s.openFile}
        </a>
        <Tooltip text={s.menu[0]}>
          <IconButton label={s.menu[0] ?? ""}>
            <Icon of={Pencil} />
          </IconButton>
        </Tooltip>
        <IconButton label={s.showAll} disabled>
          <Icon of={Search} />
        </IconButton>
      </div>
      <div className={cx("kitchen-row")}>
        <Button size="small" style={{ outline: "2px solid var(--focus)", outlineOffset: 2 }}>
          :focus
        </Button>
        <Button size="small" variant="primary" style={{ background: "var(--accent-hover)" }}>
          :hover
        </Button>
        <Button size="small" variant="primary" style={{ background: "var(--accent-press)" }}>
          :active
        </Button>
        <Button size="small" style={{ background: "var(--hover)" }}>
          :hover
        </Button>
        <Button size="small" style={{ background: "var(--selected)" }}>
          :active
        </Button>
      </div>
      <p className={cx("kitchen-small")}>
        <a className="link" href="#parts">
          {s.showAll}
        </a>{" "}
        · {s.emailHint}{" "}
        <a className="link-text" href="#parts">
          {s.openFile}
        </a>
      </p>
      <Button variant="primary" full size="bar" icon={<Coin />}>
        {s.run}
      </Button>
    </div>
  );
}
