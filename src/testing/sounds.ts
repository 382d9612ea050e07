import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from "mediabunny";

/* Real recordings of silence, as small as their kind allows. */

/** Frames of silence: bytes, seconds of one, and what a decoder has to know. */
const silences = {
  /** MPEG 1 layer 3, 32 kbit/s at 44.1 kHz, mono: a header and nothing in it. */
  mp3: {
    frame: Uint8Array.from([0xff, 0xfb, 0x10, 0xc4, ...Array<number>(100).fill(0)]),
    seconds: 1152 / 44_100,
    config: { codec: "mp3", sampleRate: 44_100, numberOfChannels: 1 },
  },
  opus: {
    frame: Uint8Array.from([0xf8, 0xff, 0xfe]),
    seconds: 0.02,
    config: {
      codec: "opus",
      sampleRate: 48_000,
      numberOfChannels: 1,
      // RFC 7845: version, channels, pre-skip, rate, gain, mapping.
      description: Uint8Array.from([...new TextEncoder().encode("OpusHead"), 1, 1, 56, 1, 128, 187, 0, 0, 0, 0, 0]),
    },
  },
  aac: {
    frame: Uint8Array.from([0x01, 0x18, 0x20, 0x07]),
    seconds: 1024 / 44_100,
    config: {
      codec: "mp4a.40.2",
      sampleRate: 44_100,
      numberOfChannels: 1,
      description: Uint8Array.from([0x12, 0x08]),
    },
  },
  "pcm-s16": {
    frame: new Uint8Array(16_000),
    seconds: 1,
    config: { codec: "pcm-s16", sampleRate: 8000, numberOfChannels: 1 },
  },
} as const;
const kinds: Readonly<Record<string, { codec: keyof typeof silences; format: () => OutputFormat }>> = {
  mp3: { codec: "mp3", format: () => new Mp3OutputFormat() },
  ogg: { codec: "opus", format: () => new OggOutputFormat() },
  webm: { codec: "opus", format: () => new WebMOutputFormat() },
  m4a: { codec: "aac", format: () => new Mp4OutputFormat({ fastStart: "in-memory" }) },
  mp4: { codec: "aac", format: () => new Mp4OutputFormat({ fastStart: "in-memory" }) },
  wav: { codec: "pcm-s16", format: () => new WavOutputFormat() },
};
export type SoundKind = "mp3" | "ogg" | "webm" | "m4a" | "mp4" | "wav";

/** Silence of a length, rounded up to whole frames of at most a second. */
export async function silence(kind: SoundKind, seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const { codec, format } = kinds[kind] ?? { codec: "mp3", format: () => new Mp3OutputFormat() };
  const { frame, seconds: length, config } = silences[codec];
  const target = new BufferTarget();
  const output = new Output({ format: format(), target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  for (let at = 0; at * length < seconds; at += 1)
    await source.add(
      new EncodedPacket(frame, "key", at * length, length),
      at === 0 ? { decoderConfig: config } : undefined,
    );
  await output.finalize();
  const bytes = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
  // Recordings of sound in the container of films carry another brand.
  if (kind === "m4a") bytes.set(new TextEncoder().encode("M4A "), 8);
  return bytes;
}
