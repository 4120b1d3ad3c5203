/** A canonical URL and its parts, from which a scheme reads the meaning; and a URL as it was written. */
import { splitAuthority, splitUrl } from './components.ts';
import { type Idna, withoutIdna } from './idna.ts';
import { ABSENT, type Rewrite } from './rewrite.ts';

/** A string that went through `canonicalize`: ASCII, valid under RFC 3986, and the same when canonicalized again. */
export type Canonical = string & { readonly canonical: unique symbol };

/** The generic parts of a canonical URL, percent-encoded. Absent is `null`, present and empty is `''`. */
export interface Components {
  readonly user: string | null;
  readonly password: string | null;
  /** Lower-case A-labels, dotted decimal, or a bracketed IPv6 address. */
  readonly host: string | null;
  /** The host with its A-labels decoded, for people. A label that is not a valid A-label stays in ASCII. */
  readonly hostUnicode: string | null;
  /** The port that a client connects to: the explicit one, else the scheme's default. */
  readonly port: number | null;
  /** The port that is written in the canonical URL; `null` if it is the default. */
  readonly explicitPort: number | null;
  readonly path: string;
  readonly query: string | null;
  readonly fragment: string | null;
}

/** The components of a canonical URL with its scheme. */
export interface Parts extends Components {
  readonly scheme: string;
}

/** What the parts of a URL need of the rules of its scheme. */
interface PortRules {
  readonly defaultPort: number | null;
}

/** Splits a canonical URL. */
export function canonicalParts(canonical: Canonical, { defaultPort }: PortRules, idna: Idna): Parts {
  const { schemeTo, hasAuthority, pathFrom, pathTo, queryTo } = splitUrl(canonical);
  const authority = hasAuthority ? splitAuthority(canonical.slice(schemeTo + '://'.length, pathFrom)) : null;
  const host = authority?.host ?? null;
  const explicitPort = authority?.port ?? null;
  return {
    scheme: canonical.slice(0, schemeTo),
    user: authority?.user ?? null,
    password: authority?.password ?? null,
    host,
    hostUnicode: host === null ? null : unicodeHost(host, idna),
    port: explicitPort ?? (authority === null ? null : defaultPort),
    explicitPort,
    path: canonical.slice(pathFrom, pathTo),
    query: pathTo < queryTo ? canonical.slice(pathTo + 1, queryTo) : null,
    fragment: queryTo < canonical.length ? canonical.slice(queryTo + 1) : null,
  };
}

/** The DNS has no longer names, in octets with a final dot (RFC 1035 §2.3.4). */
export const LONGEST_NAME = 254;

const A_LABEL = /(?:^|\.)xn--/;

/** The characters that a canonical host has only as escapes. */
const ESCAPED = /%(?:22|60|7B|7D)/g;

/**
 * The Unicode form of a canonical host (WHATWG URL §3.3, "domain to Unicode"). A label that is not valid stays as it
 * is; so do all without IDNA. `unicodeHost('xn--bcher-kva.example', idna)` is `'bücher.example'`.
 */
export function unicodeHost(host: string, idna: Idna): string {
  if (host.length > LONGEST_NAME || !A_LABEL.test(host)) return host;
  const decoded = host.replace(ESCAPED, decodeURIComponent);
  const unicode = idna.toUnicode(decoded);
  return unicode === null || unicode === decoded ? host : unicode;
}

/** A URL as it was written: no component is normalized. */
export interface ParsedUrl {
  readonly input: string;
  /** In lower case. */
  readonly scheme: string;
  readonly user: string | null;
  readonly password: string | null;
  readonly host: string | null;
  /** The digits as they were written; `''` if there is only the colon. */
  readonly port: string | null;
  readonly path: string;
  readonly query: string | null;
  readonly fragment: string | null;
  /** Where a client would connect. */
  readonly effective: { readonly host: string | null; readonly port: number | null };
}

/** The components that a pass found in its text. */
export function parsedUrlOf(pass: Rewrite, canonical: Canonical, input: string, rules: PortRules): ParsedUrl {
  const { text } = pass;
  const slice = (from: number, to: number): string | null => (from === ABSENT ? null : text.slice(from, to));
  const hasPassword = pass.userFrom !== ABSENT && pass.userTo < pass.passwordTo;
  // Nothing here is in Unicode.
  const { host, port } = canonicalParts(canonical, rules, withoutIdna);
  return {
    input,
    scheme: text.slice(0, pass.schemeTo).toLowerCase(),
    user: slice(pass.userFrom, pass.userTo),
    password: hasPassword ? text.slice(pass.userTo + 1, pass.passwordTo) : null,
    host: slice(pass.hostFrom, pass.hostTo),
    port: slice(pass.portFrom, pass.portTo),
    path: text.slice(pass.pathFrom, pass.pathTo),
    query: pass.pathTo < pass.queryTo ? text.slice(pass.pathTo + 1, pass.queryTo) : null,
    fragment: pass.queryTo < text.length ? text.slice(pass.queryTo + 1) : null,
    effective: { host, port },
  };
}
