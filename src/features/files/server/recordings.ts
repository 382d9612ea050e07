import type { EncodedPacket, Input, InputAudioTrack, OutputFormat } from "mediabunny";
import { ExtractError } from "./extract.ts";

/* What is inside a recording. Call these only where foreign bytes may hang or fill the memory: `extractWorker.ts`. */

/** Sound of a recording or of a part of it, in a file of its own. */
export interface Sound {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
  /** Ending of its name, without the dot. */
  ending: string;
}

type Media = typeof import("mediabunny");

async function soundOf(bytes: Uint8Array, media: Media): Promise<{ input: Input; track: InputAudioTrack | null }> {
  const input = new media.Input({ formats: media.ALL_FORMATS, source: new media.BufferSource(bytes) });
  return { input, track: await input.getPrimaryAudioTrack() };
}

/** Length of the sound, seconds; 0 for a film without any, null where the bytes do not say. */
export async function secondsOfSound(bytes: Uint8Array): Promise<number | null> {
  try {
    const { input, track } = await soundOf(bytes, await import("mediabunny"));
    using _input = input;
    if (track === null) return (await input.getPrimaryVideoTrack()) ? 0 : null;
    const seconds = await track.computeDuration();
    return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) / 1000 : null;
  } catch {
    // Services of transcription may read what we cannot.
    return null;
  }
}

/** A container that services of transcription take, for sound that is copied as it is. */
function containerOf(codec: string | null, media: Media): (Omit<Sound, "bytes"> & { format: OutputFormat }) | null {
  if (codec === "mp3") return { format: new media.Mp3OutputFormat(), mediaType: "audio/mpeg", ending: "mp3" };
  if (codec === "aac")
    return { format: new media.Mp4OutputFormat({ fastStart: "in-memory" }), mediaType: "audio/mp4", ending: "m4a" };
  if (codec === "opus" || codec === "vorbis")
    return { format: new media.OggOutputFormat(), mediaType: "audio/ogg", ending: "ogg" };
  if (codec?.startsWith("pcm-") || codec === "ulaw" || codec === "alaw")
    return { format: new media.WavOutputFormat(), mediaType: "audio/wav", ending: "wav" };
  return null;
}

/** Tolerance between the declared and the measured length of a recording, seconds. */
const maxMissing = 2;

/**
 * The sound between two moments, copied and not encoded again, with times from 0.
 * @param from seconds
 * @param to seconds
 * @throws ExtractError `unreadable` when there is no sound, less than the file promises (it was cut off on its way), or
 *   sound of a kind that cannot be copied
 */
export async function cutSound(bytes: Uint8Array, { from, to }: { from: number; to: number }): Promise<Sound> {
  const media = await import("mediabunny");
  const { input, track } = await soundOf(bytes, media);
  using _input = input;
  const codec = (await track?.getCodec()) ?? null;
  const container = containerOf(codec, media);
  if (track === null || codec === null || container === null) throw new ExtractError("unreadable", "no sound to copy");
  const { format, mediaType, ending } = container;
  const target = new media.BufferTarget();
  const output = new media.Output({ format, target });
  const source = new media.EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  const packets = new media.EncodedPacketSink(track);
  const decoderConfig = await track.getDecoderConfig();
  const first = (await packets.getPacket(from)) ?? (await packets.getFirstPacket());
  if (first === null || first.timestamp + first.duration <= from)
    throw new ExtractError("unreadable", "no sound between these moments");
  let end = 0;
  let packet: EncodedPacket | null = first;
  for (; packet !== null && packet.timestamp < to; packet = await packets.getNextPacket(packet)) {
    end = packet.timestamp + packet.duration;
    const moved = packet.clone({ timestamp: Math.max(0, packet.timestamp - first.timestamp) });
    await source.add(moved, packet === first && decoderConfig ? { decoderConfig } : undefined);
  }
  if (packet === null && end < to - maxMissing) throw new ExtractError("unreadable", "the sound ends too early");
  await output.finalize();
  if (target.buffer === null) throw new ExtractError("unreadable", "nothing was written");
  return { bytes: new Uint8Array(target.buffer), mediaType, ending };
}
