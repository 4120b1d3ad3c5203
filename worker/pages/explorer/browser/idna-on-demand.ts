/** UTS 46 and look-alike letters for the explorer, in place of `src/idna/idna.ts` and `src/webhooks/scripts.ts`. */
import type { Idna } from '../../../../src/index.ts';
import type * as Names from '../international-names.ts';
import { LibraryPart } from './library-part.ts';

const part = new LibraryPart<typeof Names>('idna.js', 'the tables of international host names');

export const idna: Idna = {
  get available() {
    return part.module !== null;
  },
  toAscii: (domain) => part.module?.idna.toAscii(domain) ?? null,
  toUnicode: (domain) => part.module?.idna.toUnicode(domain) ?? null,
};

export const foreignLettersIn: typeof Names.foreignLettersIn = (host) => part.module?.foreignLettersIn(host) ?? [];
