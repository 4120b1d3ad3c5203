/**
 * What a client sends for a URL, as octets in the order in which they go out.
 */
import type { Resolution } from './every-scheme.ts';
import { lineOctets } from './schemes/protocol-line.ts';
import { concatOctets, octetsOfBase64 } from './uri/octets.ts';

/** A resolution of one kind. */
type Of<Kind extends Resolution['kind']> = Extract<Resolution, { kind: Kind }>;

/**
 * The octets that a client sends; one entry for each time that it waits for the server. Empty where nothing is
 * sent, or a person types.
 *
 * @example
 * ```ts
 * sentFor(explain('gopher://h.example/0a')); // [octetsOf('a\r\n')]
 * ```
 */
export function sentFor(resolution: Resolution): readonly Uint8Array[] {
  switch (resolution.kind) {
    case 'gopher':
      return resolution.request === null ? [] : [octetsOfBase64(resolution.request.octets)];
    case 'ftp':
      return (resolution.request?.commands ?? []).map(({ octets }) => octetsOfBase64(octets));
    case 'news':
      return (resolution.request?.commands ?? []).map((line) => lineOctets(line));
    case 'http':
      return httpMessage(resolution);
    case 'go':
      return goMessage(resolution);
    default:
      return [];
  }
}

/** RFC 9112 §2.1, §3.2. */
function httpMessage({ request, components }: Of<'http'>): readonly Uint8Array[] {
  if (request === null) return [];
  const { explicitPort } = components;
  const host = explicitPort === null ? request.host : `${request.host}:${explicitPort}`;
  return [concatOctets(`${request.method} ${request.target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)];
}

/** RFC 3367 §5. Without a server the client chooses one. */
function goMessage({ request }: Of<'go'>): readonly Uint8Array[] {
  if (request === null) return [];
  const { method, url, headers, body } = request;
  const octets = concatOctets(body);
  const fields = [
    ...(url === null ? [] : [['Host', new URL(url).host]]),
    ...headers,
    ['Content-Length', octets.length],
  ];
  const head = [`${method} / HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''];
  return [concatOctets(head.join('\r\n'), octets)];
}
