/** What a page says about an afs link that no gateway opens. */
import type { Explanation } from '../scheme.ts';

export function explanation({ details }: { readonly details: { cell: string; path: string } }): Explanation {
  return {
    what: 'A file in AFS, a file system in which each organization has its own cell.',
    needed: 'A computer with an AFS client can open it.',
    program: null,
    path: `/afs/${details.cell}${details.path}`,
    details: [['Cell', details.cell]],
  };
}
