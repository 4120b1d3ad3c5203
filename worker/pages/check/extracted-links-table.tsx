/** The URLs of a whole text or a sheet as a table, and the controls that only a script adds. */
import type { ComponentChildren, VNode } from 'preact';
import {
  anatomyOf,
  type Canonical,
  type Comparison,
  equivalent,
  meetingRung,
  type PartName,
  type Specification,
  schemes,
} from '../../../src/index.ts';
import type { TextFormat } from '../../../src/text/link.ts';
import { counted, grouped } from '../parts/counted.ts';
import { Details } from '../parts/details.tsx';
import { breakable } from '../parts/shown-text.tsx';
import { Clause } from '../parts/specification.tsx';
import type { ExtractedLink, Tally } from './extracted-links.ts';
import { LinkRows } from './links-rows.tsx';

interface TableProps {
  readonly tally: Tally;
  readonly rows: readonly ExtractedLink[];
  /** What the text is counted in. */
  readonly noun?: 'line' | 'row';
  /** What stands above the table. */
  readonly controls?: ComponentChildren;
  /** The table of the rows, if it has other columns than that of a text. */
  readonly table?: ComponentChildren;
  /** What stands below the table. */
  readonly pager?: ComponentChildren;
}

/** The links of a text, as the server writes them; its script adds the rest. */
export function ExtractedLinksTable({ tally, rows, noun = 'line', controls, table, pager }: TableProps): VNode {
  const { progress, links, occurrences, invalid } = tally;
  return (
    <section class="extracted-links" aria-labelledby="extracted-links-title">
      <h2 id="extracted-links-title">{noun === 'line' ? 'Links in this text' : 'Links in this sheet'}</h2>
      <p class="lead" role="status">
        {progress < 1 ? 'Reading …' : tallyText(tally, noun)}
      </p>
      {occurrences === 2 && invalid === 0 && <ComparisonOfTwo links={rows} />}
      {progress < 1 && <Progress tally={tally} />}
      {controls}
      {progress === 1 && links + invalid === 0 && (
        <p class="empty">A link begins with a scheme, such as gopher:// or https://, or with www.</p>
      )}
      {table ??
        (rows.length > 0 && <LinkRows rows={rows} results={{ status: invalid > 0, checked: false, short: false }} />)}
      {pager}
    </section>
  );
}

/** What was read: distinct links, how often they are there, and what is none. */
function tallyText(tally: Tally, noun: 'line' | 'row'): string {
  const { links, occurrences, invalid, lines, format } = tally;
  if (links + invalid === 0) return 'This text contains no links.';
  const repeats = occurrences > links ? `, ${grouped(occurrences)} with repeats,` : '';
  const counts = links === 0 ? '' : `${counted(links, 'distinct link')}${repeats} in ${counted(lines, noun)}. `;
  const more = links === 0 ? '' : ' more';
  const wrong = invalid === 1 ? `1${more} is not a URL. ` : `${grouped(invalid)}${more} are not URLs. `;
  return `${counts}${invalid === 0 ? '' : wrong}${READ_AS[format] ?? ''}${leftOut(tally, noun)}`.trimEnd();
}

/** As what a text was read, if not as plain text. No sign in a text shows the other formats. */
const READ_AS: Readonly<Partial<Record<TextFormat, string>>> = {
  html: 'Read as HTML. ',
  markdown: 'Read as Markdown. ',
  mediawiki: 'Read as wiki text. ',
  csv: 'Read as a table (CSV). ',
  tsv: 'Read as a table (TSV). ',
};

/** Which lines are not in the table, so that nobody takes it for the whole text. */
function leftOut({ linesWithout, firstWithout }: Tally, noun: 'line' | 'row'): string {
  if (linesWithout === 0) return '';
  const listed = firstWithout.map(grouped).join(', ');
  const [one, many] = noun === 'line' ? [' and was left out', ' and were left out'] : ['', ''];
  if (linesWithout === 1) return `${noun === 'line' ? 'Line' : 'Row'} ${listed} has no link${one}.`;
  const more = linesWithout > firstWithout.length ? ' …' : '.';
  return `${grouped(linesWithout)} ${noun}s have no link${many}: ${listed}${more}`;
}

