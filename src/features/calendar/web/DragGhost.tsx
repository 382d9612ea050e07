import { createPortal } from "react-dom";
import { Icon } from "#src/ui/Icon.tsx";
import { familyOf } from "../rules.ts";
import type { Carried } from "./carried.ts";
import { familyIcons, familyLook } from "./familyIcons.ts";
import cx from "./EntryButton.module.css";

/** The entry that is being dragged, under the pointer, with the time that it would get. */
export function DragGhost({ carried, time }: { carried: Carried; time: string }) {
  const { entry, ...box } = carried;
  const family = familyOf(entry.type);
  const { style, ...look } = familyLook(family);
  return createPortal(
    <div
      className={cx("cal-entry cal-carried print-hidden num")}
      {...look}
      style={{ ...style, ...box }}
      aria-hidden="true"
    >
      <b>
        <Icon of={familyIcons[family]} size={12} />
        <span>{entry.title}</span>
      </b>
      {time ? <span className={cx("cal-time")}>{time}</span> : null}
    </div>,
    document.body,
  );
}
