import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LegalPage as Name, LegalText } from "../rules.ts";
import { request } from "#src/ui/client/api.ts";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { LegalMarkdown } from "./LegalMarkdown.tsx";
import cx from "./LegalPage.module.css";

const isText = (value: unknown): value is LegalText =>
  typeof value === "object" && value !== null && "markdown" in value && typeof value.markdown === "string";

async function readText(page: Name, language: string, signal: AbortSignal): Promise<LegalText> {
  const answer = await request("GET", `/api/legal/${page}?language=${language}`, undefined, { signal });
  if (!isText(answer)) throw new Error("The answer holds no text");
  return answer;
}

/** Terms or privacy notice: the operator's words, or what the software can say of itself. Raw HTML stays text. */
export function LegalPage({ page }: { page: Name }) {
  const { t } = useTranslation(["legal", "common"]);
  const language = useLanguage();
  const { data, error, refetch } = useQuery({
    queryKey: ["legal", page, language],
    queryFn: ({ signal }) => readText(page, language, signal),
  });
  const title = t(`${page}.title`);
  useEffect(() => {
    document.title = `${title} · ${t("common:product")}`;
  }, [title, t]);
  return (
    <div className={cx("page page-narrow legal")}>
      <h1 className="h1">{title}</h1>
      {data ? <LegalMarkdown text={data.markdown} /> : null}
      {!data && !error ? <SkeletonRows rows={6} /> : null}
      {error ? <RetryAlert title={t("failed")} onRetry={() => void refetch()} /> : null}
    </div>
  );
}
