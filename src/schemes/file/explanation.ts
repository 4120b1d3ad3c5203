/** What a page says about a file link that no gateway opens. */
import type { Explanation } from '../scheme.ts';

type ExplainedFile = Readonly<{ host: string | null; path: string; native: string | null }>;

export function explanation({ details }: { readonly details: ExplainedFile }): Explanation {
  const path = details.native ?? details.path;
  if (details.host === null)
    return {
      what: 'No website can open the files of your computer.',
      needed: 'Paste the path into your file manager.',
      program: null,
      path,
    };
  return {
    what: 'A file on another computer. The link names no protocol to fetch it with (RFC 8089 §3).',
    needed: 'A computer that has mounted the files of this host can open it.',
    program: null,
    path,
    details: [['Host', details.host]],
  };
}
