/**
 * Hosts (RFC 3986 §3.2.2). A network host is decoded once and checked *before* any other parser sees it. Only then is
 * it mapped by UTS 46 or read as an address, as browsers do. A registered name of an unknown scheme keeps its octets.
 */
import { REG_NAME } from './characters.ts';
import type { DiagnosticEntry } from './diagnostic.ts';
import { generic } from './generic-diagnostics.ts';
import { canonicalIpv4, endsInNumber } from './ipv4.ts';
import { canonicalIpv6 } from './ipv6.ts';
import { decodeOctets, utf8Of } from './octets.ts';
import { octetAt, policy, rewriteComponent } from './percent.ts';
import { ABSENT, Rewrite } from './rewrite.ts';

/** Why a host was refused, and the offset of the defect in it. */
export interface HostError {
  readonly error: DiagnosticEntry;
  readonly index: number;
}

/** The parse result of a host: its canonical form, why it was rewritten, and its unusual features. */
export interface Host {
  readonly host: string;
  /** Why `host` differs from what was written; `null` if it does not. */
  readonly change: DiagnosticEntry | null;
  readonly notes: readonly DiagnosticEntry[];
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
export function readHost(raw: string, kind: HostKind): Host | HostError {
  if (raw.startsWith('[')) return readIpLiteral(raw, kind);
  return kind === 'registered' ? readRegisteredName(raw) : readNetworkHost(raw);
}

/** `IP-literal = "[" ( IPv6address / IPvFuture ) "]"` */
function readIpLiteral(raw: string, kind: HostKind): Host | HostError {
  if (!raw.endsWith(']')) return { error: generic['host-ipv6'], index: 0 };
  const inner = raw.slice(1, -1);
  if (inner.includes('%')) return { error: generic['host-zone-id'], index: 1 + inner.indexOf('%') };
  if (/^[vV]/.test(inner)) {
    if (kind === 'web') return { error: generic['host-ipvfuture'], index: 1 };
    if (!/^[vV][0-9a-fA-F]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+$/.test(inner))
      return { error: generic['host-ipv6'], index: 1 };
    return rewritten(raw, raw.toLowerCase(), generic['host-case']);
  }
  const address = canonicalIpv6(inner);
  if (address === null) return { error: generic['host-ipv6'], index: 1 };
  return kind === 'registered'
    ? rewritten(raw, raw.toLowerCase(), generic['host-case'])
    : rewritten(raw, `[${address}]`, generic['host-ipv6-form']);
}

/** Characters that no decoded host may contain (WHATWG URL, "forbidden domain code point"). */
const FORBIDDEN = /[\0-\x20#%/:<>?@[\\\]^|\x7f]/;

/** Characters that a host may contain, but that RFC 3986 requires to be escaped. */
const ESCAPED_IN_HOST = /["`{}]/g;

function readNetworkHost(raw: string): Host | HostError {
  const decoded = decodeHost(raw);
  if (typeof decoded !== 'string') return decoded;
  if (FORBIDDEN.test(decoded)) return { error: generic['host-forbidden-character'], index: firstForbidden(raw) };
  const ascii = asciiHost(decoded);
  if (ascii === null) return { error: generic['host-idna'], index: 0 };
  if (endsInNumber(ascii)) {
    const address = canonicalIpv4(ascii);
    return address === null
      ? { error: generic['host-ipv4'], index: 0 }
      : rewritten(raw, address, generic['host-ipv4-obfuscated']);
  }
  const host = ascii.replace(ESCAPED_IN_HOST, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return { ...rewritten(raw, host, changeOf(raw, decoded)), notes: notesOf(host) };
}

/** The offset of the first forbidden character, raw or as an escape. All are ASCII, so each is one octet. */
function firstForbidden(raw: string): number {
  const isForbidden = ([unit]: RegExpMatchArray): boolean =>
    FORBIDDEN.test(unit.length > 1 ? String.fromCharCode(octetAt(unit, 0)) : unit);
  return [...raw.matchAll(/%..|./gs)].find(isForbidden)?.index ?? 0;
}

/** The host decoded once; bad escapes and octets that are not UTF-8 are errors. */
function decodeHost(raw: string): string | HostError {
  const percent = raw.indexOf('%');
  if (percent === ABSENT) return raw;
  for (let index = percent; index !== ABSENT; index = raw.indexOf('%', index + 1)) {
    if (octetAt(raw, index) === ABSENT) return { error: generic['host-percent-malformed'], index };
  }
  // Raw characters beyond ASCII may occur beside escapes: only the escapes are octets.
  let decoded = '';
  for (const { 0: run, index } of raw.matchAll(/(?:%..)+|[^%]+/g)) {
    const text = run.startsWith('%') ? utf8Of(decodeOctets(run)) : run;
    if (text === null) return { error: generic['host-utf8'], index };
    decoded += text;
  }
  return decoded;
}

/** Maps a name to A-labels in lower case (UTS 46); `null` if the name is not valid. Numbers stay as they are. */
function asciiHost(decoded: string): string | null {
  const lower = decoded.toLowerCase();
  if (/^[\0-\x7f]*$/.test(decoded) && !/(?:^|\.)xn--/.test(lower)) return lower;
  // The platform also reads IPv4 addresses, but the result is the same as ours.
  return platformHost(decoded);
}

/** The platform's own UTS 46; `null` if it refuses the name. `URL.canParse` is wrong about Latin-1 strings in V8. */
export function platformHost(name: string): string | null {
  try {
    return new URL(`https://${name}`).hostname;
  } catch {
    return null;
  }
}

function rewritten(raw: string, host: string, change: DiagnosticEntry): Host {
  return { host, change: raw === host ? null : change, notes: [] };
}

function changeOf(raw: string, decoded: string): DiagnosticEntry {
  if (!/^[\0-\x7f]*$/.test(decoded)) return generic['host-idna-mapped'];
  return raw === decoded ? generic['host-case'] : generic['host-percent'];
}

/** Diagnostics for what is allowed in a host but unusual. */
function notesOf(host: string): DiagnosticEntry[] {
  const notes: DiagnosticEntry[] = [];
  const labels = host.split('.');
  if (labels.length > 1 && labels.at(-1) === '') {
    labels.pop();
    notes.push(generic['host-trailing-dot']);
  }
  if (labels.includes('')) notes.push(generic['host-empty-label']);
  if (host.includes('_')) notes.push(generic['host-underscore']);
  if (/[^a-z0-9\-._]/.test(host)) notes.push(generic['host-unusual-character']);
  else if (labels.some((label) => label.startsWith('-') || label.endsWith('-'))) notes.push(generic['host-hyphen']);
  if (/^[0-9]/.test(labels.at(-1) ?? '')) notes.push(generic['host-top-label-digit']);
  return notes;
}

const REGISTERED = policy(REG_NAME);

/** Reads a registered name: makes its escapes canonical and the letters outside them lower case. */
function readRegisteredName(raw: string): Host | HostError {
  const pass = new Rewrite().begin(raw, raw, null);
  rewriteComponent(pass, 0, raw.length, REGISTERED);
  const host = pass.end().replace(/%..|[A-Z]+/g, (run) => (run.startsWith('%') ? run : run.toLowerCase()));
  return rewritten(raw, host, /%|[^\0-\x7f]/.test(raw) ? generic['host-percent'] : generic['host-case']);
}
