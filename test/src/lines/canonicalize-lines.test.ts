/** `canonicalizeLines` gives what `canonicalize` gives, line for line, wherever its input is cut. */
import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, test } from 'vitest';
import {
  canonicalizeLines,
  canonicalizeLinesStream,
  createWaypost,
  idna,
  type LineOptions,
  lineCanonicalizer,
  lineFunctionsOf,
  UrlError,
} from '../../../src/index.ts';
import { OctetPass } from '../../../src/lines/octet-pass.ts';
import { Plans } from '../../../src/lines/plans.ts';
import { gopher } from '../../../src/schemes/gopher/definition.ts';
import { definitions } from '../../../src/schemes/registry.ts';
import { unknown } from '../../../src/schemes/unknown.ts';
import { makeCorpus } from '../../bench/corpus.ts';
import fc, { PROPERTY_TIMEOUT, runs, sampled, scaled } from '../../fast-check.ts';
import { anyInput, anyModel } from '../generators.ts';

const octetsOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const textOf = (pieces: readonly Uint8Array[]): string => Buffer.concat(pieces).toString('latin1');

/** The output for an input, pushed in pieces of these lengths, the last of them for the rest. */
function linesOf(input: Uint8Array | string, options?: LineOptions, cuts: readonly number[] = []): string {
  const lines = lineCanonicalizer(options);
  const octets = typeof input === 'string' ? octetsOf(input) : input;
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const cut of cuts) {
    pieces.push(lines.push(octets.subarray(from, from + cut)));
    from += cut;
  }
  pieces.push(lines.push(octets.subarray(from)), lines.end());
  return textOf(pieces);
}

/** The pass over texts, without octets. */
const { canonicalize } = createWaypost(definitions, { idna });

/** What a line is by `canonicalize`: empty if it is blank or not a URL. */
function lineOf(line: string, canonical: (url: string) => string = canonicalize): string {
  // Octets cannot have lone surrogates.
  const text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(octetsOf(line));
  if (text.trim() === '') return '';
  try {
    return canonical(text);
  } catch (error) {
    if (error instanceof UrlError) return '';
    throw error;
  }
}

const anyLines = fc
  .array(
    fc.oneof(
      anyInput,
      anyModel.map(({ b }) => b),
    ),
    { maxLength: 12 },
  )
  .map((inputs) => inputs.flatMap((input) => input.split(/\r?\n/)));

