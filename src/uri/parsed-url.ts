/**
 * The result of `parse`: the components of a URL as they were written.
 */
import { type Canonical, canonicalParts } from './canonical-parts.ts';
import { ABSENT, type Rewrite } from './rewrite.ts';
import type { SchemeRules } from './scheme-rules.ts';

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

/**
 * The components that a pass found in its text.
 *
 * @param pass - a finished pass
 * @param canonical - its output
 */
export function parsedUrlOf(pass: Rewrite, canonical: Canonical, input: string, rules: SchemeRules): ParsedUrl {
  const { text } = pass;
  const slice = (from: number, to: number): string | null => (from === ABSENT ? null : text.slice(from, to));
  const hasPassword = pass.userFrom !== ABSENT && pass.userTo < pass.passwordTo;
  const { host, port } = canonicalParts(canonical, rules, pass.idna);
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
