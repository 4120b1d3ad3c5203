/** Whether the two links of a text are the same link, and why: the rung of RFC 3986 §6.2, or the parts that differ. */
import type { VNode } from 'preact';
import { anatomyOf, type Canonical, canonicalize, meetingRung, type PartName, type Rung } from '../../../src/index.ts';
import { Details } from '../parts/details.tsx';
import { breakable } from '../parts/shown-text.tsx';
import type { ExtractedLink } from './extracted-links.ts';
import { Clause } from './steps.tsx';

/** What two equivalent URLs differ in, by the rung on which they become the same text. */
const DIFFERENCES: Readonly<Record<Rung['name'], string>> = {
  'simple-string': 'They differ only in what is around the link: blanks, brackets or “URL:”.',
  case: 'They differ only in capital letters that have no meaning.',
  'percent-encoding': 'They differ only in percent-encoding.',
  'path-segment': 'They differ only in segments of the path that are “.” or “..”.',
  'scheme-based': 'They differ only in ways that the scheme declares equal, such as its default port.',
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

/** The comparison; `null` unless the text has exactly two links, which are written differently and have no error. */
export function Comparison({ links }: { readonly links: readonly ExtractedLink[] }): VNode | null {
  const [a, b, ...others] = links.flatMap(({ canonical, spellings }) =>
    canonical === null ? [] : spellings.map((spelling) => ({ spelling, canonical: canonicalize(canonical) })),
  );
  if (a === undefined || b === undefined || others.length > 0) return null;
  return a.canonical === b.canonical ? (
    <Same rung={meetingRung(a.spelling, b.spelling)} />
  ) : (
    <Different a={a.canonical} b={b.canonical} />
  );
}

function Same({ rung: { name, section } }: { readonly rung: Rung }): VNode {
  return (
    <p class="comparison">
      <strong>Both are the same link.</strong> {DIFFERENCES[name]}{' '}
      <span class="clause">
        <Clause spec={{ document: 'RFC 3986', section }} />
      </span>
    </p>
  );
}

function Different({ a, b }: Record<'a' | 'b', Canonical>): VNode {
  const [first, second] = [partsOf(a), partsOf(b)];
  return (
    <div class="comparison">
      <p>
        <strong>These are different links.</strong> Their canonical forms differ here:
      </p>
      <Details
        rows={PARTS.map(([part, name]) => {
          const [left = '', right = ''] = [first.get(part), second.get(part)];
          return [name, left === right ? null : <Values left={left} right={right} />];
        })}
      />
    </div>
  );
}

function Values({ left, right }: Record<'left' | 'right', string>): VNode {
  return (
    <>
      <Value text={left} /> and <Value text={right} />
    </>
  );
}

function Value({ text }: { readonly text: string }): VNode {
  return text === '' ? <span class="nothing">nothing</span> : <code dir="ltr">{breakable(text)}</code>;
}

function partsOf(canonical: Canonical): ReadonlyMap<PartName, string> {
  return new Map(anatomyOf(canonical).map(({ name, at }) => [name, canonical.slice(...at)]));
}
