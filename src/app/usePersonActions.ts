import { useState } from "react";
import { useSelector } from "react-redux";
import { useSessionClient } from "#src/features/account/web/useSession.ts";
import { selectSettings, settings } from "#src/features/settings/web/store.ts";
import type { AppLanguage } from "#src/kit/schemas.ts";
import { useThunkDispatch } from "#src/ui/data/dispatch.ts";
import { currentLanguage, setLanguage } from "#src/ui/i18n/index.ts";
import { toastFailure } from "#src/ui/client/toastFailure.ts";

export interface PersonActions {
  /** Switches the interface at once and keeps the choice in the settings. */
  speak: (language: AppLanguage) => void;
  /** Records the logout, signs out; the shell then goes to the sign-in page. A refusal is told in a toast. */
  signOut: () => Promise<void>;
  isSigningOut: boolean;
}

/** What a person does with the own account from any page: the profile menu and the command palette offer it. */
export function usePersonActions(): PersonActions {
  const dispatch = useThunkDispatch();
  const { value } = useSelector(selectSettings);
  const session = useSessionClient();
  const [isSigningOut, setSigningOut] = useState(false);
  return {
    speak: (language) => {
      if (language === currentLanguage()) return;
      setLanguage(language).catch(toastFailure("unknown"));
      if (value) {
        dispatch(settings.update({ application: { appLanguage: language } }))
          .unwrap()
          .catch(toastFailure("settings.updateError"));
      }
    },
    signOut: async () => {
      setSigningOut(true);
      const outcome = await session.signOut();
      if (outcome.ok) return;
      setSigningOut(false);
      toastFailure("login.serverError")(outcome);
    },
    isSigningOut,
  };
}
