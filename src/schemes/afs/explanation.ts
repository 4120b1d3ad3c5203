/** What a page says about an afs link that no gateway opens. */
import type { Explanation } from '../scheme.ts';

interface Link {
  readonly details: { readonly cell: string; readonly path: string };
}

export function explanation({ details }: Link): Explanation {
  return {
    what: 'A file of the Andrew File System, a file system that spans organizations, its cells.',
    needed:
      'A machine with an AFS client opens it: the file is below /afs, under the name of its cell. If a web server ' +
      'publishes the files of the cell, the operator of this gateway can name it in AFS_WEB.',
    details: [
      ['Cell', details.cell],
      ['Path', details.path],
      ['On such a machine', `/afs/${details.cell}${details.path}`],
    ],
  };
}
