/** The fields of a gopher path, `<type><selector>[%09<search>[%09<gopher+_string>]]`, decoded too (RFC 4266 §2.1). */
import { decodeOptional, decodeText } from '../../uri/decode.ts';
import { ABSENT } from '../../uri/rewrite.ts';
import type { Parts } from '../scheme.ts';
import { itemTypes } from './item-types.ts';
import { type GopherPlus, parseGopherPlus } from './plus-string.ts';

/** The fields of a gopher path, percent-encoded as in the URL. `null` = the path has no such field. */
export interface GopherPath {
  readonly type: string;
  readonly selector: string;
  readonly search: string | null;
  readonly plus: string | null;
}

/** Splits a canonical gopher path. An empty path means the top menu. */
export function splitGopherPath(path: string): GopherPath {
  if (path === '' || path === '/') return { type: '1', selector: '', search: null, plus: null };
  const type = typeOf(path);
  const fields = path.slice(1 + type.length);
  const first = fields.indexOf('%09');
  if (first === ABSENT) return { type, selector: fields, search: null, plus: null };
  const second = fields.indexOf('%09', first + 3);
  return {
    type,
    selector: fields.slice(0, first),
    search: second === ABSENT ? fields.slice(first + 3) : fields.slice(first + 3, second),
    plus: second === ABSENT ? null : fields.slice(second + 3),
  };
}

/** The type in a path that is longer than `/`: a character or its escape. */
export function typeOf(path: string): string {
  return path.charAt(1) === '%' ? path.slice(1, 4) : path.charAt(1);
}

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
