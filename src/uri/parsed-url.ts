/**
 * What a pass has read, as the values that the library gives away.
 */
import type { Canonical, Components, Parts, Scheme } from '../schemes/scheme.ts';
import { split, splitAuthority } from './components.ts';
import type { Diagnostic } from './diagnostic.ts';
import { unicodeHost } from './host-unicode.ts';
import { ABSENT, type Rewrite } from './rewrite.ts';
import type { Step } from './unwrap.ts';

/** A URL as it was written: no component is normalized. */
export interface ParsedUrl {
  readonly input: string;
  /** In lower case. */
  readonly scheme: string;
  readonly user: string | null;
  readonly password: string | null;
  readonly host: string | null;
  /** The digits as they stand; `''` where only the colon does. */
  readonly port: string | null;
  readonly path: string;
  readonly query: string | null;
  readonly fragment: string | null;
  /** Where a client would connect. */
  readonly effective: { readonly host: string | null; readonly port: number | null };
}

/** The parts of a canonical URL. */
export function partsOf(canonical: Canonical, scheme: Scheme): Parts {
  const { schemeTo, hasAuthority, authorityTo, pathTo, queryTo } = split(canonical);
  const authority = hasAuthority ? splitAuthority(canonical.slice(schemeTo + 3, authorityTo)) : null;
  const host = authority?.host ?? null;
  const explicitPort = authority?.port ?? null;
  const components: Components = {
    user: authority?.user ?? null,
    password: authority?.password ?? null,
    host,
    hostUnicode: host === null ? null : unicodeHost(host),
    port: explicitPort ?? (authority === null ? null : scheme.defaultPort),
    explicitPort,
    path: canonical.slice(authorityTo, pathTo),
    query: pathTo < queryTo ? canonical.slice(pathTo + 1, queryTo) : null,
    fragment: queryTo < canonical.length ? canonical.slice(queryTo + 1) : null,
  };
  return { scheme: canonical.slice(0, schemeTo), ...components };
}

/** The parts of what a pass has read, as they were written. */
export function partsAsWritten(pass: Rewrite, canonical: Canonical, input: string, scheme: Scheme): ParsedUrl {
  const { text } = pass;
  const slice = (from: number, to: number): string | null => (from === ABSENT ? null : text.slice(from, to));
  const hasPassword = pass.userFrom !== ABSENT && pass.userTo < pass.passwordTo;
  const name = text.slice(0, pass.schemeTo).toLowerCase();
  const effective = partsOf(canonical, scheme);
  return {
    input,
    scheme: name,
    user: slice(pass.userFrom, pass.userTo),
    password: hasPassword ? text.slice(pass.userTo + 1, pass.passwordTo) : null,
    host: slice(pass.hostFrom, pass.hostTo),
    port: slice(pass.portFrom, pass.portTo),
    path: text.slice(pass.pathFrom, pass.pathTo),
    query: pass.pathTo < pass.queryTo ? text.slice(pass.pathTo + 1, pass.queryTo) : null,
    fragment: pass.queryTo < text.length ? text.slice(pass.queryTo + 1) : null,
    effective: { host: effective.host, port: effective.port },
  };
}

/** A step of preparation as a diagnostic. */
export function diagnosticOf({ diagnostic, at, after }: Step, input: string): Diagnostic {
  const { code, severity, message, spec } = diagnostic;
  return { code, severity, at, before: input.slice(at[0], at[1]), after, message, spec };
}
