/**
 * Wrong arguments besides URLs: a `TypeError` that names the argument and what is allowed, from every exported function
 * and from its safe form. A function without a row fails.
 */
import { describe, expect, it, test } from 'vitest';
import * as canonical from '../../src/canonical.ts';
import * as index from '../../src/index.ts';
import * as surt from '../../src/surt.ts';
import * as html from '../../src/text/html.ts';
import * as text from '../../src/text/index.ts';
import * as markdown from '../../src/text/markdown.ts';
import * as mediawiki from '../../src/text/mediawiki.ts';
import * as tables from '../../src/text/tables.ts';
import { checkArgument, checkMembers } from '../../src/uri/arguments.ts';

/** The function of a row, whose types do not matter here. */
type Loose = (...parameters: readonly unknown[]) => unknown;

/** Arguments, and what the error must say. */
type Call = readonly [parameters: readonly unknown[], message: string];

const U = 'http://h.example/';
const OCTETS = [new TextEncoder().encode(`${U}\n`)];

/** Options that are wrong whatever they are options of. `before` = the arguments before them. */
const wrongOptions = (names: string, ...before: readonly unknown[]): readonly Call[] => [
  ...[null, 'url-1994', 0, true, () => ({}), Symbol('options'), 1n].map(
    (options): Call => [[...before, options], 'The options must be an object.'],
  ),
  [[...before, { laxx: true }], `The option laxx must be one of ${names}.`],
  [[...before, ['url-1994']], `The option 0 must be one of ${names}.`],
  [[...before, { toString: 1 }], `The option toString must be one of ${names}.`],
];

const READING = 'base, dialect, lax';

/** Wrong options of functions that read URLs. */
const wrongReading = (names: string, ...before: readonly unknown[]): readonly Call[] => [
  ...wrongOptions(names, ...before),
  [[...before, { dialect: '2001' }], 'The option dialect must be current or url-1994.'],
  [[...before, { dialect: null }], 'The option dialect must be current or url-1994.'],
  [[...before, { dialect: 'toString' }], 'The option dialect must be current or url-1994.'],
  [[...before, { lax: 'yes' }], 'The option lax must be true or false.'],
  [[...before, { lax: 1, base: 'not a URL' }], 'The option lax must be true or false.'],
  // The program is wrong, whatever the URL is.
  [[...before.map(() => 'not a URL'), { lax: null }], 'The option lax must be true or false.'],
];

const LINE = `${READING}, lineEnd, keep, onError, onDriveLetter`;
const wrongLines = (...before: readonly unknown[]): readonly Call[] => [
  ...wrongReading(LINE, ...before),
  [[...before, { lineEnd: '\r' }], 'The option lineEnd must be "\\n" or "\\0".'],
  [[...before, { keep: 'x' }], 'The option keep must be true or false.'],
  [[...before, { onError: {} }], 'The option onError must be a function.'],
  [[...before, { onDriveLetter: null }], 'The option onDriveLetter must be a function.'],
];

const wrongSource: readonly Call[] = [undefined, null, U, 0, {}, () => OCTETS].map((source) => [
  [source],
  'The source must be a stream of octets, or an object with pieces of octets to iterate over.',
]);

const wrongLibrary: readonly Call[] = [undefined, null, {}, 'x', () => U].map((library) => [
  [library],
  'The library must be what createWaypost returns.',
]);

const wrongResolution: readonly Call[] = [undefined, null, {}, U, { scheme: 'http' }].map((resolution) => [
  [resolution],
  'The resolution must be what explain returns.',
]);

const wrongString = (name: string, ...after: readonly unknown[]): readonly Call[] =>
  [undefined, null, 0, {}, ['x'], Symbol('x')].map((value) => [[value, ...after], `The ${name} must be a string.`]);

const wrongParts: readonly Call[] = [
  ...[undefined, null, 'host', 7].map((parts): Call => [[U, parts], 'The parts must be an object.']),
  [[U, { hots: 'x' }], 'The part hots must be one of scheme, user, password, host, port, path, query, fragment.'],
  [[U, { host: 7 }], 'The part host must be a string or null.'],
  [[U, { port: '80' }], 'The part port must be a number or null.'],
  [[U, { path: null }], 'The part path must be a string.'],
  [[U, { scheme: null }], 'The part scheme must be a string.'],
];

const wrongFormats: readonly Call[] = [null, 'rtf', 'toString', 0].map((format) => [
  ['', format],
  'The format must be one of text, info, csv, tsv, markdown, mediawiki, html, rst, asciidoc, org, latex, bibtex, texinfo, ' +
    'roff, xml, json, po.',
]);

const wrongTable = (...after: readonly unknown[]): readonly Call[] => [
  ...wrongString('text', ...after),
  [['a', ...after.slice(0, -1), '|'], 'The separator must be a comma, a semicolon or a tab.'],
];

const NAMES = surt.SURT_RULES.map(({ name }) => name).join(', ');

/** Why a function has no wrong arguments. */
const URLS_ALONE = 'It takes URLs alone.';
const NO_CALL = 'Programs do not call it.';

