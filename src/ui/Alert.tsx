import { CircleAlert, CircleCheck, Info, type LucideIcon, PencilRuler, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "./i18n/index.ts";
import { Icon } from "./Icon.tsx";

export type Tone = "info" | "ok" | "warn" | "danger";

export const toneIcons: Record<Tone, LucideIcon> = {
  info: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  danger: CircleAlert,
};

export interface AlertProps {
  /** The specification's default is `info`, its destructive `danger`. */
  tone?: Tone;
  /** What happened, bold. A heading where the message stands in place of the page. */
  title: ReactNode;
  /** What happened to the coins, then what to do. */
  children?: ReactNode;
  /** A button or link at the end. */
  action?: ReactNode;
  /** Said at once when it appears; by default a failure is. False for what was there when the page came. */
  live?: boolean;
}

/** A message at the place it is about. Danger is read aloud at once. */
export function Alert({ tone = "info", title, children, action, live = true }: AlertProps) {
  const role = live ? (tone === "danger" ? "alert" : "status") : undefined;
  return (
    <div className={`alert tone-${tone}`} role={role}>
      <Icon of={toneIcons[tone]} />
      <div className="alert-title">{title}</div>
      {children ? <div className="alert-body">{children}</div> : null}
      {action ? <div className="alert-action">{action}</div> : null}
    </div>
  );
}

/** The stamp above everything that was put together without a model. `children` is a link or button: what to do about it. */
export function DraftStamp({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="draft">
      <Icon of={PencilRuler} />
      <b>{t("draft.label")}</b>
      {children}
    </div>
  );
}
