/**
 * The sounds of the test servers: a telephone that dials 1436, as a WAV and as a Sun .au file, and a film of a radar
 * screen as an AVI. All are computed. The sounds have 8000 samples a second.
 */

const RATE = 8000;

/** The two tones of each key (ITU-T Q.23), in Hz. */
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  '1': [697, 1209],
  '3': [697, 1477],
  '4': [770, 1209],
  '6': [770, 1477],
};

/** A second of dial tone, then the number, as samples from -1 to 1. */
function telephone(number: string): Float64Array {
  const dialTone = tones([350, 440], 0.8);
  const keys = Array.from(number, (key) => [tones(KEYS[key] ?? [0, 0], 0.16), new Float64Array(RATE * 0.08)]);
  return Float64Array.from([dialTone, new Float64Array(RATE * 0.15), ...keys.flat()].flatMap((part) => [...part]));
}

function tones(frequencies: readonly number[], seconds: number): Float64Array {
  const length = Math.round(RATE * seconds);
  return Float64Array.from({ length }, (_, index) => {
    // The ends are faded, or they would click.
    const fade = Math.min(1, index / 80, (length - 1 - index) / 80);
    const sum = frequencies.reduce((total, hertz) => total + Math.sin((2 * Math.PI * hertz * index) / RATE), 0);
    return (0.6 * fade * sum) / frequencies.length;
  });
}

/** The telephone as a WAV file: RIFF, 8-bit PCM, one channel. */
export function wav(): Buffer {
  const samples = Buffer.from(telephone('1436').map((sample) => 128 + Math.round(sample * 127)));
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0); // PCM
  format.writeUInt16LE(1, 2); // channels
  format.writeUInt32LE(RATE, 4);
  format.writeUInt32LE(RATE, 8); // octets a second
  format.writeUInt16LE(1, 12); // octets a sample
  format.writeUInt16LE(8, 14); // bits a sample
  return riff('RIFF', 'WAVE', riff('fmt ', '', format), riff('data', '', samples));
}

/** The telephone as audio/basic: a Sun audio file, 8-bit µ-law. */
export function au(): Buffer {
  const samples = Buffer.from(Uint8Array.from(telephone('1436'), muLaw));
  const header = Buffer.alloc(24);
  header.write('.snd', 'latin1');
  // Offset of the samples, their length, the encoding (1: µ-law), the rate, the channels.
  [24, samples.length, 1, RATE, 1].forEach((value, index) => {
    header.writeUInt32BE(value, 4 + index * 4);
  });
  return Buffer.concat([header, samples]);
}

/** One sample from -1 to 1 in the logarithmic octet of ITU-T G.711. */
function muLaw(sample: number): number {
  const magnitude = Math.min(32_635, Math.abs(Math.round(sample * 32_767))) + 132;
  const exponent = Math.floor(Math.log2(magnitude)) - 7;
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

const SIZE = 48;
const FRAMES = 24;

/** A turning radar beam as an AVI of plain bitmaps, twelve frames a second. */
export function avi(): Buffer {
  const frameSize = SIZE * SIZE * 3;
  const main = int32s(1_000_000 / 12, frameSize * 12, 0, 0, FRAMES, 0, 1, frameSize, SIZE, SIZE, 0, 0, 0, 0);
  const stream = Buffer.concat([
    Buffer.from('vidsDIB ', 'latin1'),
    int32s(0, 0, 0, 1, 12, 0, FRAMES, frameSize, -1, 0, 0),
    Buffer.from([SIZE, 0, SIZE, 0]),
  ]);
  // One plane, 24 bits a pixel.
  const bitmap = int32s(40, SIZE, SIZE, 1 | (24 << 16), 0, frameSize, 0, 0, 0, 0);
  const frames = Array.from({ length: FRAMES }, (_, index) => riff('00db', '', radar((index / FRAMES) * 2 * Math.PI)));
  return riff(
    'RIFF',
    'AVI ',
    riff(
      'LIST',
      'hdrl',
      riff('avih', '', main),
      riff('LIST', 'strl', riff('strh', '', stream), riff('strf', '', bitmap)),
    ),
    riff('LIST', 'movi', ...frames),
  );
}

function radar(beam: number): Buffer {
  const pixels = Buffer.alloc(SIZE * SIZE * 3);
  for (let index = 0; index < SIZE * SIZE; index += 1) {
    const x = (index % SIZE) - SIZE / 2;
    const y = Math.floor(index / SIZE) - SIZE / 2;
    const distance = Math.hypot(x, y);
    if (distance > SIZE / 2) continue;
    const behind = (beam - Math.atan2(y, x) + 4 * Math.PI) % (2 * Math.PI);
    const ring = distance % 8 < 1 ? 60 : 0;
    pixels[index * 3 + 1] = Math.min(255, ring + Math.round(255 * Math.max(0, 1 - behind / 1.6)));
  }
  return pixels;
}

/** A RIFF chunk; a list has a `form` before its content. Chunks of odd length are followed by a zero. */
function riff(name: string, form: string, ...content: Buffer[]): Buffer {
  const inside = Buffer.concat([Buffer.from(form, 'latin1'), ...content]);
  return Buffer.concat([Buffer.from(name, 'latin1'), int32s(inside.length), inside, Buffer.alloc(inside.length % 2)]);
}

function int32s(...values: number[]): Buffer {
  const octets = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    octets.writeInt32LE(Math.trunc(value), index * 4);
  });
  return octets;
}
