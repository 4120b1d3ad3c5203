/** What a client would send for a link, as the octets on the wire. */
import type { Resolution } from '../../src/index.ts';
import { concatOctets } from '../../src/uri/octets.ts';

const encoder = new TextEncoder();

/**
 * The octets of a link's request; `null` where there is none, or none that octets alone could show.
 *
 * @example
 * requestOctets(explain('gopher://h.example/1/world')); // the octets of '/world\r\n'
 */
export function requestOctets(resolution: Resolution): Uint8Array | null {
  switch (resolution.kind) {
    case 'gopher':
      return resolution.request && octetsOf(resolution.request.octets);
    case 'ftp':
      return resolution.request && concatOctets(...resolution.request.commands.map(({ octets }) => octetsOf(octets)));
    case 'news':
      return resolution.request && linesOf(resolution.request.commands);
    case 'http': {
      if (resolution.request === null) return null;
      const { method, target, host } = resolution.request;
      return linesOf([`${method} ${target} HTTP/1.1`, `Host: ${host}`, '']);
    }
    case 'go': {
      if (resolution.request === null) return null;
      const { method, headers, body } = resolution.request;
      const fields = headers.map(([name, value]) => `${name}: ${value}`);
      return concatOctets(linesOf([`${method} / HTTP/1.1`, ...fields, '']), body);
    }
    default:
      return null;
  }
}

function linesOf(lines: readonly string[]): Uint8Array {
  return encoder.encode(lines.map((line) => `${line}\r\n`).join(''));
}

function octetsOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
