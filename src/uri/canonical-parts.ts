/**
 * A canonical URL and its parts, from which a scheme reads the meaning.
 */
import { splitAuthority, splitUrl } from './components.ts';
import { unicodeHost } from './host-unicode.ts';
import type { Idna } from './idna.ts';
import type { SchemeRules } from './scheme-rules.ts';

/** A string that went through `canonicalize`: ASCII, valid under RFC 3986, and the same when canonicalized again. */
export type Canonical = string & { readonly canonical: unique symbol };

/** The generic parts of a canonical URL, percent-encoded. Absent is `null`, present and empty is `''`. */
export interface Components {
  readonly user: string | null;
  readonly password: string | null;
  /** Lower-case A-labels, dotted decimal, or a bracketed IPv6 address. */
  readonly host: string | null;
  /** The host with its A-labels decoded, for people. */
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

/** Splits a canonical URL. */
export function canonicalParts(canonical: Canonical, { defaultPort }: SchemeRules, idna: Idna): Parts {
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
