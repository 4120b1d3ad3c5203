/** UTS 46 for the explorer, in place of `src/idna/idna.ts`. */
import type { Idna } from '../../../../src/index.ts';
import { LibraryPart } from './library-part.ts';

const part = new LibraryPart<{ readonly idna: Idna }>('idna.js', 'the tables of international host names');

export const idna: Idna = {
  get available() {
    return part.module !== null;
  },
  toAscii: (domain) => part.module?.idna.toAscii(domain) ?? null,
  toUnicode: (domain) => part.module?.idna.toUnicode(domain) ?? null,
};
