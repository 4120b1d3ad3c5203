/**
 * Hosts (RFC 3986 §3.2.2). A network host is decoded once, mapped by UTS 46, checked, and then perhaps read as an IPv4
 * address, in the order of the URL Standard's host parser. A registered name of an unknown scheme keeps its octets.
 */

import { utf8Of } from '../octets/octets.ts';
import { REG_NAME } from './characters.ts';
import { decodeOctets } from './decode.ts';
import type { GenericDiagnosticCode } from './generic-diagnostics.ts';
import type { IdnaToAscii } from './idna.ts';
import { canonicalIpv4, endsInNumber } from './ipv4.ts';
import { canonicalIpv6 } from './ipv6.ts';
import { octetAt, policy, rewriteComponent } from './percent.ts';
import { ABSENT, Rewrite } from './rewrite.ts';

/** Why a host was refused, and the offset of the defect in it. */
interface HostError {
  readonly error: GenericDiagnosticCode;
  readonly index: number;
  /** Where the defect ends; absent if it is one character or escape. */
  readonly to?: number;
}

/** `[index, to)` of a host. */
interface HostRange {
  readonly index: number;
  readonly to: number;
}

/** The parse result of a host: its canonical form, and why it was rewritten. */
interface Host {
  readonly host: string;
  /** Why `host` differs from what was written; `null` if it does not. */
  readonly change: GenericDiagnosticCode | null;
}

/** The kind of host that a scheme has. */
export type HostKind =
  /** A host on the Internet, IPvFuture refused (http, https). */
  | 'web'
  /** A host on the Internet. */
  | 'network'
  /** A registered name of any kind. */
  | 'registered';

/** Reads a host as it is written in a URL, brackets included. */
export function readHost(raw: string, kind: HostKind, idna: IdnaToAscii): Host | HostError {
  if (raw.startsWith('[')) return readIpLiteral(raw, kind);
  return kind === 'registered' ? readRegisteredName(raw, idna) : readNetworkHost(raw, idna);
}

/** `IP-literal = "[" ( IPv6address / IPvFuture ) "]"` */
function readIpLiteral(raw: string, kind: HostKind): Host | HostError {
  const end = raw.indexOf(']') + 1;
  // The bracket if it is not closed, otherwise what follows it.
  if (end < raw.length) return { error: 'host-ipv6', index: end };
  const inner = raw.slice(1, -1);
  const percent = inner.indexOf('%');
  if (percent !== ABSENT) {
    // `[fe80::1%25eth0]` (RFC 6874), and `[fe80::1%eth0]` as people write it
    const isZone = canonicalIpv6(inner.slice(0, percent)) !== null;
    return { error: isZone ? 'host-zone-id' : 'host-literal-escape', index: 1 + percent };
  }
  if (/^[vV]/.test(inner)) {
    if (kind === 'web') return { error: 'host-ipvfuture', index: 1 };
    const isFuture = /^[vV][0-9a-fA-F]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/.test(inner);
    return isFuture ? rewritten(raw, raw.toLowerCase(), 'host-case') : { error: 'host-ipv6', index: 1, to: end - 1 };
  }
  const address = canonicalIpv6(inner);
  if (address === null) {
    // The first character that no address has, otherwise the whole address.
    const [defect = inner] = /[^\da-f.:]/iu.exec(inner) ?? [];
    const index = 1 + inner.indexOf(defect);
    return { error: 'host-ipv6', index, to: index + defect.length };
  }
  return kind === 'registered'
    ? rewritten(raw, raw.toLowerCase(), 'host-case')
    : rewritten(raw, `[${address}]`, 'host-ipv6-form');
}

/**
 * Characters that no host may contain (WHATWG URL, "forbidden domain code point"). They are looked for in the mapped
 * host: some characters are mapped to them, and `<` with U+0338 becomes `≮`, which is allowed.
 */
const FORBIDDEN = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;

