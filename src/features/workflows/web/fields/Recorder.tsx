import { Mic, Square } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { maxRecordingBytes } from "#src/features/files/rules.ts";
import { useTranslation } from "#src/ui/i18n/index.ts";
import { Button } from "#src/ui/Button.tsx";
import { Icon } from "#src/ui/Icon.tsx";
import { longestRecordings } from "../../domain/recordingParts.ts";

/** Containers that a browser can write and the server reads, the smaller first. */
const containers = [
  { type: "audio/webm;codecs=opus", ending: "webm" },
  { type: "audio/ogg;codecs=opus", ending: "ogg" },
  { type: "audio/mp4", ending: "m4a" },
] as const;

/** Bits a second: speech in Opus is clear at this rate, and five hours are 72 MB. */
const bitRate = 32_000;

const timeOf = (seconds: number): string =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");

/** `2026-11-23 14.05`: an hour without a colon, which Windows does not take in names. */
function nameOfNow(): string {
  const now = new Date();
  const [year, ...rest] = [now.getFullYear(), now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes()];
  const [month, day, hour, minute] = rest.map((part) => String(part).padStart(2, "0"));
  return `${year}-${month}-${day} ${hour}.${minute}`;
}

export interface RecorderProps {
  /** The whole recording, when it was stopped. */
  onRecorded: (file: File) => void;
}

/** Records speech with the microphone of this device. Not drawn where the browser cannot. */
export function Recorder({ onRecorded }: RecorderProps) {
  const { t } = useTranslation("workflow");
  const [seconds, setSeconds] = useState<number | null>(null);
  const [problem, setProblem] = useState<"denied" | "missing" | "broken" | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const isAsking = useRef(false);
  const isGone = useRef(false);
  const whenRecorded = useRef(onRecorded);
  whenRecorded.current = onRecorded;

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      stop.current?.();
    };
  }, []);
  const isRecording = seconds !== null;
  useEffect(() => {
    if (!isRecording) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRecording]);

  const container = containers.find(({ type }) => globalThis.MediaRecorder?.isTypeSupported(type));
  if (container === undefined || !navigator.mediaDevices) return null;

  const start = async (): Promise<void> => {
    if (isAsking.current) return;
    isAsking.current = true;
    setProblem(null);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const release = (): void => stream.getTracks().forEach((track) => track.stop());
      if (isGone.current) return release();
      const recorder = new MediaRecorder(stream, { mimeType: container.type, audioBitsPerSecond: bitRate });
      const parts: Blob[] = [];
      let bytes = 0;
      const since = performance.now();
      const clock = setInterval(() => {
        const passed = Math.floor((performance.now() - since) / 1000);
        setSeconds(passed);
        if (passed >= longestRecordings) end();
      }, 250);
      const end = (): void => {
        if (recorder.state !== "inactive") recorder.stop();
      };
      recorder.addEventListener("dataavailable", ({ data }) => {
        parts.push(data);
        bytes += data.size;
        if (bytes > maxRecordingBytes * 0.98) end();
      });
      recorder.addEventListener("error", () => setProblem("broken"));
      recorder.addEventListener("stop", () => {
        clearInterval(clock);
        release();
        stop.current = null;
        setSeconds(null);
        if (isGone.current || bytes === 0) return;
        const [type = container.type] = container.type.split(";");
        const name = `${t("recorder.name", { time: nameOfNow() })}.${container.ending}`;
        whenRecorded.current(new File(parts, name, { type }));
      });
      recorder.start(1000);
      stop.current = end;
      setSeconds(0);
    } catch (cause) {
      const name = cause instanceof DOMException ? cause.name : "";
      setProblem(name === "NotAllowedError" ? "denied" : name === "NotFoundError" ? "missing" : "broken");
    } finally {
      isAsking.current = false;
    }
  };
  return (
    <>
      {seconds === null ? (
        <Button size="small" icon={<Icon of={Mic} size={14} />} onClick={() => void start()}>
          {t("recorder.start")}
        </Button>
      ) : (
        <Button size="small" icon={<Icon of={Square} size={14} />} onClick={() => stop.current?.()}>
          {t("recorder.stop")}{" "}
          <span className="num" role="timer">
            {timeOf(seconds)}
          </span>
        </Button>
      )}
      {problem ? (
        <span className="hint tone-danger" role="alert">
          {t(`recorder.${problem}`)}
        </span>
      ) : null}
    </>
  );
}
