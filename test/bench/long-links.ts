/**
 * What `explain` takes for links of 64 KiB, relative to `canonicalize`. `long-link-shapes.ts` searches for the slowest
 * shapes, in a process of its own; the table has those.
 */
import { once } from 'node:events';
import { forkCompiled } from './compiled.ts';
import type { Shape } from './long-link-shapes.ts';
import { figure, type Table } from './table.ts';

const SHOWN = 12;
/** What the ratio should stay below. */
const WANTED = 3;
/** Where `explain` takes less, in milliseconds, `canonicalize` mostly recognises the link and reads nothing. */
const SHORT = 3;

/** Measures every shape, and returns the table. */
export async function benchLongLinks(): Promise<Table> {
  const child = forkCompiled('long-link-shapes.ts', []);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the process ended with ${code}`)));
  const [shapes]: Shape[][] = await Promise.race([once(child, 'message'), ended]);
  child.disconnect();
  await ended.catch(() => {});
  return tableOf(shapes ?? []);
}

function tableOf(shapes: readonly Shape[]): Table {
  const ratios = shapes.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const median = ratios[ratios.length >> 1] ?? Number.NaN;
  const above = shapes.filter(({ ratio }) => ratio >= WANTED);
  const long = above.filter((shape) => shape.explain >= SHORT);
  const rows = shapes
    .toSorted((a, b) => b.explain - a.explain)
    .slice(0, SHOWN)
    .map((shape) => [
      `\`${shape.name.replaceAll('|', '\\|')}\``,
      ...[shape.canonicalize, shape.explain, shape.ratio].map(figure),
    ]);
  return {
    about:
      `Milliseconds of the processor for links of 64 KiB, the result written to memory: the slowest of ` +
      `${shapes.length} shapes, each a unit that is repeated. The median of all ratios is ${figure(median)}; ` +
      `${above.length} are ${WANTED} or more, of which ${long.length} take \`explain\` ${SHORT} ms or more.`,
    head: ['shape', '`canonicalize`', '`explain`', 'ratio'],
    rows,
  };
}
