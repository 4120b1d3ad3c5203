/**
 * The parts of the library that the explorer loads when a URL needs them, in place of their modules (`PARTS` in
 * `worker/build/page-bundle.ts`): UTS 46 and look-alike letters, and the requests of WAIS and Prospero. Without them a
 * host has no other form, and a URL no request.
 */
import type { Idna } from '../../../../src/index.ts';
import type * as Prospero from '../../../../src/schemes/prospero/request.ts';
import type * as Wais from '../../../../src/schemes/wais/request.ts';
import type * as Names from '../international-names.ts';
import { LibraryPart } from './library-part.ts';

const names = new LibraryPart<typeof Names>('idna.js', 'the tables of international host names');
const wais = new LibraryPart<typeof Wais>('wais.js', 'the WAIS messages');
const prospero = new LibraryPart<typeof Prospero>('prospero.js', 'the Prospero messages');

export const idna: Idna = {
  get available() {
    return names.module !== null;
  },
  toAscii: (domain) => names.module?.idna.toAscii(domain) ?? null,
  toUnicode: (domain) => names.module?.idna.toUnicode(domain) ?? null,
};

export const foreignLettersIn: typeof Names.foreignLettersIn = (host) => names.module?.foreignLettersIn(host) ?? [];

export const waisRequest: typeof Wais.waisRequest = (parts, details) =>
  wais.module?.waisRequest(parts, details) ?? null;

export const waisWireOctets: typeof Wais.waisWireOctets = (resolution) => wais.module?.waisWireOctets(resolution) ?? [];

export const prosperoRequest: typeof Prospero.prosperoRequest = (parts, details) =>
  prospero.module?.prosperoRequest(parts, details) ?? null;

export const prosperoWireOctets: typeof Prospero.prosperoWireOctets = (resolution) =>
  prospero.module?.prosperoWireOctets(resolution) ?? [];
