export interface Sample {
  /** Milliseconds to the first text. */
  first: number;
  tokens: number;
}

/**
 * The least that any relay does: read a provider's events, parse them, look at the text.
 * @param seen called with each piece of text
 */
export async function rawRelay(url: string, seen?: (text: string) => void, model = "double-1"): Promise<Sample> {
  const start = performance.now();
  const body = JSON.stringify({ model, stream: true, messages: [{ role: "user", content: "hello" }] });
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  const sample: Sample = { first: 0, tokens: 0 };
  let rest = "";
  if (!response.body) return sample;
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + piece).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (!event.startsWith("data: {")) continue;
      const chunk: { choices: { delta?: { content?: string } }[] } = JSON.parse(event.slice(6));
      const text = chunk.choices[0]?.delta?.content;
      if (!text) continue;
      if (sample.tokens === 0) sample.first = performance.now() - start;
      sample.tokens += 1;
      seen?.(text);
    }
  }
  return sample;
}