/** What two equivalent URLs differ in, by the rung on which they become the same text. */
const DIFFERENCES: Readonly<Record<NonNullable<Comparison['because']>, string>> = {
  'simple-string': 'They differ only in what surrounds the link: spaces, brackets or “URL:”.',
  case: 'They differ only in upper and lower case, where case does not matter.',
  'percent-encoding': 'They differ only in percent-encoding.',
  'path-segment': 'They differ only in segments of the path that are “.” or “..”.',
  'scheme-based': 'They differ only in ways that the scheme treats as equal, such as its default port.',
  'urn-equivalence': 'They differ only in what they ask of a resolver or in the fragment, which name nothing else.',
};

/** The names of the parts on the page, in their order in a URL. */
const PARTS: readonly (readonly [PartName, name: string])[] = [
  ['scheme', 'Scheme'],
  ['user', 'User name'],
  ['password', 'Password'],
  ['host', 'Host'],
  ['port', 'Port'],
  ['path', 'Path'],
  ['query', 'Query'],
  ['fragment', 'Fragment'],
];

/**
 * Whether the two links of a text are the same link, and why: the rung of RFC 3986 §6.2, or the parts that differ.
 * `null` unless the text has exactly two links, which are written differently and have no error.
 */
function ComparisonOfTwo({ links }: { readonly links: readonly ExtractedLink[] }): VNode | null {
  const [a, b, ...others] = links.flatMap(({ canonical, spellings }) =>
    canonical === null ? [] : spellings.map((spelling) => ({ spelling, canonical })),
  );
  if (a === undefined || b === undefined || others.length > 0) return null;
  if (a.canonical === b.canonical) {
    const { name, section } = meetingRung(a.spelling, b.spelling);
    return <Same because={name} spec={{ document: 'RFC 3986', section }} />;
  }
  const rule = schemes.get(a.canonical.slice(0, a.canonical.indexOf(':')))?.equivalence;
  if (rule !== undefined && equivalent(a.canonical, b.canonical)) return <Same because={rule.name} spec={rule.spec} />;
  const [first, second] = [partsOf(a.canonical), partsOf(b.canonical)];
  // Links to two servers are different in every part, or only by chance the same in one.
  if (first.get('host') !== second.get('host')) {
    return (
      <p class="comparison">
        <strong>These are different links.</strong> Their hosts differ.
      </p>
    );
  }
  return (
    <div class="comparison">
      <p>
        <strong>These are different links.</strong> Their canonical forms differ here:
      </p>
      <Details
        rows={PARTS.map(([part, name]) => {
          const [left, right] = [first.get(part), second.get(part)];
          return [name, left === right ? null : [<Value text={left} />, ' and ', <Value text={right} />]];
        })}
      />
    </div>
  );
}

function Same({ because, spec }: { readonly because: keyof typeof DIFFERENCES; readonly spec: Specification }): VNode {
  return (
    <p class="comparison">
      <strong>Both are the same link.</strong> {DIFFERENCES[because]}{' '}
      <span class="clause">
        <Clause spec={spec} />
      </span>
    </p>
  );
}

function Value({ text }: { readonly text: string | undefined }): VNode {
  return text === undefined ? <span class="nothing">nothing</span> : <code dir="ltr">{breakable(text)}</code>;
}

function partsOf(canonical: Canonical): ReadonlyMap<PartName, string> {
  return new Map(anatomyOf(canonical).map(({ name, at }) => [name, canonical.slice(...at)]));
}

function Progress({ tally: { progress, occurrences } }: { readonly tally: Tally }): VNode {
  return (
    <p class="progress">
      <label for="extracted-links-progress">Progress</label>
      <progress id="extracted-links-progress" value={Math.floor(progress * 100)} max={100} />{' '}
      <span>{counted(occurrences, 'link')} so far</span>
    </p>
  );
}
