/**
 * A canonical URL in large type. Each part has its own colour, and its name below it.
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
import type { Canonical } from '../../../src/index.ts';
import { breakable, Clamped } from '../parts/shown-text.tsx';

/**
 * Lengths of URLs, in characters, for which the stylesheet has a type size. If possible, a URL of this length then fits
 * on one line.
 */
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
  for (const [index, part] of parts.entries()) {
    if (part.at[0] > from) pieces.push(<Delimiter text={canonical.slice(from, part.at[0])} />);
    // If the line is full, break before the whole path, and not at a dot of the host.
    if (part.name === 'path') pieces.push(<wbr />);
    pieces.push(<PartLink canonical={canonical} part={part} level={levels[index] ?? 0} />);
    from = part.at[1];
  }
  if (from < canonical.length) pieces.push(<Delimiter text={canonical.slice(from)} />);
  return (
    <nav class="anatomy" aria-label="Parts of the canonical URL" data-size={size}>
      <Clamped length={canonical.length}>
        <bdi dir="ltr">{pieces}</bdi>
      </Clamped>
    </nav>
  );
}

function Delimiter({ text }: { readonly text: string }): VNode {
  return <span class="delimiter">{text}</span>;
}

interface PartProps {
  readonly canonical: string;
  readonly part: Part;
  readonly level: number;
}

function PartLink({ canonical, part: { name, at }, level }: PartProps): VNode {
  return (
    <a class="part" href={`#part-${name}`} data-part={name} data-level={level}>
      <span class="characters">{breakable(canonical.slice(...at))}</span>
      <span class="part-name"> {name}</span>
    </a>
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
