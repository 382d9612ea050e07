import { Search, Star } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cards } from "#src/features/workflows/catalogue/cards.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { Select } from "#src/ui/Select.tsx";
import { type ProjectSearch, projectStates } from "./projectSearch.ts";
import cx from "./ProjectsPage.module.css";

/** Rest after the last key before the list is asked for, ms. */
const restMs = 250;
/** The choice that narrows nothing: a select needs a word for it. */
const all = "all";

export interface ProjectsFiltersProps {
  search: ProjectSearch;
  onChange: (change: Partial<ProjectSearch>) => void;
}

/** Narrows the list; everything stands in the address. */
export function ProjectsFilters({ search, onChange }: ProjectsFiltersProps) {
  const { t } = useTranslation(["projects", "workflows", "common"]);
  const known = cards.filter(
    ({ isProductionReady, workflowName }) => isProductionReady || workflowName === search.workflow,
  );
  return (
    <div className={cx("projects-filters print-hidden")}>
      <SearchField words={search.q} onSearch={(q) => onChange({ q })} />
      <Select
        label={t("list.state")}
        value={search.state || all}
        onChange={(value) => onChange({ state: projectStates.find((state) => state === value) ?? "" })}
        choices={[
          { value: all, label: t("list.anyState") },
          ...projectStates.map((state) => ({ value: state, label: t(`common:state.${state}`) })),
        ]}
      />
      <Select
        label={t("list.workflow")}
        value={search.workflow || all}
        onChange={(value) => onChange({ workflow: value === all ? "" : value })}
        choices={[
          { value: all, label: t("list.anyWorkflow") },
          ...known.map(({ workflowName, localeKey }) => ({ value: workflowName, label: t(localeKey) })),
        ]}
      />
      <Button
        size="small"
        className={search.favorite ? "star-on" : ""}
        icon={<Icon of={Star} size={14} />}
        aria-pressed={search.favorite}
        onClick={() => onChange({ favorite: !search.favorite })}
      >
        {t("list.favorites")}
      </Button>
    </div>
  );
}

/** Words to search in names and titles; told a moment after the last key. */
export function SearchField({ words, onSearch }: { words: string; onSearch: (words: string) => void }) {
  const { t } = useTranslation("projects");
  const [typed, setTyped] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(words);
  useEffect(() => {
    // Going back, or filters that were cleared: the field follows, unless it said so itself.
    if (words.trim() !== sent.current.trim()) setTyped(words);
    sent.current = words;
  }, [words]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (next: string): void => {
    clearTimeout(timer.current);
    if (next.trim() === sent.current.trim()) return;
    sent.current = next;
    onSearch(next);
  };
  return (
    <form
      role="search"
      className={cx("projects-search")}
      onSubmit={(event) => {
        event.preventDefault();
        send(typed);
      }}
    >
      <Icon of={Search} size={14} />
      <input
        type="search"
        className="input"
        aria-label={t("list.search")}
        placeholder={t("list.search")}
        maxLength={120}
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          const next = event.target.value;
          setTyped(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => send(next), restMs);
        }}
      />
    </form>
  );
}
