/** The meaning of the parts of a gopher path (RFC 4266 §2.1). */
import { decodeOptional, decodeText } from '../../uri/decode.ts';
import type { Parts } from '../scheme.ts';
import { itemTypes } from './item-types.ts';
import { splitGopherPath } from './path.ts';
import { type GopherPlus, parseGopherPlus } from './plus-string.ts';

export interface GopherDetails {
  /** One character. */
  readonly type: string;
  /** The name of the type; `null` for an unknown type. */
  readonly typeName: string | null;
  readonly selector: string;
  /** `null` if the URL has no search part, `''` if it is empty. */
  readonly search: string | null;
  readonly gopherPlus: GopherPlus | null;
}

/** Reads the details from the path of a canonical URL. */
export function gopherDetails(parts: Parts): GopherDetails {
  const { type, selector, search, plus } = splitGopherPath(parts.path);
  const character = decodeText(type);
  return {
    type: character,
    typeName: itemTypes.get(character)?.name ?? null,
    selector: decodeText(selector),
    search: decodeOptional(search),
    gopherPlus: plus === null ? null : parseGopherPlus(plus),
  };
}
