import { createContext, useContext, useSyncExternalStore } from "react";
import type { SessionClient, SessionState } from "./session.ts";

/** The session client of the page; the shell opens it once and provides it. */
export const SessionContext = createContext<SessionClient | null>(null);

/** @throws Error outside of a SessionContext */
export function useSessionClient(): SessionClient {
  const client = useContext(SessionContext);
  if (!client) throw new Error("There is no session client around this component");
  return client;
}

/** State of the session; renders again whenever it changes, in this tab or another. */
export function useSession(): SessionState {
  const client = useSessionClient();
  return useSyncExternalStore(client.subscribe, client.getState);
}
