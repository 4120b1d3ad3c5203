/**
 * The details of a go URL (RFC 3368 §3): a common name with attributes that narrow the search, or an identifier.
 */
import { decodeOptional, decodeText } from '../../uri/decode.ts';
import type { Parts } from '../scheme.ts';

export interface GoDetails {
  /** Host of the service. `localhost` if form 1 does not name one, `null` in form 2. */
  readonly server: string | null;
  readonly commonName: string | null;
  readonly attributes: readonly GoAttribute[];
  readonly id: string | null;
}

export interface GoAttribute {
  readonly name: string;
  readonly type: string | null;
  readonly value: string;
}

/** Reads the query of a canonical URL. */
export function goDetails({ host, path, query }: Parts): GoDetails {
  const form1 = host !== null;
  const server = form1 ? host || 'localhost' : null;
  const text = form1 ? query : path;
  if (form1 && text?.startsWith('id='))
    return { server, commonName: null, attributes: [], id: decodeText(text.slice(3)) };
  const [name = null, ...pairs] = text?.split(';') ?? [];
  return { server, commonName: decodeOptional(name), attributes: pairs.map(attributeOf), id: null };
}

function attributeOf(pair: string): GoAttribute {
  const [, name = '', type = null, value = ''] = /^([^=]*)=?(?:([^,]*),)?(.*)$/s.exec(pair) ?? [];
  return { name: decodeText(name), type: decodeOptional(type), value: decodeText(value) };
}
