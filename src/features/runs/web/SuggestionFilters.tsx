import { useTranslation } from "#src/ui/i18n/index.ts";
import { Select } from "#src/ui/Select.tsx";
import { TextInput } from "#src/ui/TextInput.tsx";
import { type LineFilter, lineKinds, type SuggestionLine } from "./suggestionLines.ts";
import cx from "./SuggestionRow.module.css";

const all = "all";

/** Narrows the list by words, kind and channel; a choice of one is left out. */
export function SuggestionFilters({
  lines,
  filter,
  onChange,
}: {
  lines: readonly SuggestionLine[];
  filter: LineFilter;
  onChange: (filter: LineFilter) => void;
}) {
  const { t } = useTranslation("projects");
  const kinds = lineKinds.filter((kind) => lines.some((line) => line.kind === kind));
  const channels = [...new Set(lines.map(({ platform }) => platform))].filter(Boolean).toSorted();
  return (
    <div className={cx("suggestion-filters")}>
      <TextInput
        type="search"
        aria-label={t("proposals.filterText")}
        placeholder={t("proposals.filterText")}
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.target.value })}
      />
      {kinds.length > 1 ? (
        <Select
          label={t("proposals.filterKind")}
          value={filter.kind || all}
          onChange={(value) => onChange({ ...filter, kind: kinds.find((kind) => kind === value) ?? "" })}
          choices={[
            { value: all, label: t("proposals.allKinds") },
            ...kinds.map((value) => ({ value, label: t(`proposals.kind.${value}`) })),
          ]}
        />
      ) : null}
      {channels.length > 1 ? (
        <Select
          label={t("proposals.filterChannel")}
          value={filter.platform || all}
          onChange={(value) => onChange({ ...filter, platform: value === all ? "" : value })}
          choices={[
            { value: all, label: t("proposals.allChannels") },
            ...channels.map((value) => ({ value, label: value })),
          ]}
        />
      ) : null}
    </div>
  );
}
