import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { IconButton } from "#src/ui/Button.tsx";
import { useIsMobile } from "#src/ui/deviceClass.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import type { Compared, CompareView } from "./useComparison.ts";
import "./CompareBar.module.css";
import cx from "#src/features/documents/web/RevisionDiff.module.css";

interface PlacesProps {
  /** Place of change in hand, from 1; 0 before the first step. */
  place: number;
  places: number;
  onPlace: (place: number) => void;
}

export interface CompareBarProps extends PlacesProps {
  compared: Compared;
  view: CompareView;
  onView: (view: CompareView) => void;
}

/** How two revisions are shown, which ones, and the way from change to change. */
export function CompareBar({ compared, view, onView, ...places }: CompareBarProps) {
  const { t } = useTranslation("projects");
  const isMobile = useIsMobile();
  return (
    <div className="compare-bar print-hidden num">
      <Segment
        size="small"
        label={t("revisions.view.label")}
        value={isMobile && view === "side" ? "changes" : view}
        onChange={onView}
        choices={[
          { value: "changes", label: t("revisions.view.changes") },
          ...(isMobile ? [] : [{ value: "side" as const, label: t("revisions.view.side") }]),
          { value: "only", label: t("revisions.view.only", { number: compared.to }) },
        ]}
      />
      {view === "only" ? null : (
        <>
          <p className={cx("compare-which")}>
            <del>{t("revisions.number", { number: compared.from })}</del> <span aria-hidden="true">→</span>
            <span className="sr-only">{t("revisions.to")}</span>{" "}
            <ins>{t("revisions.number", { number: compared.to })}</ins>
          </p>
          <CompareTargets {...places} />
        </>
      )}
    </div>
  );
}

/** The way from change to change. */
export function CompareTargets({ place, places, onPlace }: PlacesProps) {
  const { t } = useTranslation("projects");
  const step = (by: 1 | -1): void => onPlace((((place === 0 && by < 0 ? 1 : place) - 1 + by + places) % places) + 1);
  if (places === 0) return <p className="compare-places">{t("revisions.alike")}</p>;
  return (
    <div className="compare-places" role="group" aria-label={t("revisions.changes")}>
      <IconButton label={t("revisions.previousChange")} onClick={() => step(-1)}>
        <Icon of={ChevronLeft} size={14} />
      </IconButton>
      <span role="status">
        {place === 0 ? t("revisions.places", { count: places }) : t("revisions.placeOf", { place, places })}
      </span>
      <IconButton label={t("revisions.nextChange")} onClick={() => step(1)}>
        <Icon of={ChevronRight} size={14} />
      </IconButton>
    </div>
  );
}
