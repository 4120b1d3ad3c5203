/**
 * The query of a request: it is split and decoded as a form (`application/x-www-form-urlencoded`), once for each
 * request, and checked against the parameters of a route. That is strict: a misspelt parameter, or an octet that is not
 * UTF-8, would otherwise lead to a wrong answer silently. URLs in parameters go to the library.
 */
import * as v from 'valibot';
import { type Canonical, canonicalize, type Options, schemes, UrlError } from '../../src/index.ts';
import { type Fault, RequestError, urlFault } from '../errors/request-error.ts';
import { parameterFault, schemaFaults, shortened } from './schema.ts';

/** One parameter of a query, decoded. */
interface Parameter {
  readonly name: string;
  /** Octets that are not UTF-8 are replaced by U+FFFD. */
  readonly value: string;
  /** Whether the octets of the value are UTF-8. */
  readonly isUtf8: boolean;
}

/** The parameters of a query in their order. */
export type Query = readonly Parameter[];

/**
 * The query of a request.
 *
 * @param url - the absolute address of the request, as it was sent
 * @example
 * ```ts
 * parseQuery('https://waypost.example/open?url=go%3Ax+y')[0]; // { name: 'url', value: 'go:x y', isUtf8: true }
 * parseQuery('https://waypost.example/open?url=%FF')[0]?.isUtf8; // false
 * ```
 */
export function parseQuery(url: string): Query {
  const from = url.indexOf('?') + 1;
  if (from === 0) return [];
  const fragment = url.indexOf('#', from);
  const pairs = url.slice(from, fragment === -1 ? undefined : fragment).split('&');
  return pairs.filter((pair) => pair !== '').map(parsePair);
}

/** An address without the parameters that are left out, and without empty ones. */
export function withoutParameters(url: string, isLeftOut: (name: string) => boolean): string {
  const from = url.indexOf('?') + 1;
  if (from === 0) return url;
  const pairs = url.slice(from).split('&');
  const kept = pairs.filter((pair) => pair !== '' && !isLeftOut(parsePair(pair).name));
  return url.slice(0, from - 1) + (kept.length === 0 ? '' : `?${kept.join('&')}`);
}

/** The query of an address in one order. Parameters of one name stay in theirs. */
export function inOrder(url: string): string {
  const from = url.indexOf('?') + 1;
  if (from === 0) return url;
  const named = url
    .slice(from)
    .split('&')
    .map((pair) => ({ pair, name: parsePair(pair).name }));
  named.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  return url.slice(0, from) + named.map(({ pair }) => pair).join('&');
}

function parsePair(pair: string): Parameter {
  const equals = pair.indexOf('=');
  if (equals === -1) return { name: decode(pair) ?? pair, value: '', isUtf8: true };
  const name = pair.slice(0, equals);
  const text = pair.slice(equals + 1);
  const value = decode(text);
  return { name: decode(name) ?? name, value: value ?? decodeLossy(text), isUtf8: value !== null };
}

/** `+` is a space. A `%` that does not begin an escape stays, as in the form decoder of browsers. */
function decode(text: string): string | null {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  return decodeEscapes(spaced) ?? decodeEscapes(spaced.replace(STRAY_PERCENT, '%25'));
}

/** A `%` that does not begin an escape. */
const STRAY_PERCENT = /%(?![\da-f]{2})/gi;