describe('the same as canonicalize', () => {
  it(
    'for any lines, cut anywhere',
    () => {
      const lineEnds = fc.constantFrom('\n', '\r\n');
      fc.assert(
        fc.property(anyLines, lineEnds, fc.array(fc.nat(60)), (lines, lineEnd, cuts) => {
          // A mark at the start of the input is not part of the first line.
          const input = `go:a${lineEnd}${lines.join(lineEnd)}`;
          const rows = input.split(/\r?\n/);
          if (rows.at(-1) === '') rows.pop();
          expect(linesOf(input, {}, cuts)).toBe(rows.map((row) => `${lineOf(row)}\n`).join(''));
        }),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );

  it(
    'against a base, in both dialects, strictly and not',
    () => {
      const bases = fc.constantFrom(
        ...['http://h.example/a/b?q', 'gopher://h.example/1/a/c', 'news:a.b', 'file:///C:/a'],
        ...['x-a:b/c', 'go:a', 'urn:a:b'],
      );
      const options = fc.record({
        base: fc.oneof(
          bases,
          bases.map((base) => new URL(base)),
        ),
        dialect: fc.constantFrom('current', 'url-1994'),
        lax: fc.boolean(),
      });
      fc.assert(
        fc.property(anyLines, options, (lines, choice) => {
          const rows = ['go:a', ...lines];
          const expected = rows.map((row) => `${lineOf(row, (url) => canonicalize(url, choice))}\n`).join('');
          expect(linesOf(rows.map((row) => `${row}\n`).join(''), choice)).toBe(expected);
        }),
        runs(),
      );
    },
    PROPERTY_TIMEOUT,
  );

  it('for the links of an archive, of which the octet pass reads 19 of 20', () => {
    const corpus = makeCorpus(Math.max(1000, scaled(5000)), 11).map(({ url }) => url);
    expect(linesOf(corpus.join('\n'))).toBe(corpus.map((url) => `${lineOf(url)}\n`).join(''));
    const pass = new OctetPass(new Plans(definitions, unknown, '\n'), '\n');
    const target = new Uint8Array(1024);
    const read = corpus.filter((url) => pass.rewrite(octetsOf(`${url}\n`), 0, target, 0) > 0);
    expect(read.length / corpus.length).toBeGreaterThan(0.95);
  });

  it('for a library with one scheme and without IDNA', () => {
    const library = createWaypost([gopher]);
    const rows = ['Gopher://H:70/1', 'gopher://bücher.example/', 'HTTP://H:80/%7e/../b', 'url:gopher://h/0%61'];
    const output = textOf([
      lineFunctionsOf(library)
        .lineCanonicalizer()
        .push(octetsOf(rows.map((row) => `${row}\n`).join(''))),
    ]);
    expect(output).toBe(rows.map((row) => `${lineOf(row, library.canonicalize)}\n`).join(''));
  });

  test.each([
    ['http://h/a/./b/%2E%2e/c/..', 'http://h/a/'],
    ['http://h/a/.%2E/b', 'http://h/b'],
    ['http://h/..//..', 'http://h/'],
    ['http://h/a/.b/..c/...', 'http://h/a/.b/..c/...'],
    ['ftp://H/a/../b;TYPE=I', 'ftp://h/b;type=i'],
    ['ftp://h/a;b', 'ftp://h/a%3Bb'],
    ['ftp://h/a%00', ''],
    ['http://[2001:DB8::7]:080/', 'http://[2001:db8::7]/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['http://1.2.3.4.:80', 'http://1.2.3.4/'],
    ['http://xn--a/', 'http://xn--a/'],
    ['http://a@b@C/', 'http://a%40b@c/'],
    ['http://U%73er:p%3a@H/', 'http://User:p%3A@h/'],
    ['http://h?a b ', 'http://h/?a%20b'],
    ['http://h/a%2', 'http://h/a%252'],
    ['http://h/é\u{10348}', 'http://h/%C3%A9%F0%90%8D%88'],
    ['http:h\\a', 'http://h/a'],
    ['http://h:65536/', ''],
    ['gopher://h/1', 'gopher://h/'],
    ['gopher://h/%31#f', 'gopher://h/#f'],
    ['gopher://h/7a?b', 'gopher://h/7a%3Fb'],
    ['gopher://h/0a%0a', ''],
    ['news:%3Ca%40B%3e', 'news:a@B'],
    ['nntp://h/g/007', 'nntp://h/g/7'],
    ['nntp://h/g/', 'nntp://h/g'],
    ['mailto:A@B.Example,c%40@D,e', 'mailto:A@b.example,c%40@d,e'],
    ['mailto:a@x?Subject=b', 'mailto:a@x?subject=b'],
    ['file://LocalHost/a|b', 'file:///a%7Cb'],
    ['file:///C|/../a', 'file:///C:/a'],
    ['prospero://h/a%00b', 'prospero://h/a;OBJECT-VERSION=b'],
    ['go://LOCALHOST?a', 'go://?a'],
    ['telnet://U@H:23', 'telnet://U@h/'],
    ['x-long-experiment://A_B/%7e', 'x-long-experiment://a_b/~'],
    ['X://h/a/../b', 'x://h/b'],
    ['x:a/../%61', 'x:a/../a'],
    ['<URL:Http://H>', 'http://h/'],
    ['1x:a', ''],
    [':a', ''],
  ])('%s is %s', (input, canonical) => {
    expect(linesOf(input)).toBe(`${canonical}\n`);
    expect(lineOf(input)).toBe(canonical);
  });
});

describe('lines', () => {
  test.each([
    ['nothing', '', ''],
    ['the last line without an end', 'GO:a', 'go:a\n'],
    ['blank lines', '\n \t\n\u3000\n\r\ngo:a\n\n', '\n\n\n\ngo:a\n\n'],
    ['CR LF, and CR within a line', 'GO:a\r\nhttp://h/\rb\r\n', 'go:a\nhttp://h/b\n'],
    ['a byte order mark, only at the start', '\ufeffGO:a\n\ufeffgo:b\n', 'go:a\n\n'],
    ['a byte order mark and nothing else, as an empty file', '\ufeff', ''],
    ['a byte order mark before a line end', '\ufeff\n', '\n'],
    ['two byte order marks, of which the second is blank', '\ufeff\ufeff', '\n'],
  ])('%s', (_about, input, output) => {
    expect(linesOf(input)).toBe(output);
    expect(linesOf(input, {}, Array(input.length * 3).fill(1))).toBe(output);
  });

  it('ends lines in NUL, which LF does not end then', () => {
    expect(linesOf('GO:a\0http://h/\n\0\0go:b\r', { lineEnd: '\0' })).toBe('go:a\0http://h/\0\0go:b\0');
  });

  it('reads references against a base, and the syntax of 1994', () => {
    expect(linesOf('../b\nHTTP://h\n', { base: 'gopher://h.example/1/a/c' })).toBe(
      'gopher://h.example/1/b\nhttp://h/\n',
    );
    expect(linesOf('gopher://h/7a?b+c\nhttp://h/é', { dialect: 'url-1994' })).toBe(
      'gopher://h/7a%09b%20c\nhttp://h/%E9\n',
    );
  });

  test.each([
    ['bad', 'scheme-missing'],
    ['http://[x/', 'host-ipv6'],
    [new URL('ftp://h.example/%0A'), 'ftp-control'],
  ])('refuses the base %s, as canonicalize does', (base, cause) => {
    const invalid: unknown = expect.objectContaining({
      code: 'base-invalid',
      cause: expect.objectContaining({ code: cause }),
    });
    expect(() => canonicalize('x', { base })).toThrow(invalid);
    expect(() => lineCanonicalizer({ base })).toThrow(invalid);
    expect(() => lineCanonicalizer({ base, dialect: 'url-1994' })).toThrow(invalid);
  });

  it('reads the base once', () => {
    const base = new URL('http://h.example/a/');
    const lines = lineCanonicalizer({ base });
    const first = lines.push(octetsOf('b\n'));
    base.href = 'http://other.example/';
    expect(textOf([first, lines.push(octetsOf('c\n'))])).toBe('http://h.example/a/b\nhttp://h.example/a/c\n');
  });

  it('counts the lines of an input', () => {
    const lines = lineCanonicalizer();
    const counts = ['go:a\nx', '\n\n', 'go:b'].map((text) => [lines.push(octetsOf(text)), lines.lines][1]);
    lines.end();
    expect([...counts, lines.lines]).toEqual([1, 3, 3, 4]);
    lines.push(octetsOf('go:c\n'));
    expect(lines.lines).toBe(1);
  });

  it('begins a new input after the end', () => {
    const lines = lineCanonicalizer();
    expect(textOf([lines.push(octetsOf('go:a')), lines.end(), lines.push(octetsOf('\ufeffgo:b')), lines.end()])).toBe(
      'go:a\ngo:b\n',
    );
  });

  test.each(['\xef', '\xef\xbb', '\xef\xbb\xbe', '\xefgo:a', '\xef\xbb\xef\xbb\xbf'])(
    'keeps %j, which is not a byte order mark',
    (start) => {
      const input = latin1(start);
      expect(linesOf(input, { keep: true })).toBe(`${start}\n`);
      expect(linesOf(input, { keep: true }, Array(start.length).fill(1))).toBe(`${start}\n`);
    },
  );

  it('counts no line in an input that is only a byte order mark', () => {
    const lines = lineCanonicalizer();
    lines.push(octetsOf('\ufeff'));
    lines.end();
    expect(lines.lines).toBe(0);
  });

  it('returns octets of its own', () => {
    const lines = lineCanonicalizer();
    const octets = octetsOf('go:a\n');
    const first = lines.push(octets);
    octets.fill(0x78);
    lines.push(octetsOf('go:b\n'));
    expect(textOf([first])).toBe('go:a\n');
  });

  test.each([
    [{ lineEnd: '\r' }, TypeError],
    [{ lineEnd: '\r', base: 'relative' }, TypeError],
    [{ dialect: 'url-1995' }, TypeError],
    [{ base: 'relative' }, UrlError],
  ])('refuses the options %j', (options, error) => {
    expect(() => lineCanonicalizer(options as LineOptions)).toThrow(error);
  });

  it.each([
    ['a text', 'go:a\n'],
    ['nothing', undefined],
    ['an array', [0x67, 0x0a]],
    ['a buffer', new ArrayBuffer(1)],
    ['a view of other numbers', new Uint16Array(1)],
    ['a view without numbers', new DataView(new ArrayBuffer(1))],
    ['an object that says it is octets', { [Symbol.toStringTag]: 'Uint8Array' }],
    ['other numbers of another realm', runInNewContext('new Int8Array(1)')],
  ])('refuses %s', (_about, piece) => {
    expect(() => lineCanonicalizer().push(piece as unknown as Uint8Array)).toThrow(
      new TypeError('The lines must be octets, in a Uint8Array.'),
    );
  });

  it.each([
    ['Uint8Array', 'Uint8Array.from(octets)'],
    ['subclass', 'new (class Buffer extends Uint8Array {})(octets)'],
    ['part of a buffer', 'Uint8Array.of(0x78, 0x78, ...octets).subarray(2)'],
  ])('takes octets of another realm: a %s', (_about, expression) => {
    const own = octetsOf('GO:a\nGO:é\n');
    const octets = runInNewContext(expression, { octets: [...own] }) as Uint8Array;
    for (const options of [{}, { keep: true }, { base: 'http://h.example/' }]) {
      expect(textOf([lineCanonicalizer(options).push(octets)])).toBe(textOf([lineCanonicalizer(options).push(own)]));
    }
  });
});

describe('lines that are not URLs', () => {
  const BAD = 'GO:a\r\nnot a URL\r\n \t\r\nhttp://h/\xe9\nftp://h/%0A';

  it('become empty and are reported with their numbers and octets', () => {
    const errors: unknown[] = [];
    const output = linesOf(latin1(BAD), {
      onError: ({ code, index }, line, octets) => void errors.push([code, index, line, textOf([octets])]),
    });
    expect(output).toBe('go:a\n\n\n\n\n');
    expect(errors).toEqual([
      ['scheme-missing', 0, 2, 'not a URL'],
      ['line-not-utf-8', 9, 4, 'http://h/\xe9'],
      ['ftp-control', 8, 5, 'ftp://h/%0A'],
    ]);
  });

  it.each([
    ['', [0xff], 0],
    ['http://h/é😀', [0xe9], 12],
    ['\ufffd\ufffd', [0xef, 0xbf], 2],
    ['\x7f\ufffd', [0xff], 2],
    ['\x80\ufffd', [0xff], 2],
    ['\u07ff\ufffd', [0xff], 2],
    ['\u0800\ufffd', [0xff], 2],
    // Longer than needed, a surrogate, and beyond U+10FFFF (RFC 3629 §3).
    ['http://h/', [0xe0, 0x9f, 0xbf], 9],
    ['http://h/', [0xed, 0xa0, 0x80], 9],
    ['http://h/', [0xf0, 0x8f, 0xbf, 0xbf], 9],
    ['http://h/', [0xf4, 0x90, 0x80, 0x80], 9],
  ])('%j and octets that are not UTF-8: the error is at those, not at a U+FFFD before', (before, octets, at) => {
    const found: number[] = [];
    linesOf(Uint8Array.of(...octetsOf(before), ...octets), { onError: ({ index }) => void found.push(index) });
    expect(found).toEqual([at]);
  });

  it('stay as they came with `keep`, blank ones too', () => {
    expect(linesOf(latin1(BAD), { keep: true })).toBe('go:a\nnot a URL\n \t\nhttp://h/\xe9\nftp://h/%0A\n');
  });

  it('may be drives of Windows paths, which have a callback of their own', () => {
    const found: number[] = [];
    expect(linesOf('C:\\a\nGO:a\n<d:b>\nxy:c', { onDriveLetter: (line) => void found.push(line) })).toBe(
      'c:%5Ca\ngo:a\nd:b\nxy:c\n',
    );
    expect(found).toEqual([1, 3]);
  });

  it('throw what `onError` throws', () => {
    const stop = new Error('stop');
    expect(() =>
      linesOf('x', {
        onError: () => {
          throw stop;
        },
      }),
    ).toThrow(stop);
  });
});

describe('long lines', () => {
  const longest = `http://h/${'a'.repeat(65_536 - 'http://h/'.length)}`;
  const cuts = [1, 10_000, 100_000, 70_000, 8192, 300_000];

  test.each([
    ['as long as a URL may be', longest, longest, []],
    ['that grow beyond it', `http://h/${'é'.repeat(20_000)}`, '', ['too-long 1 40009']],
    ['that are longer', `${longest}a`, '', ['too-long 1 65537']],
    ['with many octets for each character', `http://h/${'\u{10348}'.repeat(32_000)}`, '', ['too-long 1 128009']],
    ['that do not fit into memory', `http://h/${'a'.repeat(600_000)}`, '', ['too-long 1 262144']],
  ])('%s', (_about, line, canonical, errors) => {
    for (const cut of [[], cuts]) {
      for (const lineEnd of ['\n', '\r\n']) {
        const found: string[] = [];
        const onError: LineOptions['onError'] = ({ code }, number, { length }) =>
          void found.push(`${code} ${number} ${length <= 262_144 && length > 200_000 ? 262_144 : length}`);
        expect(linesOf(`${line}${lineEnd}GO:b${lineEnd}`, { onError }, cut)).toBe(`${canonical}\ngo:b\n`);
        expect(found).toEqual(errors);
        const kept = canonical === '' ? Buffer.from(line).toString('latin1') : canonical;
        expect(linesOf(`${line}${lineEnd}GO:b`, { keep: true }, cut) === `${kept}\ngo:b\n`).toBe(true);
        expect(linesOf(`GO:b${lineEnd}${line}`, { keep: true }, cut) === `go:b\n${kept}\n`).toBe(true);
      }
    }
  });

  it('keep a CR that is not part of the line end', () => {
    const line = `${'a'.repeat(300_000)}\rb`;
    expect(linesOf(`${line}\r\n`, { keep: true }, [300_001, 1, 1]) === `${line}\n`).toBe(true);
  });
});

/** All that can be observed of an input in pieces that end at these offsets. */
function observed(input: Uint8Array, ends: readonly number[], options: LineOptions) {
  const reports: unknown[] = [];
  const lines = lineCanonicalizer({
    ...options,
    onError: ({ code, index, input: text }, line, octets) =>
      void reports.push([code, index, text, line, textOf([octets])]),
    onDriveLetter: (line) => void reports.push(line),
  });
  const pieces = ends.map((end, piece) => lines.push(input.slice(ends[piece - 1] ?? 0, end)));
  pieces.push(lines.push(input.slice(ends.at(-1) ?? 0)), lines.end());
  return { output: textOf(pieces), lines: lines.lines, reports };
}

describe('where pieces end', () => {
  const choices: readonly LineOptions[] = [
    {},
    { keep: true },
    { keep: true, lineEnd: '\0' },
    { keep: true, base: 'http://h.example/a/b' },
    { dialect: 'url-1994' },
  ];
  const count = (to: number): number[] => Array.from({ length: to }, (_, index) => index);

  it(
    'makes no difference in short inputs: two pieces with every boundary, and pieces of one octet',
    () => {
      const octets = fc.constantFrom(
        ...['\xef\xbb\xbf', '\xef', '\xef\xbb', '\xbf', '\xff', '\xc3\xa9', '\r\n', '\r', '\n', '\0', ' ', '\t'],
        ...['GO:a', 'C:x', 'http://h/\xc3', '%7e', '../b', 'HTTP://H:80'],
      );
      const mark = fc.constantFrom('', '\xef\xbb\xbf', '\xef\xbb');
      fc.assert(
        fc.property(mark, fc.array(octets, { maxLength: 8 }), (start, parts) => {
          const input = latin1(start + parts.join(''));
          for (const options of choices) {
            const whole = observed(input, [], options);
            for (const end of count(input.length)) expect(observed(input, [end], options)).toEqual(whole);
            expect(observed(input, count(input.length), options)).toEqual(whole);
          }
        }),
        runs(0.2),
      );
    },
    PROPERTY_TIMEOUT,
  );

  const LONGEST_KEPT = 262_144;
  const MARK = '\xef\xbb\xbf';
  /** What stands before and after a line of this length: two of four by default. */
  const EDGES: readonly (readonly [start: string, end: string])[] = (
    [
      ['', '\r\nGO:b'],
      [MARK, '\n'],
      ['', '\r'],
      [MARK, ''],
    ] as const
  ).slice(0, Math.max(2, scaled(4)));

  describe.each([
    ['blanks', ' '],
    ['octets that are not UTF-8', '\xff'],
    ['CR', '\r'],
  ])('makes no difference in lines of %s', (_about, filler) => {
    test.each([0, 1])('with %i octets more than are kept of an unfinished line', (more) => {
      const line = filler.repeat(LONGEST_KEPT + more);
      for (const [start, end] of EDGES) {
        const input = latin1(start + line + end);
        const near = count(input.length).slice(LONGEST_KEPT - 1);
        for (const lineEnd of sampled(['\n', '\0'] as const)) {
          const whole = observed(input, [], { keep: true, lineEnd });
          for (const ends of [[1, 2, ...near], ...near.map((at) => [at])]) {
            // Strings of this length are compared, but not shown.
            const isSame = isDeepStrictEqual(observed(input, ends, { keep: true, lineEnd }), whole);
            expect(isSame, `pieces that end at ${ends}`).toBe(true);
          }
        }
      }
    });
  });

  test('a mark before a line that is too long is dropped', () => {
    const input = latin1(`${MARK}${'a'.repeat(400_000)}\r\n`);
    for (const size of [1, 2, 3, 65_536, 1_048_576]) {
      const ends = count(Math.floor(400_000 / size)).map((index) => (index + 1) * size);
      expect(observed(input, size < 4 ? ends.slice(0, 4) : ends, { keep: true }).output.length).toBe(400_001);
    }
  });

  test.each([
    ['blanks are a blank line', ' ', []],
    ['octets that are not UTF-8 are reported as that', '\xff', ['line-not-utf-8']],
  ])('before CR LF, 262,144 %s', (_about, filler, codes) => {
    const input = latin1(`${filler.repeat(LONGEST_KEPT)}\r\n`);
    for (const ends of [[], [LONGEST_KEPT + 1], count(4).map((index) => LONGEST_KEPT - 1 + index)]) {
      const { output, reports } = observed(input, ends, {});
      expect([output, reports.map((report) => (Array.isArray(report) ? report[0] : report))]).toEqual(['\n', codes]);
    }
  });
});

describe('streams', () => {
  const pieces = ['GO:a\nHt', 'tp://H', '\n', '\n<go:c>'].map(octetsOf);
  const output = 'go:a\nhttp://h/\n\ngo:c\n';

  const streamOf = (octets: readonly Uint8Array[]): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start(controller) {
        for (const piece of octets) controller.enqueue(piece);
        controller.close();
      },
    });

  async function collect(source: AsyncIterable<Uint8Array>): Promise<string> {
    const collected: Uint8Array[] = [];
    for await (const piece of source) collected.push(piece);
    return textOf(collected);
  }

  /** As browsers have them that cannot iterate over streams. */
  const withoutIterator = (stream: ReadableStream<Uint8Array>, cancel = (): void => undefined) =>
    ({
      getReader: () => {
        const reader = stream.getReader();
        return {
          read: () => reader.read(),
          releaseLock: () => reader.releaseLock(),
          cancel: async () => {
            cancel();
            await reader.cancel();
          },
        };
      },
    }) as unknown as ReadableStream<Uint8Array>;

  it('come from arrays, streams and generators', async () => {
    expect(await collect(canonicalizeLines(pieces))).toBe(output);
    expect(await collect(canonicalizeLines(streamOf(pieces)))).toBe(output);
    expect(await collect(canonicalizeLines(withoutIterator(streamOf(pieces))))).toBe(output);
  });

  it('are read no further than needed', async () => {
    let cancelled = false;
    const source = withoutIterator(streamOf(pieces), () => {
      cancelled = true;
    });
    for await (const piece of canonicalizeLines(source)) {
      expect(textOf([piece])).toBe('go:a\n');
      break;
    }
    expect(cancelled).toBe(true);
  });

  it('are released if the source fails, which is not cancelled then', async () => {
    const failure = new Error('The source failed.');
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(failure);
      },
    });
    const source = withoutIterator(stream, () => {
      cancelled = true;
    });
    await expect(collect(canonicalizeLines(source))).rejects.toBe(failure);
    expect(stream.locked).toBe(false);
    expect(cancelled).toBe(false);
  });

  it('are released if they cannot be cancelled', async () => {
    const failure = new Error('The source cannot be cancelled.');
    const stream = streamOf(pieces);
    const source = withoutIterator(stream, () => {
      throw failure;
    });
    const lines = canonicalizeLines(source);
    await lines.next();
    await expect(lines.return()).rejects.toBe(failure);
    expect(stream.locked).toBe(false);
  });

  it.each([
    ['undefined', undefined],
    ['a text', 'go:a'],
  ])('are refused and released if a piece is %s, with and without an iterator', async (_about, piece) => {
    for (const adapt of [withoutIterator, (stream: ReadableStream<Uint8Array>) => stream]) {
      const stream = streamOf([octetsOf('go:a\n'), piece as unknown as Uint8Array]);
      await expect(collect(canonicalizeLines(adapt(stream)))).rejects.toThrow(
        new TypeError('The lines must be octets, in a Uint8Array.'),
      );
      expect(stream.locked).toBe(false);
    }
  });

  it('end where the reader says so, whatever it has as the last value', async () => {
    const reads = [
      { done: false, value: octetsOf('go:a\n') },
      { done: true, value: octetsOf('go:b\n') },
    ];
    const source = {
      getReader: () => ({
        read: async () => reads.shift() ?? { done: true },
        cancel: async () => undefined,
        releaseLock: () => undefined,
      }),
    };
    expect(await collect(canonicalizeLines(source))).toBe('go:a\n');
  });

  it('go through a stream of the web', async () => {
    expect(await collect(streamOf(pieces).pipeThrough(canonicalizeLinesStream()))).toBe(output);
  });

  it.each([
    ['a last line without an end', ['go:a', '', '\nGO:', 'b'], ['go:a\n', 'go:b\n']],
    ['a last line with an end', ['go:a\n'], ['go:a\n']],
  ])('have no empty pieces: %s', async (_about, input, wanted) => {
    for (const make of [canonicalizeLines, (source: ReadableStream) => source.pipeThrough(canonicalizeLinesStream())]) {
      const found: string[] = [];
      for await (const piece of make(streamOf(input.map(octetsOf)))) found.push(textOf([piece]));
      expect(found).toEqual(wanted);
    }
  });
});
