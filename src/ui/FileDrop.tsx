import { FileText, Upload, X } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { useLanguage, useTranslation } from "#src/ui/i18n/index.ts";
import { Button, IconButton } from "./Button.tsx";
import { useFieldTies } from "./Field.tsx";
import { formatBytes } from "./format.ts";
import { Icon } from "./Icon.tsx";
import { Spinner } from "./Spinner.tsx";

export interface DroppedFile {
  /** Key of the row; the file's own id once it is stored. */
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  state: "uploading" | "ready" | "failed";
  /** Why it failed, or what was read from it. */
  note?: string;
}

export interface FileDropProps {
  files: DroppedFile[];
  /** Chosen or dropped; sizes and kinds are judged by whoever uploads. */
  onAdd: (files: File[]) => void;
  onRemove: (id: string) => void;
  /** As in `<input accept>`: `.pdf,.docx`. */
  accept?: string;
  /** One line of help: kinds and size. */
  hint?: string;
  /** Another way to add a file, beside the button. */
  beside?: ReactNode;
  /** At most so many files; the drop area goes when they are there. */
  max?: number;
}

/** Files by button, by drop and by keyboard, with their state. */
export function FileDrop({ files, onAdd, onRemove, accept, hint, beside, max = 10 }: FileDropProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { attributes, invalid, labelId } = useFieldTies();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const room = Math.max(0, max - files.length);

  const take = (list: FileList | null): void => {
    const taken = [...(list ?? [])].slice(0, room);
    if (taken.length > 0) onAdd(taken);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <>
      {room === 0 ? null : (
        <div
          className={invalid ? "drop bad" : "drop"}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <Button
            id={attributes.id ?? ""}
            size="small"
            icon={<Icon of={Upload} size={14} />}
            disabled={attributes.disabled ?? false}
            aria-describedby={[labelId, attributes["aria-describedby"]].filter(Boolean).join(" ") || undefined}
            onClick={() => input.current?.click()}
          >
            {t("files.choose")}
          </Button>
          {beside}
          <span className="hint">
            {t("files.drop")}
            {hint ? <br /> : null}
            {hint}
          </span>
          <input
            ref={input}
            type="file"
            hidden
            tabIndex={-1}
            multiple={max > 1}
            accept={accept}
            onChange={(event) => {
              take(event.target.files);
              // The same file may be chosen again after it was removed.
              event.target.value = "";
            }}
          />
        </div>
      )}
      {files.length === 0 ? null : (
        <ul className="files num">
          {files.map((file) => (
            <li className="file" key={file.id} data-state={file.state}>
              {file.state === "uploading" ? <Spinner /> : <Icon of={FileText} size={14} />}
              <b>{file.name}</b>
              <span className="file-note" role={file.state === "failed" ? "alert" : undefined}>
                {file.note ??
                  (file.state === "ready"
                    ? formatBytes(file.size, language)
                    : t(file.state === "failed" ? "files.failed" : "files.uploading"))}
              </span>
              <IconButton label={t("action.removeNamed", { name: file.name })} onClick={() => onRemove(file.id)}>
                <Icon of={X} size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
