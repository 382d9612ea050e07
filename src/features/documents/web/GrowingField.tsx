import { type KeyboardEvent, type Ref, useImperativeHandle, useLayoutEffect, useRef } from "react";
import cx from "./EditingFrame.module.css";

export interface GrowingFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Name of the field; or the id of what names it. */
  label?: string;
  labelledBy?: string | undefined;
  describedBy?: string | undefined;
  invalid?: boolean;
  /** In the type of the document; else in that of the interface. */
  serif?: boolean;
  /** Language of the words, where it is not that of the page. */
  language?: string;
  /** Line breaks become blanks. */
  isOneLine?: boolean;
  inputMode?: "decimal";
  className?: string;
  /** Without it, Enter breaks the line. */
  onEnter?: () => void;
  /** Enter with Ctrl or ⌘. */
  onCtrlEnter?: () => void;
  onEscape?: () => void;
  onBlur?: () => void;
  ref?: Ref<HTMLTextAreaElement>;
  /** Where its text stands in the document, for the caller to find it. */
  place?: string;
}

const canSize = (): boolean => CSS.supports("field-sizing", "content");

/** A field as high as its text, without a frame of its own: it looks like the text that it changes. */
export function GrowingField(props: GrowingFieldProps) {
  const { value, onChange, isOneLine = false, serif = false, className, ref } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => area.current);
  useLayoutEffect(() => {
    const field = area.current;
    if (!field || canSize()) return undefined;
    const grow = (): void => {
      field.style.height = "auto";
      field.style.height = `${field.scrollHeight}px`;
    };
    grow();
    const watch = new ResizeObserver(([entry]) => {
      if (entry && Math.round(entry.contentRect.width) !== width) {
        width = Math.round(entry.contentRect.width);
        grow();
      }
    });
    let width = field.clientWidth;
    watch.observe(field);
    return () => watch.disconnect();
  }, [value]);
  const act = (event: KeyboardEvent, action: (() => void) | undefined): void => {
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // Keys of somebody who is choosing signs belong to the choice.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") act(event, props.onEscape);
    else if (event.key !== "Enter") return;
    else if (event.ctrlKey || event.metaKey) act(event, props.onCtrlEnter ?? props.onEnter);
    else if (!event.shiftKey) act(event, props.onEnter);
  };
  const classes = ["growing", serif ? cx("growing-serif") : "", className ?? ""].filter(Boolean).join(" ");
  return (
    <textarea
      ref={area}
      className={classes}
      rows={1}
      value={value}
      lang={props.language}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid || undefined}
      inputMode={props.inputMode}
      data-place={props.place}
      onChange={({ target }) => onChange(isOneLine ? target.value.replaceAll("\n", " ") : target.value)}
      onKeyDown={onKeyDown}
      onBlur={props.onBlur}
    />
  );
}