/** `null` if the octets are not UTF-8, or an escape is not complete. */
function decodeEscapes(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function decodeLossy(text: string): string {
  return new URLSearchParams(`value=${text}`).get('value') ?? '';
}

/**
 * The first value of a parameter; `null` if the query does not have it.
 *
 * @example
 * ```ts
 * parameterValue(parseQuery('https://waypost.example/?format=json'), 'format'); // 'json'
 * ```
 */
export function parameterValue(query: Query, name: string): string | null {
  return query.find((parameter) => parameter.name === name)?.value ?? null;
}

/** A schema whose members are the parameters of a route. A loose one ignores all others. */
type ParametersSchema = v.ObjectSchema<v.ObjectEntries, undefined> | v.LooseObjectSchema<v.ObjectEntries, undefined>;

/**
 * The parameters of a query, checked.
 *
 * @throws RequestError that names every parameter which is missing, repeated, unknown, wrong or not UTF-8
 * @example
 * ```ts
 * const query = [{ name: 'url', value: 'go:x', isUtf8: true }];
 * readParameters(query, v.object({ url: v.string() })); // { url: 'go:x' }
 * ```
 */
export function readParameters<Schema extends ParametersSchema>(query: Query, schema: Schema): v.InferOutput<Schema> {
  const faults: Fault[] = [];
  const input: Record<string, string> = {};
  for (const { name, value, isUtf8 } of query) {
    if (!Object.hasOwn(schema.entries, name)) {
      if (schema.type === 'loose_object') continue;
      faults.push(unknownParameter(name, Object.keys(schema.entries)));
    } else if (Object.hasOwn(input, name)) {
      faults.push(parameterFault('parameter-repeated', name, `\`${name}\` appears more than once.`));
    } else if (!isUtf8) {
      faults.push(parameterFault('parameter-not-utf-8', name, notUtf8(name)));
    } else {
      input[name] = value;
    }
  }
  const read = v.safeParse(schema, input);
  if (read.success && faults.length === 0) return read.output;
  const named = new Set(faults.map(({ parameter }) => parameter));
  const others = schemaFaults(read.issues ?? []).filter(({ parameter }) => !named.has(parameter));
  throw new RequestError('invalid-parameter', [...faults, ...others].slice(0, MOST_FAULTS));
}

/**
 * Refuses parameters that nothing reads. It is for a query that several readers share, each with a loose schema.
 *
 * @param advice - what a client may have meant
 * @throws RequestError that names every unknown parameter
 */
export function refuseUnknown(query: Query, known: readonly string[], advice?: string): void {
  const unknown = query
    .filter(({ name }) => !known.includes(name))
    .map(({ name }) => unknownParameter(name, known, advice));
  if (unknown.length > 0) throw new RequestError('invalid-parameter', unknown.slice(0, MOST_FAULTS));
}

/** The most faults in one answer, so that an address full of faults does not get a long answer. */
const MOST_FAULTS = 5;

function unknownParameter(name: string, parameters: readonly string[], advice?: string): Fault {
  const short = shortened(name);
  const names = parameters.length === 0 ? 'No parameters are allowed' : `Allowed: ${parameters.join(', ')}`;
  const sentences = [`Unknown parameter \`${short}\``, ...(advice === undefined ? [] : [advice]), names];
  const message = `${sentences.join('. ')}. Encode \`&\` inside a value as \`%26\`.`;
  return parameterFault('parameter-unknown', short, message);
}

function notUtf8(name: string): string {
  return `\`${name}\` is not UTF-8 after percent-decoding. Encode \`%\` inside a value as \`%25\`.`;
}

/**
 * Passes the URL in a parameter to a function of the library.
 *
 * @throws RequestError 422 for an invalid URL, 400 for an invalid base
 */
export function readUrlParameter<Value, Given extends Options>(
  read: (url: string, options?: Given) => Value,
  parameter: string,
  url: string,
  options: Given,
): Value {
  try {
    return read(url, options);
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    if (error.cause instanceof UrlError) throw new RequestError('invalid-parameter', [urlFault(error.cause, 'base')]);
    throw new RequestError('invalid-url', [urlFault(error, parameter)], {}, url);
  }
}

/** Checks the base of a batch once, before any item is resolved against it. */
export function checkBase(options: Options): void {
  if (options.base !== undefined) readUrlParameter(canonicalize, 'url', '#', options);
}

/** The scheme of a canonical URL. */
export function schemeOf(canonical: Canonical): string {
  return canonical.slice(0, canonical.indexOf(':'));
}

/** A scheme for the log: a scheme of the registry, or `unknown`, because any other text comes from the client. */
export function loggedScheme(scheme: string): string {
  return schemes.has(scheme) ? scheme : 'unknown';
}
