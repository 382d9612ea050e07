import { wideRoom } from "../../kit/state.ts";
import type { Engine } from "../../engine.ts";

/** The engine that needs no key and no network: nobody is asked, and documents become honest skeletons. */
export function createDraftEngine(reason: { reason: string; reasonCode: string }): Engine {
  return {
    info: { kind: "draft", label: "Draft, no AI used", provider: "pioneer", model: "draft", ...reason },
    room: wideRoom,
    ask: null,
  };
}
