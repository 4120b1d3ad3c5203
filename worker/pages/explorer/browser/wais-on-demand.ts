/**
 * The messages of WAIS for the explorer, in place of `src/schemes/wais/request.ts`. Without them a URL has no request.
 */
import type * as Request from '../../../../src/schemes/wais/request.ts';
import { LibraryPart } from './library-part.ts';

type Messages = Pick<typeof Request, 'waisRequest' | 'waisWireOctets'>;

const part = new LibraryPart<Messages>('wais.js', 'the WAIS messages');

export const waisRequest: Messages['waisRequest'] = (parts, details) =>
  part.module?.waisRequest(parts, details) ?? null;

export const waisWireOctets: Messages['waisWireOctets'] = (resolution) => part.module?.waisWireOctets(resolution) ?? [];
