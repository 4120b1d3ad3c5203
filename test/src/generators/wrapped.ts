/** URLs as people wrap them in `<…>`: folded over lines, and with blanks of their own. */
import fc from '../../fast-check.ts';
import { anyModel } from '../generators.ts';

/** What stands between two characters of a URL in brackets. */
const GAPS = fc.array(fc.tuple(fc.nat(), fc.constantFrom('\n', '\n   ', ' \n', '\r\n\t', ' ', ' ', '-\n ', '"')), {
  maxLength: 4,
});

/** What is between the brackets. It begins with a scheme and its slashes, and no line of it is blank. */
export const wrappedUrl = fc
  .tuple(anyModel, GAPS)
  .map(([{ a }, gaps]) =>
    gaps.reduce((url, [place, gap]) => {
      const from = url.indexOf(':') + 1;
      const at = from + (place % (url.length - from + 1));
      return url.slice(0, at) + gap + url.slice(at);
    }, String(a)),
  )
  .filter((url) => /^[a-z][a-z\d+.-]+:\s*\/\//i.test(url) && !/[<>]|\n\s*\n|\r(?!\n)/.test(url));
