import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { Num } from "./Num.tsx";

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  /** Shown small behind the label. */
  count?: number;
  content: ReactNode;
}

export interface TabsProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  tabs: Tab<Value>[];
  /** What they are views of, for screen readers. */
  label: string;
}

/** Where a key leads from the tab at `at` of `count`; undefined for other keys. */
function tabAfter(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

/** Views of one thing; arrow keys move between them. Written out: it opens with the first page, where bytes count. */
export function Tabs<Value extends string>({ value, onChange, tabs, label }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const at = tabAfter(
      event.key,
      tabs.findIndex((tab) => tab.value === value),
      tabs.length,
    );
    const next = at === undefined ? undefined : tabs[at];
    if (at === undefined || !next) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[at]?.focus();
  };
  return (
    <div>
      <div ref={list} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => {
          const isActive = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}-tab`}
              aria-controls={`${id}-${tab.value}`}
              aria-selected={isActive}
              data-state={isActive ? "active" : "inactive"}
              tabIndex={isActive ? 0 : -1}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
              {tab.count === undefined ? null : (
                <span className="tabs-count">
                  <Num value={tab.count} />
                </span>
              )}
            </button>
          );
        })}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}`}
          aria-labelledby={`${id}-${tab.value}-tab`}
          tabIndex={0}
          hidden={tab.value !== value}
        >
          {tab.value === value ? tab.content : null}
        </div>
      ))}
    </div>
  );
}
