/** The questions of Prospero for the explorer, in place of `src/schemes/prospero/request.ts`. */
import type * as Request from '../../../../src/schemes/prospero/request.ts';
import { LibraryPart } from './library-part.ts';

type Questions = Pick<typeof Request, 'prosperoRequest' | 'prosperoWireOctets'>;

const part = new LibraryPart<Questions>('prospero.js', 'the Prospero messages');

export const prosperoRequest: Questions['prosperoRequest'] = (parts, details) =>
  part.module?.prosperoRequest(parts, details) ?? null;

export const prosperoWireOctets: Questions['prosperoWireOctets'] = (resolution) =>
  part.module?.prosperoWireOctets(resolution) ?? [];
