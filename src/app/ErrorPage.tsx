import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { newId } from "#src/kit/ids.ts";
import { request } from "#src/ui/client/api.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { paths } from "#src/ui/client/paths.ts";
import { requestIdOf } from "#src/ui/client/toastFailure.ts";
import { Button, buttonClass } from "#src/ui/Button.tsx";

/**
 * In place of a page, or of a part of it, that broke: what it means, the id to quote, and one way out. The id is the
 * server's when it refused something, else one under which the server's log has the browser's own words.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation(["shell", "common"]);
  const [id] = useState(() => requestIdOf(error) || newId());
  useEffect(() => {
    const words = error instanceof Error ? error.message : String(error);
    const message = `[${id}] ${words}`.slice(0, 500);
    request("POST", "/_log", { level: "error", code: "PAGE_ERROR", message }).catch(() => undefined);
  }, [error, id]);
  useEffect(() => {
    // A part that could not be fetched: nothing here can be lost, so the page opens by itself.
    const again = (): void => location.reload();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, []);
  return (
    <div className="page page-narrow" role="alert">
      <h1 className="h1">{t("error.title")}</h1>
      <p className="lede">{t("error.text")}</p>
      <p className="hint error-request">{t("error.requestId", { requestId: id })}</p>
      <p className="page-below button-row">
        <Button onClick={() => location.reload()}>{t("common:action.reload")}</Button>
        <Link to={paths.dashboard} className={buttonClass({ variant: "quiet" })}>
          {t("error.back")}
        </Link>
      </p>
    </div>
  );
}
