import type { openSessionClient } from "#src/features/account/web/session.ts";
import type { SessionWorld } from "#src/features/account/web/sessionWorld.ts";

const signedIn = {
  user: { id: "mara", name: "Mara Brandt", email: "mara@example.com", image: null },
  expires: "2027-01-01T00:00:00.000Z",
};

/** The states a session goes through when a signed-in person's session ends: as the client of the pages names them. */
export async function sessionStates(open: typeof openSessionClient): Promise<string[]> {
  let answer: object = signedIn;
  const world: SessionWorld = {
    fetch: async () => Response.json(answer),
    now: () => new Date(),
    later: () => () => undefined,
    navigate: () => undefined,
    post: () => undefined,
    onMessage: () => () => undefined,
    onReturn: () => () => undefined,
  };
  const client = open(world);
  const states: string[] = [client.getState().status];
  client.subscribe(() => states.push(client.getState().status));
  await client.refresh();
  answer = {};
  await client.refresh();
  client.close();
  return states;
}
