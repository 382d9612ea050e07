import * as RadixTabs from "radix-ui/tabs";
import type { ReactNode } from "react";
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

/** Views of one thing; arrow keys move between them. */
export function Tabs<Value extends string>({ value, onChange, tabs, label }: TabsProps<Value>) {
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((each) => each.value === next);
        if (tab) onChange(tab.value);
      }}
    >
      <RadixTabs.List className="tabs" aria-label={label}>
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value}>
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="tabs-count">
                <Num value={tab.count} />
              </span>
            )}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
