import { wideRoom } from "../../kit/state.ts";
import type { Engine } from "../../engine.ts";

/** The engine without key and network: it asks no model, and documents are skeletons with gaps. */
export function createDraftEngine(reason: { reason: string; reasonCode: string }): Engine {
  return {
    info: { kind: "draft", label: "Draft, no AI used", provider: "pioneer", model: "draft", ...reason },
    room: wideRoom,
    ask: null,
  };
}
