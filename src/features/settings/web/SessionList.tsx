import { useState } from "react";
import { useQuery } from "#src/ui/data/useQuery.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";
import { Button } from "#src/ui/Button.tsx";
import { formatDateTime } from "#src/ui/format.ts";
import { RetryAlert } from "#src/ui/RetryAlert.tsx";
import { SkeletonRows } from "#src/ui/Skeleton.tsx";
import { toast } from "#src/ui/toastStore.ts";
import { deviceOf, revokeSessions, type Place, placesOf } from "./sessions.ts";
import { useZone } from "./store.ts";

/** Every place the person is signed in, with a way to end each of them. */
export function SessionList() {
  const { t } = useTranslation(["settings", "common"]);
  const [pages, setPages] = useState<(string | undefined)[]>([undefined]);
  const { data, error, reload } = useQuery(`sessions:${pages.length}`, async (signal) => {
    const lists = await Promise.all(pages.map((cursor) => placesOf(cursor, signal)));
    return { places: lists.flatMap(({ sessions }) => sessions), nextCursor: lists.at(-1)?.nextCursor };
  });
  const [ending, setEnding] = useState<string>();
  const end = async (which: { id: string } | { others: true }): Promise<void> => {
    if (ending !== undefined) return;
    setEnding("id" in which ? which.id : "others");
    try {
      await revokeSessions(which);
      toast({ tone: "ok", title: t("sessions.ended") });
    } catch (cause) {
      toastFailure("pioneer.error")(cause);
    } finally {
      setEnding(undefined);
      reload();
    }
  };
  if (!data && error) {
    return <RetryAlert title={t("sessions.failed")} onRetry={reload} />;
  }
  if (!data) return <SkeletonRows rows={2} height={56} columns="1fr 96px" />;
  return (
    <>
      <ul className="sessions">
        {data.places.map((place) => (
          <Row key={place.id} place={place} isEnding={ending === place.id} onEnd={() => void end({ id: place.id })} />
        ))}
      </ul>
      <p className="settings-actions">
        {data.nextCursor ? (
          <Button size="small" variant="quiet" onClick={() => setPages([...pages, data.nextCursor])}>
            {t("common:action.more")}
          </Button>
        ) : null}
        {data.places.length > 1 ? (
          <Button
            size="small"
            busy={ending === "others"}
            busyLabel={t("sessions.ending")}
            onClick={() => void end({ others: true })}
          >
            {t("sessions.endOthers")}
          </Button>
        ) : null}
      </p>
    </>
  );
}

function Row({ place, isEnding, onEnd }: { place: Place; isEnding: boolean; onEnd: () => void }) {
  const { t } = useTranslation("settings");
  const zone = useZone();
  const device = deviceOf(place.userAgent).join(", ") || t("sessions.unknown");
  const since = formatDateTime(place.dateLastUsed, zone);
  return (
    <li>
      <b>{device}</b>
      <span className="hint num">
        {[t("sessions.lastUsed", { date: since }), place.address].filter(Boolean).join(" · ")}
      </span>
      {place.current ? (
        <span className="hint">{t("sessions.current")}</span>
      ) : (
        <Button
          size="small"
          busy={isEnding}
          busyLabel={t("sessions.ending")}
          aria-label={t("sessions.endNamed", { name: device, date: since })}
          onClick={onEnd}
        >
          {t("sessions.end")}
        </Button>
      )}
    </li>
  );
}
