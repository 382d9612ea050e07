import { X } from "lucide-react";
import * as RadixToast from "radix-ui/toast";
import { useSyncExternalStore } from "react";
import { useTranslation } from "./i18n/index.ts";
import { toneIcons } from "./Alert.tsx";
import { Icon } from "./Icon.tsx";
import { toastTimes } from "./measures.ts";
import { dismissToast, onToast, shownToast } from "./toastStore.ts";

/** The place of toasts; mounted once. Hovering or focusing holds the clock, F8 moves the focus there. */
export function Toaster() {
  const { t } = useTranslation();
  const message = useSyncExternalStore(onToast, shownToast, shownToast);
  const tone = message?.tone ?? "ok";
  return (
    <RadixToast.Provider
      duration={toastTimes.duration}
      swipeThreshold={toastTimes.swipeThreshold}
      swipeDirection="right"
      label={t("word.notification")}
    >
      {message ? (
        <RadixToast.Root
          key={message.id}
          className={`pop toast num tone-${tone}`}
          type={tone === "danger" || message.action ? "foreground" : "background"}
          open
          onOpenChange={(open) => (open ? undefined : dismissToast(message.id))}
        >
          <Icon of={toneIcons[tone]} />
          <div>
            <RadixToast.Title className="toast-title">{message.title}</RadixToast.Title>
            {message.text ? (
              <RadixToast.Description className="toast-text">{message.text}</RadixToast.Description>
            ) : null}
          </div>
          <div className="toast-end">
            {message.action ? (
              <RadixToast.Action
                className="btn btn-quiet btn-small"
                altText={message.action.label}
                onClick={message.action.run}
              >
                {message.action.label}
              </RadixToast.Action>
            ) : null}
            <RadixToast.Close className="icon-btn" aria-label={t("action.close")}>
              <Icon of={X} size={14} />
            </RadixToast.Close>
          </div>
        </RadixToast.Root>
      ) : null}
      <RadixToast.Viewport className="toasts" label={t("word.notifications", { hotkey: "{hotkey}" })} />
    </RadixToast.Provider>
  );
}
