/** What a page says about a file link that no gateway opens. */
import type { Explanation } from '../scheme.ts';

interface Link {
  readonly details: { readonly host: string | null; readonly path: string };
}

export function explanation({ details }: Link): Explanation {
  if (details.host === null)
    return {
      what: 'A file on the machine where the link is read.',
      needed: 'Only that machine has it: paste the link into its browser or file manager.',
      details: [['File', details.path]],
    };
  return {
    what: 'A file on another machine. The link names the machine, but no protocol to fetch the file by (RFC 8089 §3).',
    needed: 'A machine that has this host’s files mounted opens it. Some hosts also offer their files by FTP.',
    details: [
      ['Host', details.host],
      ['File', details.path],
    ],
  };
}
