import { useEffect, useRef, useState } from "react";
import { fileTypes, maxFileBytes, maxRecordingBytes, maxBytesOf, typeOfName } from "#src/features/files/rules.ts";
import { isSameFile, knownFile, loadFiles, uploadFile } from "#src/features/files/web/store.ts";
import type { JsonValue } from "#src/kit/schemas.ts";
import { ApiError } from "#src/ui/client/api.ts";
import { hasText, useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { type DroppedFile, FileDrop } from "#src/ui/FileDrop.tsx";
import { formatBytes, formatDuration, formatPercent } from "#src/ui/format.ts";
import type { FormField } from "../formModel.ts";
import { useFormSetting } from "./FormContext.ts";
import { Recorder } from "./Recorder.tsx";

export interface FilesFieldProps {
  field: FormField;
  /** Ids of stored files. */
  value: JsonValue | undefined;
  onChange: (ids: string[]) => void;
}

const endings = Object.values(fileTypes).flatMap((list) => list.map((ending) => `.${ending}`));
const accept = endings.join(",");
/** A limit in the powers of 1,000 in which sizes are written. @param bytes */
const written = (bytes: number): number => Math.floor(bytes / 1_048_576) * 1_000_000;
/** Kinds as people call them, for the line of help. */
const kinds = "PDF, DOCX, XLSX, CSV, MD, TXT, PNG, JPG";
const soundKinds = "MP3, M4A, WAV, OGG, WEBM, MP4";

/** Files of the person: uploaded at once, three at a time, and named by their ids in the form. */
export function FilesField({ field, value, onChange }: FilesFieldProps) {
  const { t } = useTranslation(["common", "workflow"]);
  const { onRefusedFiles, limits } = useFormSetting();
  const language = useLanguage();
  const ids = (Array.isArray(value) ? value : []).filter((id): id is string => typeof id === "string");
  const [pending, setPending] = useState<DroppedFile[]>([]);
  /** Ids that are not among the person's files. */
  const [gone, setGone] = useState<readonly string[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const queue = useRef(Promise.resolve());
  /** Taken back, maybe before their turn came. */
  const removed = useRef(new Set<string>());
  const current = useRef(ids);
  current.current = ids;

  const unknown = ids.filter((id) => knownFile(id) === undefined && !gone.includes(id)).join();
  useEffect(() => {
    if (unknown === "") return;
    const wanted = unknown.split(",");
    const control = new AbortController();
    loadFiles(wanted, control.signal).then(
      () => setGone((before) => [...before, ...wanted.filter((id) => knownFile(id) === undefined)]),
      () => undefined,
    );
    return () => control.abort();
  }, [unknown]);
  useEffect(() => {
    const open = stops.current;
    return () => open.forEach((stop) => stop.abort());
  }, []);

  const hasRefused = pending.some(({ state }) => state === "failed");
  useEffect(() => {
    if (!hasRefused) return;
    onRefusedFiles(field.name, true);
    return () => onRefusedFiles(field.name, false);
  }, [onRefusedFiles, field.name, hasRefused]);

  const change = (id: string, next: Partial<DroppedFile>): void =>
    setPending((files) => files.map((file) => (file.id === id ? { ...file, ...next } : file)));

  const send = async (file: File, id: string): Promise<void> => {
    const stop = new AbortController();
    stops.current.set(id, stop);
    try {
      if (await isAttached(file)) {
        setPending((files) => files.filter((one) => one.id !== id));
        return;
      }
      if (stop.signal.aborted) return;
      const stored = await uploadFile(
        file,
        (share) => change(id, { note: formatPercent(Math.round(share * 100), language) }),
        stop.signal,
      );
      setPending((files) => files.filter((one) => one.id !== id));
      // The next file may be looked at before this one is drawn.
      current.current = [...current.current, stored.id];
      onChange(current.current);
    } catch (cause) {
      if (!stop.signal.aborted) change(id, { state: "failed", note: refusalText(cause) });
    } finally {
      stops.current.delete(id);
    }
  };
  /** The same file a second time is the one that is there already. */
  const isAttached = async (file: File): Promise<boolean> => {
    for (const id of current.current) if (await isSameFile(file, id)) return true;
    return false;
  };
  const refusalText = (cause: unknown): string => {
    if (!(cause instanceof ApiError)) return t("files.failed");
    // Its name was judged before it was sent: only the content can be of another kind.
    if (cause.code === "files.wrongType") return t("workflow:files.wrongContent");
    if (cause.fields?.some(({ path }) => path === "name")) return t("workflow:files.badName");
    return (
      [`errors.${cause.code}.description`, `errors.${cause.code}.title`].filter(hasText).map((key) => t(key))[0] ??
      t("files.failed")
    );
  };
  const add = async (files: File[]): Promise<void> => {
    let bytes = [...current.current].reduce((sum, id) => sum + (knownFile(id)?.size ?? 0), 0);
    const rows = files.map((file): DroppedFile & { file: File } => {
      bytes += file.size;
      const problem =
        typeOfName(file.name) === null
          ? t("validation.fileType", { name: file.name })
          : file.size > maxBytesOf(file.name)
            ? t("validation.fileSize", {
                name: file.name,
                size: formatBytes(written(maxBytesOf(file.name)), language),
              })
            : file.size === 0
              ? t("workflow:files.empty")
              : limits && bytes > limits.bytes.most
                ? limits.bytes.words
                : undefined;
      if (problem) bytes -= file.size;
      return {
        id: crypto.randomUUID(),
        name: file.name,
        size: file.size,
        state: problem ? "failed" : "uploading",
        ...(problem ? { note: problem } : {}),
        file,
      };
    });
    const isTriedAgain = (old: DroppedFile): boolean =>
      old.state === "failed" && rows.some(({ name, size }) => name === old.name && size === old.size);
    setPending((before) => [
      ...before.filter((old) => !isTriedAgain(old)),
      ...rows.map(({ file: _file, ...row }) => row),
    ]);
    // One after the other: the server takes three at once from a person, and another tab may be sending too.
    queue.current = queue.current.then(async () => {
      for (const row of rows)
        if (row.state === "uploading" && !removed.current.has(row.id)) await send(row.file, row.id);
    });
    await queue.current;
  };
  const remove = (id: string): void => {
    stops.current.get(id)?.abort();
    removed.current.add(id);
    setPending((files) => files.filter((file) => file.id !== id));
    if (ids.includes(id)) onChange(ids.filter((one) => one !== id));
  };

  const stored = ids.map((id): DroppedFile => {
    const known = knownFile(id);
    if (known) {
      const { seconds, ...file } = known;
      return {
        ...file,
        state: "ready",
        ...(seconds === null
          ? {}
          : { note: `${formatDuration(seconds * 1000, language)} · ${formatBytes(file.size, language)}` }),
      };
    }
    return gone.includes(id)
      ? { id, name: t("workflow:files.goneName"), size: 0, state: "failed", note: t("workflow:files.gone") }
      : { id, name: t("word.loading"), size: 0, state: "ready", note: " " };
  });
  const most = Math.min(field.maxItems ?? 10, limits?.attachments.most ?? Number.POSITIVE_INFINITY);
  const room = most - stored.length - pending.length;
  return (
    <FileDrop
      files={[...stored, ...pending]}
      onAdd={(files) => void add(files)}
      onRemove={remove}
      accept={accept}
      hint={[
        t("files.limit", { formats: kinds, size: formatBytes(written(maxFileBytes), language) }),
        ...(field.ui.takesRecordings
          ? [t("files.limit", { formats: soundKinds, size: formatBytes(written(maxRecordingBytes), language) })]
          : []),
      ].join(" ")}
      beside={field.ui.takesRecordings && room > 0 ? <Recorder onRecorded={(file) => void add([file])} /> : undefined}
      max={most}
    />
  );
}
