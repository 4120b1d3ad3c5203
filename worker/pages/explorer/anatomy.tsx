/**
 * The anatomy strip: a canonical URL in large type, each part in its colour with its name under it.
 *
 * ```
 *   gopher://h.example:7070/7find%09gold
 *   ──────   ───────── ──── ────────────
 *   scheme   host      port path
 * ```
 * Names hang from the first character of their part. Where one would run into the next, that one hangs lower.
 */
import type { ComponentChildren, VNode } from 'preact';
import { anatomyOf, type Part } from '../../../src/anatomy.ts';
import type { Canonical } from '../../../src/index.ts';

/** Lengths that have a size of type, so that what can stand on one line does. */
const SIZES = [12, 16, 20, 24, 28, 32, 36, 40, 48, 56, 64, 72, 80, 88] as const;

/** How wide a letter of a name is, in characters of the smallest type that the URL is set in; and the gap after it. */
const LETTER = 0.6;
const GAP = 1;

/** The strip. */
export function Anatomy({ canonical }: { readonly canonical: Canonical }): VNode {
  const parts = anatomyOf(canonical);
  const levels = levelsOf(parts);
  const pieces: ComponentChildren[] = [];
  let from = 0;
  for (const [index, part] of parts.entries()) {
    if (part.at[0] > from) pieces.push(<Delimiter text={canonical.slice(from, part.at[0])} />);
    // Where the line is full a path goes to the next as a whole, before a host is broken at a dot of its own.
    if (part.name === 'path') pieces.push(<wbr />);
    pieces.push(<PartOf canonical={canonical} part={part} level={levels[index] ?? 0} />);
    from = part.at[1];
  }
  if (from < canonical.length) pieces.push(<Delimiter text={canonical.slice(from)} />);
  return (
    <nav class="anatomy" aria-label="Parts of the canonical URL" data-size={sizeOf(canonical.length)}>
      <bdi dir="ltr">{pieces}</bdi>
    </nav>
  );
}

function sizeOf(length: number): number | undefined {
  return SIZES.find((size) => length <= size);
}

function Delimiter({ text }: { readonly text: string }): VNode {
  return <span class="delimiter">{text}</span>;
}

interface PartProps {
  readonly canonical: string;
  readonly part: Part;
  readonly level: number;
}

function PartOf({ canonical, part: { name, at }, level }: PartProps): VNode {
  return (
    <a class="part" href={`#part-${name}`} data-part={name} data-level={level}>
      <span class="characters">{breakable(canonical.slice(...at))}</span>
      <span class="part-name"> {name}</span>
    </a>
  );
}

/** A long text breaks best before a delimiter; the break opportunities are not copied with it. */
export function breakable(text: string): ComponentChildren {
  const pieces = text.split(/(?=[/?&;.])/);
  return pieces.length === 1 ? text : pieces.flatMap((piece, index) => (index === 0 ? [piece] : [<wbr />, piece]));
}

/** How deep each name hangs: as high as it does not touch the names before it. */
function levelsOf(parts: readonly Part[]): readonly number[] {
  /** Up to where each level is taken. */
  const taken: number[] = [];
  return parts.map(({ name, at: [from] }) => {
    const free = taken.findIndex((to) => to <= from);
    const level = free === -1 ? taken.length : free;
    taken[level] = from + name.length * LETTER + GAP;
    return level;
  });
}
