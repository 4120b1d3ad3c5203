/** Gopher item types: those of RFC 1436 §3.8 and draft-murali-url-gopher §2.1, and those in common use. */
import type { Specification } from '../../uri/diagnostic.ts';

export interface ItemType {
  readonly name: string;
  /** The specification that lists the type; `null` for a type in common use. */
  readonly spec: Specification | null;
}

const rfc1436: Specification = { document: 'RFC 1436', section: '3.8' };

/** The known types by their character. */
export const itemTypes: ReadonlyMap<string, ItemType> = new Map<string, ItemType>([
  ['0', { name: 'text file', spec: rfc1436 }],
  ['1', { name: 'menu', spec: rfc1436 }],
  ['2', { name: 'CSO phone-book server', spec: rfc1436 }],
  ['3', { name: 'error', spec: rfc1436 }],
  ['4', { name: 'BinHexed Macintosh file', spec: rfc1436 }],
  ['5', { name: 'DOS binary archive', spec: rfc1436 }],
  ['6', { name: 'uuencoded file', spec: rfc1436 }],
  ['7', { name: 'full-text search', spec: rfc1436 }],
  ['8', { name: 'telnet session', spec: rfc1436 }],
  ['9', { name: 'binary file', spec: rfc1436 }],
  ['+', { name: 'redundant server', spec: rfc1436 }],
  ['T', { name: 'tn3270 session', spec: rfc1436 }],
  ['g', { name: 'GIF image', spec: rfc1436 }],
  ['I', { name: 'image', spec: rfc1436 }],
  ['h', { name: 'HTML document or URL', spec: null }],
  ['i', { name: 'informational text', spec: null }],
  ['s', { name: 'sound', spec: null }],
  ['<', { name: 'sound', spec: null }],
  [';', { name: 'movie', spec: null }],
  [':', { name: 'bitmap image', spec: null }],
  ['d', { name: 'document', spec: null }],
  ['P', { name: 'PDF document', spec: null }],
  ['p', { name: 'PNG image', spec: null }],
  ['r', { name: 'rich text document', spec: null }],
  ['x', { name: 'XML document', spec: null }],
  ['c', { name: 'calendar', spec: null }],
  ['e', { name: 'event', spec: null }],
  ['M', { name: 'MIME message', spec: null }],
  ['w', { name: 'web link', spec: null }],
]);
