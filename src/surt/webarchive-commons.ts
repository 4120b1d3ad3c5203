/**
 * Keys of webarchive-commons (`WaybackURLKeyMaker`), the Java library of Heritrix, OpenWayback and the indexers built
 * on it. It has the rules of the Python package, but reads URLs otherwise:
 *
 * - A URL is text. Escapes that are not UTF-8 stay.
 * - It knows http, https, ftp, mms, rtsp and wais. Before every other scheme it puts `http://`.
 * - International names may have the characters of Unicode 3.2 alone. Others are escaped.
 * - An IPv4 address has four parts.
 */
import { encodeUtf8, utf8Of } from '../octets/octets.ts';
import { endOr, splitUrl } from '../uri/components.ts';
import { canonicalIpv4 } from '../uri/ipv4.ts';
import { ESCAPE } from '../uri/percent.ts';
import { type KeyMaker, type KeyParts, reversed } from './key-parts.ts';
import { toAscii2003 } from './nameprep.ts';
import { decodeEscapes, KeyFault, normalizePath, trimmed } from './reading.ts';

export const webarchiveCommons: KeyMaker = { whole, read, www: /^(?:www\d*\.)+/, reversed: hostInKey };

/** Records of archives that are no copies. */
const RECORD = /^(?:dns:|filedesc:|warcinfo:)/;

const KNOWN = /^(?:https?|ftp|mms|rtsp|wais):\/\//i;

function cleaned(url: string): string {
  return trimmed(url, (code) => code <= 0x20).replace(/[\n\r\t\u2028\u2029\u0085]/g, '');
}

function whole(url: string): string | null {
  if (url === '') return '-';
  if (/^(?:filedesc|warcinfo)/.test(url)) return url;
  if (url.startsWith('dns:')) {
    if (url === 'dns:') throw new KeyFault('host-missing', 0);
    return `${hostInKey(url.slice('dns:'.length))})`;
  }
  const text = cleaned(url);
  if (!RECORD.test(text)) return null;
  return text.includes('(') ? text.slice(text.indexOf('(') + 1) : url;
}

/** An address without its brackets, unless a dot is in it. */
function hostInKey(host: string): string {
  return host.includes('.') ? reversed(host) : host.replace(/^\[(.*)\]$/, '$1');
}

function read(url: string): KeyParts {
  const written = cleaned(url);
  const text = (KNOWN.test(written) ? written : `http://${written}`).replace(/^(https?:\/\/)\/+/, '$1');
  const { schemeTo, pathFrom, pathTo, queryTo } = splitUrl(text);
  const rest = text.length - pathFrom;
  const [name, port] = splitAuthority(text.slice(schemeTo + '://'.length, pathFrom), rest);
  const host = readHost(name);
  if (host === '') throw new KeyFault('host-missing', rest + name.length);
  return {
    scheme: text.slice(0, schemeTo).toLowerCase(),
    host,
    port: readPort(port, rest),
    path: escapeOnce(normalizePath(decodeText(text.slice(pathFrom, pathTo)))),
    query: pathTo === queryTo ? null : escapeOnce(decodeText(text.slice(pathTo + 1, queryTo))),
    end: '',
  };
}

/** Host and port. The first `@` ends the user. After one, no address in brackets is recognised. */
function splitAuthority(authority: string, rest: number): readonly [host: string, port: string] {
  const at = authority.indexOf('@');
  const hostFrom = at + 1;
  const inBrackets = authority.startsWith('[') && at === -1;
  // Without the bracket at its end, an address ends at its first colon.
  const colon = endOr(authority.indexOf(':', inBrackets ? authority.indexOf(']', 1) : hostFrom), authority.length);
  if (authority === '') throw new KeyFault('host-missing', rest);
  return [authority.slice(hostFrom, colon), authority.slice(colon + 1)];
}

/** A port as `Integer.parseInt` reads it: with a sign, too, and −1 is none. */
function readPort(port: string, rest: number): number | null {
  if (port === '') return null;
  if (!/^[+-]?\d+$/.test(port)) throw new KeyFault('port-character', rest + port.length);
  const value = Number(port);
  if (value < -(2 ** 31) || value >= 2 ** 31) throw new KeyFault('port-range', rest + port.length);
  return value === -1 ? null : value;
}

function readHost(name: string): string {
  const decoded = decodeText(name);
  const ascii = toAscii2003(decoded, { allowUnassigned: false }) ?? decoded;
  const host = trimmed(ascii, (code) => code === 0x2e).replace(/\.{2,}/g, '.');
  return addressOf(host) ?? escapeOnce(host.toLowerCase()).toLowerCase();
}

/** Digits that are a `long` are the address of its lower 32 bits. Of four parts, all or none are octal. */
function addressOf(host: string): string | null {
  if (/^\d+$/.test(host)) {
    const digits = host.replace(/^0+/, '');
    if (digits.length > 19 || BigInt(host) >= 2n ** 63n) return null;
    return String(canonicalIpv4(String(BigInt(host) % 2n ** 32n)));
  }
  const radix = /^0[0-7]*(?:\.[0-7]+){3}$/.test(host) ? 8 : /^[1-9]\d*(?:\.\d+){3}$/.test(host) ? 10 : 0;
  if (radix === 0) return null;
  const parts = host.split('.').map((part) => Number.parseInt(part, radix));
  return parts.every((part) => part <= 255) ? parts.join('.') : null;
}

const TAIL = '%[89ab][\\da-f]';

/** A character beyond ASCII in escapes (RFC 3629 §4). */
const CHARACTER = new RegExp(
  `%(?:c[2-9a-f]|d[\\da-f])${TAIL}|` +
    `%(?:e0%[ab][\\da-f]|e[1-9a-cef]${TAIL}|ed%[89][\\da-f])${TAIL}|` +
    `%(?:f0%[9ab][\\da-f]|f[1-3]${TAIL}|f4%8[\\da-f])${TAIL}${TAIL}`,
  'gi',
);

/** Decodes escapes until none is left, but for those that are not UTF-8. */
function decodeText(text: string): string {
  const octets = encodeUtf8(text);
  const decoded = utf8Of(octets.subarray(0, decodeEscapes(octets, 0x80))) ?? '';
  return decoded.replace(CHARACTER, decodeURIComponent);
}

/** Escapes everything but ASCII that is no space, control character, `#` or `%`; an escape stays. */
function escapeOnce(text: string): string {
  return text.replace(/%[\dA-Fa-f]{2}|[^!-\x7f]|[#%]/gu, (found) =>
    found.length === '%00'.length
      ? found.toUpperCase()
      : Array.from(encodeUtf8(found), (octet) => ESCAPE[octet] ?? '').join(''),
  );
}
