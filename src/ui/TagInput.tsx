import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "./i18n/index.ts";
import { useFieldTies } from "./Field.tsx";
import { Icon } from "./Icon.tsx";

export interface TagInputProps {
  value: string[];
  onChange: (value: string[]) => void;
  max?: number;
  /** Longest single entry. */
  maxLength?: number;
  placeholder?: string;
  onBlur?: () => void;
  /** Needed outside of a Field. */
  label?: string;
}

/** Several short words: Enter or a comma adds, Backspace in the empty field takes the last one back, a paste is split. */
export function TagInput({ value, onChange, max = 50, maxLength = 80, placeholder, onBlur, label }: TagInputProps) {
  const { t } = useTranslation();
  const { attributes, invalid } = useFieldTies();
  const [draft, setDraft] = useState("");
  const [said, say] = useState("");
  const input = useRef<HTMLInputElement>(null);

  const add = (words: string[]): void => {
    const next = [...value];
    for (const word of words.map((each) => each.trim().slice(0, maxLength))) {
      if (word !== "" && !next.includes(word) && next.length < max) next.push(word);
    }
    setDraft("");
    if (next.length === value.length) return;
    say(t("field.tagAdded", { name: next.slice(value.length).join(", ") }));
    onChange(next);
  };
  const remove = (word: string): void => {
    say(t("field.tagRemoved", { name: word }));
    onChange(value.filter((each) => each !== word));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const last = value.at(-1);
    if (event.key === "Enter" || event.key === ",") {
      if (event.key === "Enter" && draft === "") return;
      event.preventDefault();
      add([draft]);
    } else if (event.key === "Backspace" && draft === "" && last !== undefined) {
      remove(last);
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData("text");
    if (!/[,;\n\t]/.test(pasted)) return;
    event.preventDefault();
    add(pasted.split(/[,;\n\t]+/));
  };

  return (
    <div className={invalid ? "input tags bad" : "input tags"} onClick={() => input.current?.focus()}>
      {value.map((word) => (
        <span className="tag" key={word}>
          <span>{word}</span>
          <button type="button" aria-label={t("action.removeNamed", { name: word })} onClick={() => remove(word)}>
            <Icon of={X} size={12} />
          </button>
        </span>
      ))}
      <input
        {...attributes}
        ref={input}
        type="text"
        autoComplete="off"
        aria-label={label}
        placeholder={value.length === 0 ? (placeholder ?? t("field.tagsAdd")) : undefined}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          add([draft]);
          onBlur?.();
        }}
      />
      <span className="sr-only" role="status">
        {said}
      </span>
    </div>
  );
}
