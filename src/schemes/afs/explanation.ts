/** What a page says about an afs link that no gateway opens. */
import type { Explanation } from '../scheme.ts';

export function explanation({ details }: { readonly details: { cell: string; path: string } }): Explanation {
  return {
    what: 'A file in the Andrew File System. Each organization has a cell of its own in it.',
    needed:
      'A computer with an AFS client can open it, below /afs. If a web server publishes the files of this cell, the ' +
      'operator of this service can name that server in AFS_WEB.',
    program: null,
    details: [
      ['Cell', details.cell],
      ['Path', details.path],
      ['On such a computer', `/afs/${details.cell}${details.path}`],
    ],
  };
}
