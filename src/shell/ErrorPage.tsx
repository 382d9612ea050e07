import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "./i18n/index.ts";
import { request } from "./api.ts";
import { paths } from "./paths.ts";
import { failureText } from "./toastFailure.ts";
import { Button, buttonClass } from "./ui/Button.tsx";

/** In place of a page that broke: what it means, the id to quote, and one way out. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation(["shell", "common"]);
  const { requestId } = failureText(error);
  useEffect(() => {
    const message = error instanceof Error ? error.message : String(error);
    request("POST", "/_log", { level: "error", code: "PAGE_ERROR", message: message.slice(0, 500) }).catch(
      () => undefined,
    );
  }, [error]);
  return (
    <div className="page page-narrow" role="alert">
      <h1 className="h1">{t("error.title")}</h1>
      <p className="lede">{t("error.text")}</p>
      {requestId ? <p className="hint mt-3">{t("error.requestId", { requestId })}</p> : null}
      <p className="mt-6 flex flex-wrap gap-2">
        <Button onClick={() => location.reload()}>{t("common:action.reload")}</Button>
        <Link to={paths.dashboard} className={buttonClass({ variant: "quiet" })}>
          {t("error.back")}
        </Link>
      </p>
    </div>
  );
}
