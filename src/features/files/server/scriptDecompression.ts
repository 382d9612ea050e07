import { Gunzip, Inflate, Unzlib } from "fflate";

const decoders = { "deflate-raw": Inflate, deflate: Unzlib, gzip: Gunzip };
const isKnown = (format: string): format is keyof typeof decoders => Object.hasOwn(decoders, format);

type Bytes = Uint8Array<ArrayBuffer>;

/** Packed bytes that are unpacked at once: what they may grow to, a thousandfold, is held in memory for a moment. */
export const pieceBytes = 16_384;
/** Unpacked bytes of one stream; as many as all of an office file may have. */
const maxBytes = 100 * 1024 * 1024;

/**
 * `DecompressionStream` in JavaScript alone, for threads that may be terminated at any time. Bytes after the packed
 * data are ignored. The stream fails when it unpacks to more than 100 MiB.
 * @throws TypeError for an unsupported format
 */
export class ScriptDecompressionStream extends TransformStream<Bytes, Bytes> implements DecompressionStream {
  constructor(format: string) {
    if (!isKnown(format)) throw new TypeError(`${format} is not a format of this stream`);
    let decoder: Inflate | Unzlib | Gunzip;
    let length = 0;
    super({
      start(controller) {
        decoder = new decoders[format]((chunk) => {
          length += chunk.length;
          if (length > maxBytes) throw new RangeError("unpacks to more than 100 MiB");
          if (chunk.length > 0) controller.enqueue(chunk);
        });
      },
      transform(chunk) {
        for (let at = 0; at < chunk.length; at += pieceBytes) decoder.push(chunk.subarray(at, at + pieceBytes));
      },
      flush() {
        decoder.push(new Uint8Array(0), true);
      },
    });
  }
}
