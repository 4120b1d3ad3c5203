/** What a page says about a file link that no gateway opens. */
import type { Explanation } from '../scheme.ts';

type ExplainedFile = Readonly<{ host: string | null; path: string; native: string | null }>;

export function explanation({ details }: { readonly details: ExplainedFile }): Explanation {
  const path = details.native ?? details.path;
  if (details.host === null)
    return {
      what: 'A file on your computer.',
      needed: 'Paste the link into the address bar of your browser, or into your file manager.',
      program: null,
      details: [['File', path]],
    };
  return {
    what: 'A file on another computer. The link names the computer, but no protocol to fetch the file with (RFC 8089 §3).',
    needed: 'A computer that has mounted the files of this host can open it. Some hosts also offer their files by FTP.',
    program: null,
    details: [
      ['Host', details.host],
      ['File', path],
    ],
  };
}
