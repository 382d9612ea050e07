import { FileUp, Plus, X } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { useSelector } from "react-redux";
import { selectSettings } from "#src/features/settings/web/store.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { lazyWithRetry, usePreloaded } from "#src/ui/lazyWithRetry.tsx";
import { lazyOptional } from "#src/ui/lazyOptional.tsx";
import { Segment } from "#src/ui/Segment.tsx";
import { Num } from "#src/ui/Num.tsx";
import { useCreateShortcut } from "#src/ui/useCreateShortcut.ts";
import type { Lead, LeadRow } from "../contract.ts";
import { leadLayouts } from "../rules.ts";
import type { LeadBoardProps } from "./LeadBoard.tsx";
import { LeadBrowser } from "./LeadBrowser.tsx";
import type { LeadImportProps } from "./LeadImport.tsx";
import type { LeadPanelProps } from "./LeadPanel.tsx";
import { LeadViews } from "./LeadViews.tsx";
import { useLeadAddress } from "./useLeadSearch.ts";
import { useLeadActions } from "./useLeadActions.ts";
import { useLeadList, useViews } from "./useLeadList.ts";
import sidePanelStyles from "#src/ui/SidePanel.module.css";
import styles from "./LeadsPage.module.css";
import { joinClasses } from "#src/ui/classNames.ts";
import leadFormStyles from "./LeadForm.module.css";

const cx = joinClasses(styles, sidePanelStyles, leadFormStyles);

// The rules of the form come with it: the list needs none.
const loadPanel = () => import("./LeadPanel.tsx").then((part) => part.LeadPanel);
const LeadPanel = lazyWithRetry<LeadPanelProps>(loadPanel, (alert, { leadId, onClose }) => (
  <PanelMissing isNew={leadId === undefined} onClose={onClose}>
    {alert}
  </PanelMissing>
));
const LeadBoard = lazyWithRetry<LeadBoardProps>(() => import("./LeadBoard.tsx").then((part) => part.LeadBoard));
const LeadImport = lazyOptional<LeadImportProps>(() => import("./LeadImport.tsx").then((part) => part.LeadImport));

/** What the panel is opened with in place of an id, for a lead that is not there yet. */
const newLead = "new";
/** The same for a table of them. */
const importLeads = "import";

export interface LeadsPageProps {
  /** The list of all messages. */
  outreach: ReactNode;
  /** The messages of one lead. */
  Messages: ComponentType<{ lead: Lead }>;
}

/** The leads as a table or a board, the messages to them, and one lead in a panel beside them. */
export function LeadsPage({ outreach, Messages }: LeadsPageProps) {
  const { t } = useTranslation(["leads", "common"]);
  const zone = useSelector(selectSettings).value?.calendarSettings.timeZone ?? "Europe/Berlin";
  const address = useLeadAddress();
  const { search, open, openLead, closeLead, narrow } = address;
  const list = useLeadList(search);
  const views = useViews();
  const actions = useLeadActions();
  const isBoard = search.layout === "board" && !address.isOutreach;
  const [onBoard, setOnBoard] = useState<readonly LeadRow[]>([]);
  const isImporting = open === importLeads;
  const beside = isImporting ? undefined : open;
  useCreateShortcut(`.${cx("leads-page")}`, () => openLead(newLead));
  const Known = usePreloaded(loadPanel, list.items !== undefined);
  const total = list.total ?? views?.total;
  return (
    <div className={cx("leads-page print-open")} data-panel={beside === undefined ? undefined : true}>
      <div className={cx("leads-head")}>
        <h1 className="h1 work num">
          {t("title")} {total === undefined ? null : <Num value={total} />}
        </h1>
        {address.isOutreach ? null : (
          <Segment
            size="small"
            label={t("layout.label")}
            value={search.layout}
            onChange={(layout) => narrow({ ...search, layout })}
            choices={leadLayouts.map((value) => ({ value, label: t(`layout.${value}`) }))}
          />
        )}
        <Button
          size="small"
          className={cx("leads-import")}
          icon={<Icon of={FileUp} size={14} />}
          onClick={() => openLead(importLeads)}
        >
          {t("import.open")}
        </Button>
        <Button
          size="small"
          className={cx("leads-new")}
          icon={<Icon of={Plus} size={14} />}
          aria-keyshortcuts="n"
          onClick={() => openLead(newLead)}
        >
          {t("new")}
        </Button>
      </div>
      <LeadViews address={address} views={views} />
      {address.isOutreach ? outreach : null}
      {isBoard ? (
        <LeadBoard
          address={address}
          list={list}
          actions={actions}
          zone={zone}
          onShown={setOnBoard}
          onNew={() => openLead(newLead)}
        />
      ) : null}
      {address.isOutreach || isBoard ? null : (
        <LeadBrowser address={address} list={list} actions={actions} zone={zone} onNew={() => openLead(newLead)} />
      )}
      {isImporting ? <LeadImport onClose={() => closeLead(importLeads)} /> : null}
      {beside === undefined ? null : (
        <PanelPlace
          key={beside === newLead ? beside : "record"}
          known={Known}
          leadId={beside === newLead ? undefined : beside}
          shown={isBoard ? onBoard : (list.items ?? [])}
          found={isBoard ? onBoard.length : list.found}
          actions={actions}
          zone={zone}
          part={address.part}
          onPart={address.openPart}
          onOpen={openLead}
          onClose={() => closeLead(beside)}
          Messages={Messages}
        />
      )}
    </div>
  );
}

/**
 * The panel of one lead: the code that is here already, else what waits for it. What it began with stays, as changing it
 * would lose what was typed.
 */
function PanelPlace({ known, ...props }: LeadPanelProps & { known: ComponentType<LeadPanelProps> | null | undefined }) {
  const [Panel] = useState(() => known ?? LeadPanel);
  return <Panel {...props} />;
}

/** The panel as long as its code is missing. */
function PanelMissing({ isNew, onClose, children }: { isNew: boolean; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation(["leads", "common"]);
  const title = t(isNew ? "new" : "record.title");
  return (
    <section className={cx("side-panel print-hidden lead-panel")} aria-label={title}>
      <div className="side-panel-head">
        <h2 className={cx("side-panel-title")}>{title}</h2>
        <IconButton label={t("common:action.close")} onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      <div className="side-panel-body">{children}</div>
    </section>
  );
}
