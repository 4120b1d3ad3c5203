/** `docs/conformance.md`: how this library and others read the rows of suites that everybody has. */
import { UNICODE_VERSION } from '../../src/idna/tables.ts';
import { reasonFor, type Suite } from './carried.ts';
import { type Library, libraries, type Outcome, outcomeOf, waypost } from './libraries.ts';
import type { Row } from './rows.ts';

/** How many rows of each suite each library reads right. */
export interface Comparison {
  readonly suite: Suite;
  /** In the order of the libraries. */
  readonly passed: readonly number[];
}

export function compared(suite: Suite): Comparison {
  const passed = libraries.map((library) => suite.rows.filter((row) => outcomeOf(library, row).pass).length);
  return { suite, passed };
}

/** The rows of a suite that we read otherwise, by the reason. */
function differencesIn({ rows }: Suite): ReadonlyMap<string, readonly (readonly [Row, Outcome])[]> {
  const found = new Map<string, (readonly [Row, Outcome])[]>();
  for (const row of rows) {
    const outcome = outcomeOf(waypost, row);
    if (outcome.pass) continue;
    const reason = reasonFor(row, outcome);
    if (reason === null) throw new Error(`There is no reason for ${JSON.stringify(row)}, which gives ${outcome.got}.`);
    found.set(reason, [...(found.get(reason) ?? []), [row, outcome]]);
  }
  return found;
}

/**
 * The text of the document.
 *
 * @throws Error if we read a row otherwise without a reason
 */
export function conformanceDocument(suites: readonly Suite[]): string {
  const lines = [
    '# Conformance',
    '',
    'How this library and others do in the same test suites. `npm run conformance` writes this page; a test says if it',
    'is out of date. Every library gets the same rows:',
    '',
    '- `resolve`: a reference and a base. The target must be the expected one.',
    '- `normalize`: a URL. The result must be the expected one, or an error where the row expects one.',
    '- `equal`: two URLs, which are the same or not. A library without such a function compares normal forms.',
    '',
    'A result is right if it is the expected text or the library’s own normal form of it, because libraries disagree on',
    'normal forms. A URL that a library refuses is not equal to another. In Waypost, two URNs are equal if their names are:',
    'r-, q- and f-components do not count (RFC 8141 §3.1), although the canonical form keeps them.',
    '',
    `Versions: ${libraries
      .filter(({ version }) => version !== '')
      .map(versionOf)
      .join(', ')}.`,
    '',
    ...tableOf(suites.map(compared)),
    '',
    'The first suite is in [RFC 3986](https://www.rfc-editor.org/rfc/rfc3986#section-5.4). The second has the examples of',
    'the specifications that this library follows. The third runs the tests that the npm package of fast-uri carries, and',
    'takes what they expect of `normalize`, `resolve` and `equal`. The fourth has twenty URLs of each scheme, made from',
    'their meaning and written in two ways, and pairs of different ones.',
    '',
    '## Where Waypost differs',
    '',
    'Each row that Waypost reads otherwise, by its reason:',
    '',
    ...suites.flatMap(differenceLines),
    '## Unicode in hosts',
    '',
    `Hosts are judged by UTS 46 with the data of Unicode ${UNICODE_VERSION}, as the URL parsers of Node 22 and 24, workerd and`,
    'Chromium have it. A character of a later version is the error `host-idna`. The reference implementation, whatwg-url, takes',
    'the 13,007 characters that came with Unicode 18 once it brings tr46 7.0.0: Waypost and browsers then refuse hosts that it',
    'takes. The version above brings the tr46 of our version, so that the table compares one Unicode. When platforms move, a test',
    'fails and the tables follow; the forms of today stay as they are, because no other character changed.',
    '',
    '## Other suites',
    '',
    'With `SUITES` set to a folder of other projects’ test rows, the command also prints how each library reads those, and',
    'what recorded conversations of real servers and clients show. They belong to their projects, so they are neither here',
    'nor in the repository. Property tests with generators for each scheme check that the canonical form is idempotent, is',
    'valid under RFC 3986 Appendix A, keeps host, port and request, and agrees with the platform’s `URL` on the host and the',
    'port of every http link.',
  ];
  return `${lines.join('\n')}\n`;
}

function versionOf({ name, version }: Library): string {
  return `${name} ${version}`;
}

/** A table with a row for each suite. */
export function tableOf(comparisons: readonly Comparison[]): readonly string[] {
  const cells = (...texts: readonly (string | number)[]): string => `| ${texts.join(' | ')} |`;
  return [
    cells('suite', 'version', 'rows', ...libraries.map(({ name }) => name)),
    cells('---', '---', '--:', ...libraries.map(() => '--:')),
    ...comparisons.map(({ suite: { name, version, rows }, passed }) =>
      cells(name, version, rows.length, ...passed.map((count) => (count === rows.length ? `**${count}**` : count))),
    ),
  ];
}

function differenceLines(suite: Suite): readonly string[] {
  const found = [...differencesIn(suite)];
  if (found.length === 0) return [];
  return [
    `### ${suite.name}`,
    '',
    ...found.flatMap(([reason, rows]) => [
      `**${reason}** ${rows.length === 1 ? 'One row' : `${rows.length} rows`}:`,
      '',
      ...rows.map(([row, outcome]) => `- ${described(row)}: ${wanted(row)}, here ${resultOf(outcome)}`),
      '',
    ]),
  ];
}

function described({ op, input, base, other }: Row): string {
  if (op === 'equal') return `${codeOf(input)} and ${codeOf(other ?? '')}`;
  return base === undefined ? codeOf(input) : `${codeOf(input)} on ${codeOf(base)}`;
}

function wanted({ op, expect }: Row): string {
  if (op === 'equal') return expect === true ? 'equal' : 'not equal';
  return expect === null ? 'an error' : codeOf(String(expect));
}

function resultOf({ got, codes: [error] }: Outcome): string {
  if (error !== undefined) return `the error \`${error}\``;
  return got === 'true' || got === 'false' ? (got === 'true' ? 'equal' : 'not equal') : codeOf(got);
}

/** A text in backquotes, with named controls. */
function codeOf(text: string): string {
  if (text === '') return 'an empty text';
  return `\`${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('`', "'")}\``;
}