/** The wrong calls of each exported function, by the door; a text says why there are none. */
const doors: Readonly<
  Record<string, readonly [door: object, rows: Readonly<Record<string, string | readonly Call[]>>]>
> = {
  waypost: [
    index,
    {
      anatomyOf: URLS_ALONE,
      canonicalize: wrongReading(READING, U),
      canonicalizeLines: [...wrongSource, ...wrongLines(OCTETS)],
      canonicalizeLinesStream: wrongLines(),
      compare: wrongReading(READING, U, U),
      compareOf: wrongLibrary,
      createWaypost: [
        ...[undefined, null, 'http', {}, ['http'], [null]].map(
          (definitions): Call => [[definitions], 'The definitions must be a list of definitions of schemes.'],
        ),
        ...wrongOptions('idna, octets', []),
        [[[], { idna: true }], 'The option idna must be an object.'],
        [[[], { octets: {} }], 'The option octets must be a function.'],
      ],
      equivalent: wrongReading(READING, U, U),
      fileUrl: [
        [[1, { system: 'unix' }], 'The path must be a string.'],
        [['/a'], 'The options must be an object.'],
        [['/a', { system: 'mac' }], 'The option system must be one of windows, vms, unix.'],
        [['/a', {}], 'The option system must be one of windows, vms, unix.'],
        [['/a', { system: 'unix', host: 1 }], 'The option host must be a string.'],
        [['/a', { system: 'unix', hosts: 'h' }], 'The option hosts must be one of system, host.'],
      ],
      explain: [
        ...wrongReading(`${READING}, complete`, U),
        [[U, { complete: 'yes' }], 'The option complete must be true or false.'],
      ],
      explainBehindGateway: [
        ...wrongReading(`${READING}, wayposts, complete`, U),
        [[U, { wayposts: 'https://w.example' }], 'The option wayposts must be a list of strings.'],
        [[U, { complete: 0 }], 'The option complete must be true or false.'],
      ],
      explainOf: wrongLibrary,
      lineCanonicalizer: wrongLines(),
      lineFunctionsOf: wrongLibrary,
      linkBehindGateway: [
        ...wrongReading(`${READING}, wayposts`, U),
        [[U, { wayposts: [7] }], 'The option wayposts must be a list of strings.'],
        [[U, { complete: true }], `The option complete must be one of ${READING}, wayposts.`],
      ],
      meetingRung: URLS_ALONE,
      normalizeReference: URLS_ALONE,
      octetForms: [
        [[null, {}], 'The definitions must be a list of definitions of schemes.'],
        [[[], null], 'The definitions must be a list of definitions of schemes.'],
      ],
      parse: wrongReading(READING, U),
      relativize: [
        ...wrongOptions('dialect', U, U),
        [[U, U, { lax: true }], 'The option lax must be one of dialect.'],
        [[U, U, { dialect: 1994 }], 'The option dialect must be current or url-1994.'],
      ],
      relativizeOf: wrongLibrary,
      replaceParts: wrongParts,
      replacePartsOf: wrongLibrary,
      resolve: wrongReading(READING, U, U),
      resolver: wrongReading(READING, U),
      safeCanonicalize: wrongReading(READING, U),
      safeCompare: wrongReading(READING, U, U),
      safeEquivalent: wrongReading(READING, U, U),
      safeExplain: wrongReading(`${READING}, complete`, U),
      safeParse: wrongReading(READING, U),
      safeRelativize: wrongOptions('dialect', U, U),
      safeReplaceParts: wrongParts,
      safeResolve: wrongReading(READING, U, U),
      safeResolver: wrongReading(READING, U),
      safely: [undefined, null, U, {}].map((call) => [[call], 'The call must be a function.']),
      schemeTitle: wrongString('scheme'),
      sentenceOf: wrongResolution,
      UrlError: NO_CALL,
      wireOctetsOf: wrongResolution,
    },
  ],
  'waypost/canonical': [
    canonical,
    {
      canonicalize: wrongReading(READING, U),
      canonicalizeLines: [...wrongSource, ...wrongLines(OCTETS)],
      equivalent: wrongReading(READING, U, U),
      resolve: wrongReading(READING, U, U),
      safeCanonicalize: wrongReading(READING, U),
      safeEquivalent: wrongReading(READING, U, U),
      safeResolve: wrongReading(READING, U, U),
      UrlError: NO_CALL,
    },
  ],
  'waypost/surt': [
    surt,
    {
      surtOf: [
        ...wrongOptions('profile, without, withScheme', U),
        [[U, { profile: 'pywb' }], 'The option profile must be one of ia, webarchive-commons, warcio.js.'],
        [[U, { withScheme: 'no' }], 'The option withScheme must be true or false.'],
        [[U, { without: 'www' }], `The option without must be a list of some of ${NAMES}.`],
        [[U, { without: ['port'] }], `The option without must be a list of some of ${NAMES}.`],
      ],
    },
  ],
  'waypost/text': [
    text,
    {
      formatOfFile: wrongString('name'),
      formatOfText: wrongString('text'),
      linksIn: [...wrongString('text'), ...wrongFormats],
      linksInPlainText: wrongString('text'),
      linksInStream: [
        ...[undefined, null, 0, {}].map(
          (chunks): Call => [[chunks, 'text'], 'The chunks must be texts to iterate over: an array or a stream.'],
        ),
        [[['a'], 'html'], 'The format must be text, csv or tsv.'],
        [[['a']], 'The format must be text, csv or tsv.'],
        [[[7], 'text'], 'The chunk must be a string.'],
      ],
      readerOf: wrongFormats.map(([[, format], message]) => [[format], message]),
    },
  ],
  'waypost/text/html': [html, { decodeAttribute: wrongString('value'), linksInHtml: wrongString('text') }],
  'waypost/text/markdown': [markdown, { linksInMarkdown: wrongString('text') }],
  'waypost/text/mediawiki': [mediawiki, { linksInMediaWiki: wrongString('text') }],
  'waypost/text/tables': [
    tables,
    {
      linkOfCell: [
        ...wrongString('text', [0, 1], false, ','),
        [['a', null, false, ','], 'The range must be a pair of offsets.'],
      ],
      linksInCsv: wrongString('text'),
      linksInTable: [...wrongTable('csv', ','), [['a', 'xls', ','], 'The format must be csv or tsv.']],
      linksInTsv: wrongString('text'),
      recordStart: wrongTable(','),
      recordsOf: wrongTable(','),
      separatorOf: wrongString('text'),
      textOfCell: [
        ...wrongString('text', { range: [0, 1], isQuoted: false }),
        [['a', null], 'The cell must be a cell of recordsOf.'],
      ],
    },
  ],
};

