import type { ErrorBody } from "#src/kit/errors.ts";
import { ApiError } from "#src/ui/client/api.ts";

/**
 * A call whose body or answer is no JSON, with the same errors as every other.
 * @throws ApiError, with code `network.offline` when no answer came
 */
async function call(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { credentials: "same-origin", ...init }).catch(() => {
    throw new ApiError(0, { code: "network.offline", message: "No connection" });
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  throw new ApiError(response.status, body, Number(response.headers.get("retry-after")) || undefined);
}

/** Sends a file as it is. @throws ApiError */
export const uploadPicture = async (file: Blob): Promise<unknown> =>
  (
    await call("/api/user/picture", {
      method: "PUT",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    })
  ).json();

/** Everything the person owns. @throws ApiError */
export const fetchArchive = async (): Promise<Blob> =>
  (
    await call("/api/user/export", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    })
  ).blob();
