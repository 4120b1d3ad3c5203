/**
 * Keys of the Python package surt (internetarchive/surt), with which the Internet Archive, pywb and cdxj-indexer key
 * their indexes: its handyurl, GoogleURLCanonicalizer and IAURLCanonicalizer.
 *
 * ```
 *   http://me@WWW.Archive.org.:8080//a/../%2541?b=2&a=1#top  ──▶  org,archive:8080)/a?a=1&b=2
 * ```
 * A URL is octets. Escapes are decoded until none is left, then everything but printable ASCII, `#` and `%` is escaped
 * once. User information and the fragment never are in a key.
 */
import { encodeUtf8, latin1Of, octetsOfLatin1 } from '../octets/octets.ts';
import { endOr, splitUrl } from '../uri/components.ts';
import { canonicalIpv4 } from '../uri/ipv4.ts';
import { ESCAPE } from '../uri/percent.ts';
import { type KeyMaker, type KeyParts, reversed } from './key-parts.ts';
import { toAscii2003 } from './nameprep.ts';
import { decodeEscapes, KeyFault, normalizePath, trimmed } from './reading.ts';

export const ia: KeyMaker = { whole, read, www: /^www\d*\./, reversed };

const SCHEME = /^[a-z][a-z\d+.-]*:/i;

function whole(url: string): string | null {
  if (url === '') return '-';
  return url.startsWith('filedesc') ? url : null;
}

function read(url: string): KeyParts {
  const written = trimmed(url, (code) => code === 0x20 || (code >= 0x09 && code <= 0x0d)).replace(/[\n\r\t]/g, '');
  if (written === '') throw new KeyFault('scheme-missing', 0);
  // `http://https://h` is `https://h`.
  const text = (SCHEME.test(written) ? written : `http://${written}`).replace(/^(https?:\/\/)+/, '$1');
  const { schemeTo, hasAuthority, pathFrom, pathTo, queryTo } = splitUrl(text);
  const scheme = text.slice(0, schemeTo);
  const [name, port] = splitAuthority(hasAuthority ? text.slice(schemeTo + '://'.length, pathFrom) : '');
  const rest = text.slice(pathFrom, pathTo);
  const [found, path] = name === '' && scheme.startsWith('http') ? hostInPath(rest) : [name, rest];
  const host = readHost(found);
  const decoded = unescapeOctets(path);
  const query = text.slice(pathTo + 1, queryTo);
  return {
    scheme,
    host,
    port: readPort(port, text.length - pathFrom),
    path: escapeOctets(host === '' ? decoded : normalizePath(decoded)),
    query: query === '' ? null : escapeOctets(unescapeOctets(query)),
    end: query === '' && text.endsWith('?') ? '?' : '',
  };
}

/** Host and port, without the user, the brackets of an address, and colons at the end. */
function splitAuthority(authority: string): readonly [host: string, port: string] {
  let to = authority.length;
  while (authority.charCodeAt(to - 1) === 0x3a) to--;
  const text = authority.slice(authority.lastIndexOf('@', to - 1) + 1, to);
  const bracket = text.indexOf('[');
  const hostFrom = bracket + 1;
  const hostTo = endOr(text.indexOf(bracket === -1 ? ':' : ']', hostFrom), text.length);
  const colon = endOr(text.indexOf(':', hostTo), text.length);
  return [text.slice(hostFrom, hostTo), text.slice(colon + 1)];
}

/** @param rest - how many characters follow the port */
function readPort(port: string, rest: number): number | null {
  if (/\D/.test(port)) throw new KeyFault('port-character', rest + port.length);
  if (Number(port) > 65_535) throw new KeyFault('port-range', rest + port.length);
  // Port 0 is none.
  return Number(port) || null;
}

/** `http:////h/a` and `http:h/a` have the host in the path. */
function hostInPath(path: string): readonly [host: string, path: string] {
  if (path === '') return ['', ''];
  const text = path.replace(/^\/+/, '');
  const slash = endOr(text.indexOf('/'), text.length);
  return [text.slice(0, slash), text.slice(slash) || '/'];
}

function readHost(host: string): string {
  const octets = unescapeOctets(host);
  const name = /^[\0-\x7f]*$/.test(octets) ? octets : (internationalName(octets) ?? octets);
  const dotted = trimmed(name.replaceAll('..', '.'), (code) => code === 0x2e);
  return addressOf(dotted) ?? escapeOctets(dotted).toLowerCase();
}

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });

/** ToASCII of a name in UTF-8, in which octets that are not UTF-8 do not count. */
function internationalName(octets: string): string | null {
  // U+FFFD is prohibited in names, and the decoder writes it for octets that do not count.
  if (octets.includes('\xef\xbf\xbd')) return null;
  return toAscii2003(utf8.decode(octetsOfLatin1(octets)).replaceAll('\ufffd', ''), { allowUnassigned: true });
}

/** Digits are an address modulo 2³², and other notations are read as inet_aton does; `null` = not an address. */
function addressOf(host: string): string | null {
  if (/^\d+$/.test(host)) {
    let address = 0;
    for (const digit of host) address = (address * 10 + Number(digit)) % 2 ** 32;
    return String(canonicalIpv4(String(address)));
  }
  if (!/^(?:[1-9]\d*(?:\.\d+){1,3}|0[0-7]*(?:\.[0-7]+){1,3})$/.test(host)) return null;
  const address = canonicalIpv4(host);
  return typeof address === 'string' ? address : null;
}

/** Decodes escapes until none is left. Each character of the result is an octet. */
function unescapeOctets(text: string): string {
  const octets = encodeUtf8(text);
  return latin1Of(octets.subarray(0, decodeEscapes(octets, 256)));
}

function escapeOctets(octets: string): string {
  return octets.replace(/[^!-~]|[#%]/g, (octet) => ESCAPE[octet.charCodeAt(0)] ?? '');
}
