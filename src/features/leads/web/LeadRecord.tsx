import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Ellipsis, Link2 } from "lucide-react";
import { type ComponentType, useEffect, useRef } from "react";
import { api, isGone } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Alert } from "#src/ui/Alert.tsx";
import { Button, IconButton } from "#src/ui/Button.tsx";
import { formatNumber } from "#src/ui/format.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { Menu, MenuItem, MenuRule } from "#src/ui/Menu.tsx";
import { SidePanel } from "#src/ui/SidePanel.tsx";
import { areSingleKeysOn, takesKeys } from "#src/ui/singleKeys.ts";
import { SkeletonText } from "#src/ui/Skeleton.tsx";
import { Tabs } from "#src/ui/Tabs.tsx";
import { useCopy } from "#src/ui/useCopy.ts";
import type { Lead, LeadRow } from "../contract.ts";
import { LeadOrigin } from "./LeadOrigin.tsx";
import type { LeadPanelProps } from "./LeadPanel.tsx";
import { NextStepBox, ReachLinks, StageSteps } from "./RecordHead.tsx";
import { ContactFields, DetailFields } from "./RecordFields.tsx";
import { RecordField } from "./RecordField.tsx";
import { RecordTimeline } from "./RecordTimeline.tsx";
import { type LeadActions, recordKey } from "./useLeadActions.ts";
import { useRecordEditing } from "./useRecordEditing.ts";
import { TextInput } from "#src/ui/TextInput.tsx";
import cx from "./LeadRecord.module.css";

const parts = ["timeline", "details", "messages"] as const;

/** The keys j and k, which go to the next and the previous record. */
function useStepKeys(step: (by: 1 | -1) => void): void {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const by = { j: 1, k: -1 }[event.key];
      if ((by !== 1 && by !== -1) || event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target)) return;
      if (!areSingleKeysOn(localStorage)) return;
      event.preventDefault();
      latest.current(by);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** A lead as a record: where the sale stands, what comes next, what happened, and every field edited in place. */
export function LeadRecord(props: LeadPanelProps & { id: string }) {
  const { t } = useTranslation(["leads", "common"]);
  const { id, shown, found, actions, onOpen, onClose } = props;
  const listed = actions.touched.get(id) ?? shown.find((row) => row.id === id);
  const { data, error, refetch } = useQuery({
    queryKey: recordKey(id),
    queryFn: ({ signal }) => api.leads.getLead({ id }, { signal }),
    meta: { isLive: true },
    gcTime: 0,
  });
  const lead = data?.lead;
  const row = lead ?? listed;
  const at = shown.findIndex((one) => one.id === id);
  const [before, after] = [shown[at - 1], at < 0 ? undefined : shown[at + 1]];
  useStepKeys((by) => {
    const next = by === 1 ? after : before;
    if (next) onOpen(next.id);
  });
  const isMissing = isGone(error);
  const steps = (
    <div className={cx("record-nav")}>
      <IconButton
        label={t("record.before")}
        aria-keyshortcuts="k"
        disabled={!before}
        onClick={() => before && onOpen(before.id)}
      >
        <Icon of={ChevronUp} />
      </IconButton>
      <IconButton
        label={t("record.after")}
        aria-keyshortcuts="j"
        disabled={!after}
        onClick={() => after && onOpen(after.id)}
      >
        <Icon of={ChevronDown} />
      </IconButton>
      {at < 0 ? null : <span>{t("record.position", { at: at + 1, count: Math.max(found ?? 0, shown.length) })}</span>}
    </div>
  );
  return (
    <SidePanel
      className={cx("lead-record")}
      title={row?.name ?? t(isMissing ? "panel.gone" : "record.title")}
      isPage
      onClose={onClose}
      head={steps}
      menu={row && !isMissing ? <RecordMenu row={row} actions={actions} onClose={onClose} /> : null}
    >
      {row && !isMissing ? <RecordTop key={id} row={row} lead={lead} actions={actions} zone={props.zone} /> : null}
      {lead && !isMissing ? (
        <RecordBody key={id} {...props} lead={lead} />
      ) : error ? (
        <Alert
          tone="danger"
          title={t(isMissing ? "panel.gone" : "failed.lead")}
          action={
            <Button size="small" onClick={isMissing ? onClose : () => void refetch()}>
              {isMissing ? t("panel.toAll") : t("common:action.retry")}
            </Button>
          }
        >
          {isMissing ? t("panel.goneText") : null}
        </Alert>
      ) : (
        <SkeletonText lines={10} />
      )}
    </SidePanel>
  );
}

