import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Icon } from "#src/ui/Icon.tsx";
import { offersQuery } from "./store.ts";
import cx from "./TestBanner.module.css";

/** Stands on every page of the payments while no money moves. */
export function TestBanner({ withCards = false }: { withCards?: boolean }) {
  const { t } = useTranslation("payments");
  const { data } = useQuery(offersQuery);
  if (!data?.isTest) return null;
  return (
    <p className={cx("test-banner")} role="note">
      <Icon of={TriangleAlert} />
      <span>
        <b>{t("test.title")}</b> {t("test.text")} {withCards && data.provider === "local" ? t("test.cards") : null}
      </span>
    </p>
  );
}
