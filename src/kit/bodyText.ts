import { badRequest, ProductError } from "./errors.ts";

const tooLarge = (limit: number): ProductError =>
  new ProductError("request.tooLarge", { status: 413, message: `The body can be up to ${limit} bytes` });

/** The body as UTF-8 text, at most `limit` bytes, whatever Content-Length says. */
export async function readText(request: Pick<Request, "headers" | "body">, limit: number): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit) throw tooLarge(limit);
  if (!request.body) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  // Never cancelled: that would end the connection, and with it the answer that says why.
  const reader = request.body.getReader();
  let size = 0;
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > limit) throw tooLarge(limit);
      text += decoder.decode(value, { stream: true });
    }
  } catch (cause) {
    if (cause instanceof ProductError) throw cause;
    throw badRequest("The body is not UTF-8 text");
  }
}