/** Characters that a host may contain, but that RFC 3986 requires to be escaped. */
const ESCAPED_IN_HOST = /["`{}]/g;

/** A name that only needs lower case, if that: no label ends in a hyphen, has two in a row, or looks like a number. */
export const USUAL_NAME = /^(?:[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*\.)*[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*$/;

function readNetworkHost(raw: string, idna: IdnaToAscii): Host | HostError {
  if (USUAL_NAME.test(raw)) return rewritten(raw, raw.toLowerCase(), 'host-case');
  const decoded = decodeHost(raw);
  if (typeof decoded !== 'string') return decoded;
  const ascii = domainToAscii(decoded, idna);
  const isForbidden = FORBIDDEN.test(typeof ascii === 'string' ? ascii : decoded);
  if (isForbidden) return { error: 'host-forbidden-character', index: firstWrong(raw, isForbiddenUnit) };
  if (typeof ascii !== 'string') {
    return { ...ascii, ...(ascii.error === 'host-idna' ? defectOf(raw, idna) : { index: 0 }) };
  }
  if (endsInNumber(ascii)) {
    const address = canonicalIpv4(ascii);
    if (typeof address === 'string') return rewritten(raw, address, 'host-ipv4-obfuscated');
    return { error: 'host-ipv4', ...rangeOf([...raw.matchAll(LABEL)][address] ?? { 0: raw, index: 0 }) };
  }
  const host = ascii.replace(ESCAPED_IN_HOST, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return rewritten(raw, host, changeOf(raw, decoded));
}

/** Forbidden characters, raw or as escapes. All are ASCII, so each is one octet. */
function isForbiddenUnit(unit: string): boolean {
  return FORBIDDEN.test(unit.length > 1 ? String.fromCharCode(octetAt(unit, 0)) : unit);
}

/** A character, raw or as the escapes of its octets in UTF-8, whose first one says how many there are. */
const UNIT = /%[cd].(?:%..)?|%e.(?:%..){0,2}|%f.(?:%..){0,3}|%..|./gis;

/** The offset of the first character of a host that is wrong. */
function firstWrong(raw: string, isWrong: (unit: string) => boolean): number {
  return [...raw.matchAll(UNIT)].find(([unit]) => isWrong(unit))?.index ?? 0;
}

/** The host decoded once; bad escapes and octets that are not UTF-8 are errors. */
export function decodeHost(raw: string): string | HostError {
  const percent = raw.indexOf('%');
  if (percent === ABSENT) return raw;
  for (let index = percent; index !== ABSENT; index = raw.indexOf('%', index + 1)) {
    if (octetAt(raw, index) === ABSENT) return { error: 'host-percent-malformed', index };
  }
  try {
    return decodeURIComponent(raw);
  } catch {
    return { error: 'host-utf8', index: firstWrong(raw, (unit) => utf8Of(decodeOctets(unit)) === null) };
  }
}

export const ASCII = /^[\0-\x7f]*$/;

/**
 * The most characters of a name outside of ASCII. The DNS allows 253, and mapping takes time. Browsers have no limit.
 */
const MAX_UNICODE_LENGTH = 4096;

/**
 * Maps a decoded name to A-labels in lower case (WHATWG URL §3.3, "domain to ASCII"). A name of ASCII characters needs
 * nothing of IDNA: since June 2026 it is kept even if a label behind `xn--` is not valid, because such sites exist.
 * Returns the name, or why it was refused.
 */
export function domainToAscii(decoded: string, idna: IdnaToAscii): string | Pick<HostError, 'error'> {
  if (ASCII.test(decoded)) return decoded.toLowerCase();
  if (isLonger(decoded, MAX_UNICODE_LENGTH)) return { error: 'host-too-long' };
  if (!idna.available) return { error: 'host-idna-unavailable' };
  return idna.toAscii(decoded) ?? { error: 'host-idna' };
}

export const A_LABEL = /(?:^|\.)xn--/i;

/** A label, perhaps empty, between full stops as UTS 46 §2.3 has them, raw or as escapes. */
const LABEL =
  /(?<=^|\.|[\u3002\uff0e\uff61]|%2e|%e3%80%82|%ef%bc%8e|%ef%bd%a1)(?:(?!\.|[\u3002\uff0e\uff61]|%2e|%e3%80%82|%ef%bc%8e|%ef%bd%a1).)*/gisu;

/** The labels of a host as it is written that are not valid for themselves. */
export function* labelsNotValid(raw: string, idna: IdnaToAscii): Generator<HostRange> {
  for (const label of raw.matchAll(LABEL)) {
    const decoded = decodeHost(label[0]);
    const isChecked = typeof decoded === 'string' && (!ASCII.test(decoded) || A_LABEL.test(decoded));
    if (isChecked && idna.toAscii(decoded) === null) yield rangeOf(label);
  }
}

function rangeOf({ 0: label, index }: Pick<RegExpExecArray, 0 | 'index'>): HostRange {
  return { index, to: index + label.length };
}

/** Where a host that UTS 46 refuses is wrong: in its first wrong label, or in how its labels stand together. */
function defectOf(raw: string, idna: IdnaToAscii): HostRange {
  return labelsNotValid(raw, idna).next().value ?? { index: 0, to: raw.length };
}

/** Whether a text has more characters, which are one or two UTF-16 code units each. */
function isLonger(text: string, length: number): boolean {
  return text.length > length && (text.length > 2 * length || Array.from(text).length > length);
}

function rewritten(raw: string, host: string, change: GenericDiagnosticCode): Host {
  return { host, change: raw === host ? null : change };
}

function changeOf(raw: string, decoded: string): GenericDiagnosticCode {
  if (!ASCII.test(decoded)) return 'host-idna-mapped';
  return raw === decoded ? 'host-case' : 'host-percent';
}

const REGISTERED = policy(REG_NAME);

/** Reads a registered name: makes its escapes canonical and the letters outside them lower case. */
function readRegisteredName(raw: string, idna: IdnaToAscii): Host | HostError {
  const pass = new Rewrite(idna).begin(raw, raw, null);
  rewriteComponent(pass, 0, raw.length, REGISTERED);
  const host = pass.end().replace(/%..|[A-Z]+/g, (run) => (run.startsWith('%') ? run : run.toLowerCase()));
  return rewritten(raw, host, /%|[^\0-\x7f]/.test(raw) ? 'host-percent' : 'host-case');
}
