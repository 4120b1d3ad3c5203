/**
 * A canonical URL and its parts: in large type, as a table, and the details of its scheme as names and values. In large
 * type, each part has its own colour, and its name below it.
 *
 * ```
 *   gopher://h.example:7070/7find%09gold
 *   ──────   ───────── ──── ────────────
 *   scheme   host      port path
 * ```
 * A name hangs from the first character of its part. If two names would overlap, the second hangs lower.
 */
import type { ComponentChildren, VNode } from 'preact';
import { anatomyOf, type Part } from '../../../src/anatomy.ts';
import { definitionOf } from '../../../src/definition-of.ts';
import type { Canonical, Resolution } from '../../../src/index.ts';
import { decodeText } from '../../../src/uri/decode.ts';
import { type Detail, Details } from '../parts/details.tsx';
import { breakable, Clamped, withNamedControls } from '../parts/shown-text.tsx';

/** Lengths of URLs, in characters, for which the stylesheet has a type size that fits them on one line, if possible. */
const LENGTHS = [12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 88] as const;

/** The width of a letter of a name and of the gap after a name, in characters of the smallest type of a URL. */
const LETTER = 0.6;
const GAP = 1;

export function Anatomy({ canonical }: { readonly canonical: Canonical }): VNode {
  const parts = anatomyOf(canonical);
  const levels = levelsOf(parts);
  const size = LENGTHS.find((fitting) => canonical.length <= fitting);
  const pieces: ComponentChildren[] = [];
  let from = 0;
  const addDelimiter = (to: number): void => {
    if (to > from) pieces.push(<span class="delimiter">{canonical.slice(from, to)}</span>);
  };
  for (const [index, { name, at }] of parts.entries()) {
    addDelimiter(at[0]);
    // If the line is full, break before the whole path, and not at a dot of the host.
    if (name === 'path') pieces.push(<wbr />);
    pieces.push(
      <a class="part" href={`#part-${name}`} data-part={name} data-level={levels[index]}>
        <span class="characters">{breakable(canonical.slice(...at))}</span>
        <span class="part-name"> {name}</span>
      </a>,
    );
    from = at[1];
  }
  addDelimiter(canonical.length);
  return (
    <nav class="anatomy" aria-label="Parts of the canonical URL" data-size={size}>
      <Clamped length={canonical.length}>
        <bdi dir="ltr">{pieces}</bdi>
      </Clamped>
    </nav>
  );
}

/** The level of each name: the highest one at which it does not touch the names before it. */
function levelsOf(parts: readonly Part[]): readonly number[] {
  /** For each level, where its last name ends. */
  const taken: number[] = [];
  return parts.map(({ name, at: [from] }) => {
    const free = taken.findIndex((to) => to <= from);
    const level = free === -1 ? taken.length : free;
    taken[level] = from + name.length * LETTER + GAP;
    return level;
  });
}

export function Meaning({ resolution }: { readonly resolution: Resolution }): VNode {
  const labels: Readonly<Record<string, string | undefined>> = definitionOf(resolution.scheme).detailNames ?? {};
  return (
    <>
      <Parts resolution={resolution} />
      <Members of={resolution.details} labels={labels} />
    </>
  );
}

function Parts({ resolution: { canonical, components } }: { readonly resolution: Resolution }): VNode {
  const implied = components.explicitPort === null ? components.port : null;
  return (
    <table class="parts">
      <caption class="visually-hidden">Parts of the canonical URL</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">In the canonical URL</th>
        </tr>
      </thead>
      <tbody>
        {anatomyOf(canonical).map(({ name, at }) => {
          const text = canonical.slice(...at);
          const decoded = name === 'host' ? (components.hostUnicode ?? text) : decodeText(text);
          return (
            <tr id={`part-${name}`} data-part={name}>
              <th scope="row">{name}</th>
              <td>
                <Clamped length={text.length}>
                  <code>
                    <bdi dir="ltr">{breakable(text)}</bdi>
                  </code>
                </Clamped>
                {decoded !== text && (
                  <Clamped length={decoded.length}>
                    <p class="decoded">
                      {'decoded: '}
                      <bdi dir="auto">{withNamedControls(decoded)}</bdi>
                    </p>
                  </Clamped>
                )}
              </td>
            </tr>
          );
        })}
        {implied !== null && (
          <tr>
            <th scope="row">port</th>
            <td class="nothing">{implied}, the default of the scheme</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface MeaningProps {
  readonly of: object;
  /** The names of some of them, for people. */
  readonly labels?: Readonly<Record<string, string | undefined>>;
}

function Members({ of, labels = {} }: MeaningProps): VNode {
  return (
    <Details
      rows={Object.entries(of).map(([name, value]): Detail => [labels[name] ?? labelOf(name), detailValue(value)])}
    />
  );
}

/** The label of a detail that its scheme definition does not name. `labelOf('userName')` is `'User name'`. */
export function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function detailValue(value: unknown): ComponentChildren {
  if (value === null || value === undefined) return null;
  if (value === true || value === false) return value ? 'yes' : 'no';
  if (value === '') return <span class="nothing">empty</span>;
  if (Array.isArray(value)) {
    const items = value.map((item) => <li>{detailValue(item)}</li>);
    return items.length === 0 ? null : <ol class="values">{items}</ol>;
  }
  if (typeof value === 'object') return <Members of={value} />;
  const text = String(value);
  return (
    <Clamped length={text.length}>
      <bdi dir="auto">{withNamedControls(text)}</bdi>
    </Clamped>
  );
}