/** Calls a function; of a generator, the first step. Stops if that is an error. */
async function called(door: object, name: string, parameters: readonly unknown[]): Promise<unknown> {
  const call = Reflect.get(door, name) as Loose;
  const result = await call(...parameters);
  if (typeof result === 'object' && result !== null && 'next' in result) return (result as Iterator<unknown>).next();
  return result;
}

describe.each(Object.entries(doors))('%s', (_, [door, rows]) => {
  it('has a row for every function', () => {
    const functions = Object.entries(door).filter(([, value]) => typeof value === 'function');
    expect(Object.keys(rows).sort()).toEqual(functions.map(([name]) => name).sort());
  });

  const calls = Object.entries(rows).flatMap(([name, row]) => (typeof row === 'string' ? [] : [[name, row] as const]));
  it.each(calls)('%s names a wrong argument, and what is allowed', async (name, row) => {
    for (const [parameters, message] of row) {
      await expect(called(door, name, parameters), message).rejects.toThrow(new TypeError(message));
    }
  });
});

test('a URL that is not a string stays a UrlError', () => {
  expect(() => (index.anatomyOf as Loose)({})).toThrow(expect.objectContaining({ code: 'not-a-string' }));
  for (const url of [null, 7, {}, Symbol('url')]) {
    expect(() => (index.canonicalize as Loose)(url, { lax: true })).toThrow(index.UrlError);
    expect(() => (index.canonicalize as Loose)('x', { base: url })).toThrow(
      expect.objectContaining({ code: 'base-invalid' }),
    );
    expect(() => (canonical.canonicalize as Loose)('x', { base: url })).toThrow(canonical.UrlError);
  }
});

test('absent options and options without a value change nothing', () => {
  const nothing = { base: undefined, dialect: undefined, lax: undefined };
  const created = Object.create({ lax: 'inherited' }) as object;
  for (const options of [undefined, {}, nothing, Object.create(null), created]) {
    expect((index.canonicalize as Loose)('HTTP://H', options)).toBe('http://h/');
    expect((canonical.resolve as Loose)('a', 'HTTP://H', options)).toBe('http://h/a');
  }
  expect(index.replaceParts(U, { port: undefined, host: undefined })).toBe(U);
  expect(index.explain(U, { complete: undefined }).canonical).toBe(U);
  expect((index.lineCanonicalizer as Loose)({ lineEnd: undefined, onError: undefined })).toHaveProperty('lines', 0);
});

describe('what an argument may be', () => {
  test.each([
    ['a string', ['a string'], 'x', true],
    ['a string or null', ['a string or null', null], null, true],
    ['a string or null', ['a string or null', null], undefined, false],
    ['an object', ['an object'], {}, true],
    ['an object', ['an object'], null, false],
    ['a number', ['a number'], '7', false],
    ['a or b', ['a or b', 'a', 'b'], 'b', true],
    ['a or b', ['a or b', 'a', 'b'], 'a or b', false],
  ] as const)('%s: %j, %j', (what, allowed, value, isRight) => {
    const check = () => checkArgument('x', value, allowed);
    if (isRight) expect(check).not.toThrow();
    else expect(check).toThrow(new TypeError(`The x must be ${what}.`));
  });

  test('members are checked by their names', () => {
    const allowed = { a: ['a number'], b: null } as const;
    expect(() => checkMembers({ a: 1, b: {} }, allowed, 'part')).not.toThrow();
    expect(() => checkMembers({ c: undefined }, allowed, 'part')).toThrow('The part c must be one of a, b.');
  });
});