function RecordMenu({ row, actions, onClose }: { row: LeadRow; actions: LeadActions; onClose: () => void }) {
  const { t } = useTranslation("leads");
  const copy = useCopy();
  const lose = row.stage === "lost" ? "contacted" : "lost";
  const remove = async (): Promise<void> => {
    if (await actions.remove([row])) onClose();
  };
  return (
    <>
      <IconButton label={t("record.link")} onClick={() => void copy(location.href)}>
        <Icon of={Link2} />
      </IconButton>
      <Menu
        align="end"
        trigger={
          <IconButton label={t("record.menu")}>
            <Icon of={Ellipsis} />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => void actions.move(row, lose)}>
          {t(lose === "lost" ? "record.markLost" : "record.reopen")}
        </MenuItem>
        <MenuRule />
        <MenuItem danger onSelect={() => void remove()}>
          {t("panel.delete")}
        </MenuItem>
      </Menu>
    </>
  );
}

interface RecordTopProps {
  row: LeadRow;
  lead: Lead | undefined;
  actions: LeadActions;
  zone: string;
}

/** Known from the row of the list before the record is read. */
function RecordTop({ row, lead, actions, zone }: RecordTopProps) {
  const { t } = useTranslation("leads");
  const language = useLanguage();
  const facts = [[row.category, row.address.city].filter(Boolean).join(", "), row.contact].filter(Boolean).join(" · ");
  return (
    <header className={cx("record-top")}>
      {lead ? <RecordName lead={lead} actions={actions} zone={zone} /> : <h2>{row.name}</h2>}
      <p>
        {facts}
        {row.score === null ? null : (
          <>
            {facts ? " · " : ""}
            {t("record.score")} <b>{formatNumber(row.score, language)}</b>
          </>
        )}
      </p>
      {row.stage === "lost" ? <p className={cx("record-barred")}>{t("stage.lost")}</p> : null}
      <StageSteps lead={row} actions={actions} />
      <ReachLinks lead={row} />
      <NextStepBox lead={row} actions={actions} zone={zone} />
    </header>
  );
}

function RecordName({ lead, actions, zone }: { lead: Lead; actions: LeadActions; zone: string }) {
  const record = useRecordEditing(lead, actions, zone);
  return (
    <h2 className={cx("record-name")}>
      <RecordField record={record} name="name" shown={lead.name}>
        {({ value, onChange, label, attributes }) => (
          <TextInput
            {...attributes}
            aria-label={label}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </RecordField>
    </h2>
  );
}

function RecordBody({ lead, actions, zone, part, onPart, Messages }: LeadPanelProps & { lead: Lead }) {
  const { t } = useTranslation("leads");
  const record = useRecordEditing(lead, actions, zone);
  const Written: ComponentType<{ lead: Lead }> = Messages;
  return (
    <Tabs
      label={t("record.parts")}
      value={parts.find((one) => one === part) ?? "timeline"}
      onChange={onPart}
      tabs={[
        {
          value: "timeline",
          label: t("record.timeline"),
          content: (
            <>
              <RecordTimeline leadId={lead.id} zone={zone} />
              <ContactFields record={record} />
            </>
          ),
        },
        {
          value: "details",
          label: t("record.details"),
          content: (
            <>
              <DetailFields record={record} />
              <LeadOrigin lead={lead} zone={zone} />
            </>
          ),
        },
        { value: "messages", label: t("record.messages"), content: <Written lead={lead} /> },
      ]}
    />
  );
}
