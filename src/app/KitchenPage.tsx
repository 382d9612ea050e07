import type { ReactNode } from "react";
import { languageNames, languages, setLanguage, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { themes, useTheme } from "#src/ui/client/theme.ts";
import { ButtonSamples } from "./kitchen/ButtonSamples.tsx";
import { ChoiceSamples } from "./kitchen/ChoiceSamples.tsx";
import { FieldSamples, FormSamples } from "./kitchen/FieldSamples.tsx";
import { FloatingSamples } from "./kitchen/FloatingSamples.tsx";
import { BalanceSamples, TableSamples } from "./kitchen/LedgerSamples.tsx";
import { AlertSamples, EmptySamples, LoadingSamples } from "./kitchen/MessageSamples.tsx";
import { useSamples } from "./kitchen/samples.ts";
import { lazyWithRetry } from "#src/ui/lazyWithRetry.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { TooltipProvider } from "#src/ui/Tooltip.tsx";
import cx from "./kitchen/kitchen.module.css";

/** Its own part, and a page of its own: `/_kitchen?part=editing`. */
const EditingSamples = lazyWithRetry(async () => (await import("./kitchen/EditingSamples.tsx")).EditingSamples);

/** Every part in every state, in both languages and themes. Development only. */
export function KitchenPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [theme, setTheme] = useTheme();
  const samples = useSamples();
  if (new URLSearchParams(location.search).get("part") === "editing")
    return (
      <TooltipProvider>
        <main id="parts">
          <EditingSamples key={language} />
        </main>
      </TooltipProvider>
    );
  return (
    <TooltipProvider>
      <main className={cx("kitchen")} id="parts">
        <header className={cx("kitchen-row kitchen-head")}>
          <h1 className="h1 work">{samples.page}</h1>
          <Segment
            size="small"
            label={t("word.language")}
            value={language}
            onChange={(next) => void setLanguage(next)}
            choices={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
          <Segment
            size="small"
            label={t("theme.label")}
            value={theme}
            onChange={setTheme}
            choices={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
          />
        </header>
        <div className={cx("kitchen-columns")} key={language}>
          <Column>
            <Part name="Button 40, 30">
              <ButtonSamples />
            </Part>
            <Part name="Alert, draft, toast">
              <AlertSamples />
            </Part>
            <Part name="EmptyState">
              <EmptySamples />
            </Part>
            <Part name="Skeleton">
              <LoadingSamples />
            </Part>
            <Part name="Sidebar by itself, 16 rem">
              <div className="side" style={{ position: "static", height: 64 }} data-test="side" />
            </Part>
            <Part name="Menu, tooltip, popover, dialog, scroll area">
              <FloatingSamples />
            </Part>
          </Column>
          <Column>
            <Part name="Balance, price row, sum, figures">
              <BalanceSamples />
            </Part>
            <Part name="Table">
              <TableSamples />
            </Part>
            <Part name="Choices, chips, states, tabs">
              <ChoiceSamples />
            </Part>
          </Column>
          <Column>
            <Part name="Field, stacked">
              <FieldSamples />
            </Part>
          </Column>
          <div className={cx("kitchen-wide")}>
            <Part name="Form in ledger rows">
              <FormSamples />
            </Part>
          </div>
        </div>
      </main>
    </TooltipProvider>
  );
}

const Column = ({ children }: { children: ReactNode }) => <div className={cx("kitchen-column")}>{children}</div>;

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={cx("kitchen-name")}>{name}</h2>
      {children}
    </section>
  );
}
