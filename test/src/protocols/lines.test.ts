/** Reading and sending lines, in any chunks of the network. */

import { describe, expect, it } from 'vitest';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { LineReader, writeLine } from '../../../src/protocols/lines.ts';
import { ProtocolError } from '../../../src/protocols/protocol-error.ts';
import fc from '../../fast-check.ts';
import { sourceOf } from './source.ts';

const octets = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const text = (octets: Uint8Array | null) => octets && Buffer.from(octets).toString('latin1');

const readerOf = (chunks: readonly string[], caps = { line: 100, total: 1000 }) =>
  new LineReader(sourceOf(...chunks), caps);

async function allLines(reader: LineReader): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for (let line = await reader.line(); line !== null; line = await reader.line()) lines.push(text(line));
  return lines;
}

describe('lines', () => {
  it.each([
    ['nothing', [], []],
    ['CR LF', ['a\r\nb\r\n'], ['a', 'b']],
    ['a bare LF', ['a\nb\n'], ['a', 'b']],
    ['no end on the last', ['a\r\nb'], ['a', 'b']],
    ['an empty line', ['\r\n\n'], ['', '']],
    ['exactly one CR removed', ['a\r\r\n'], ['a\r']],
    ['a CR alone kept', ['a\rb\n'], ['a\rb']],
    ['a cut between CR and LF', ['a\r', '\nb\r\n'], ['a', 'b']],
    ['a cut after every octet', ['a', '\r', '\n', 'b', 'c', '\n'], ['a', 'bc']],
    ['octets that are not UTF-8', ['\xe4\xff\0\n'], ['\xe4\xff\0']],
  ])('with %s', async (_, chunks, lines) => {
    expect(await allLines(readerOf(chunks))).toEqual(lines);
  });

  it('do not depend on how the network splits them', async () => {
    const stream = fc.string({ unit: fc.constantFrom('a', 'b', '\r', '\n'), maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(40)), async (whole, cuts) => {
        const ends = [0, ...[...new Set(cuts)].filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
        const chunks = ends
          .slice(1)
          .map((end, index) => whole.slice(ends[index], end))
          .filter((part) => part !== '');
        expect(await allLines(readerOf(chunks))).toEqual(await allLines(readerOf(whole === '' ? [] : [whole])));
      }),
    );
  });

  it.each([
    ['a line at the cap', [`${'x'.repeat(10)}\r\n`], null],
    ['a line beyond the cap', [`${'x'.repeat(12)}\r\n`], 'malformed'],
    ['a line beyond the cap, in parts', ['xxxxxx', 'xxxxxx', 'x'], 'malformed'],
    ['more than the total', ['a\n'.repeat(51)], 'too-large'],
    ['the total exactly', ['a\n'.repeat(50)], null],
  ])('are capped: %s', async (_, chunks, code) => {
    const read = allLines(readerOf(chunks, { line: 10, total: 100 }));
    if (code === null) await expect(read).resolves.toBeDefined();
    else await expect(read).rejects.toMatchObject({ code });
  });
});

describe('octets by length', () => {
  it('begin at the end of a line, and leave the rest', async () => {
    const reader = readerOf(['+7\r\nab', 'c', 'defgrest\r\n', 'end']);
    expect(text(await reader.line())).toBe('+7');
    expect(text(await reader.exactly(7))).toBe('abcdefg');
    expect(text(await reader.line())).toBe('rest');
    expect(text(await reader.rest())).toBe('end');
    expect(text(await reader.rest())).toBe('');
  });

  it('can be zero', async () => {
    expect(text(await readerOf(['a']).exactly(0))).toBe('');
  });

  it('that are missing are an error', async () => {
    await expect(readerOf(['abc']).exactly(4)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('beyond the cap are refused before memory is allocated', async () => {
    await expect(readerOf(['abc']).exactly(9_999_999_999)).rejects.toMatchObject({ code: 'too-large' });
    await expect(readerOf(['a'.repeat(600), 'b'.repeat(600)]).rest()).rejects.toMatchObject({ code: 'too-large' });
  });
});

describe('writeLine', () => {
  async function writes(...lines: (string | Uint8Array)[]): Promise<string[]> {
    const writes: string[] = [];
    await writeLine({ write: async (octets) => void writes.push(text(octets) ?? '') }, ...lines);
    return writes;
  }

  it('ends each line with CR LF, in one write', async () => {
    expect(await writes('')).toEqual(['\r\n']);
    expect(await writes('USER anonymous')).toEqual(['USER anonymous\r\n']);
    expect(await writes('/x\t+\t1', '+-1', octets('\xe4'), '.')).toEqual(['/x\t+\t1\r\n+-1\r\n\xe4\r\n.\r\n']);
  });

  it.each([0x00, 0x0a, 0x0d])('refuses octet %d anywhere in every line', async (octet) => {
    for (const line of [[octet], [octet, 0x61], [0x61, octet], [0x61, octet, 0x61]]) {
      await expect(writes('ok', Uint8Array.from(line))).rejects.toThrow(ProtocolError);
      await expect(writes(String.fromCharCode(...line))).rejects.toMatchObject({ code: 'invalid-request' });
    }
  });

  it('refuses a request beyond the limit', async () => {
    await expect(writes('x'.repeat(protocolLimits.request - 2))).resolves.toHaveLength(1);
    await expect(writes('x'.repeat(protocolLimits.request - 1))).rejects.toMatchObject({ code: 'invalid-request' });
  });
});
