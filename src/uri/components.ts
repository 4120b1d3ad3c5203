/**
 * The generic components of a URL as offsets into one string (RFC 3986 §3, Appendix B).
 *
 * ```
 *   http://user:secret@h.example:8080/path?query#fragment
 *       │  │   │      ││        ││   │    │     │
 *       │  │   │      ││        ││   │    │     queryTo
 *       │  │   │      ││        ││   │    pathTo
 *       │  │   │      ││        ││   portTo, pathFrom
 *       │  │   │      ││        │portFrom
 *       │  │   │      ││        hostTo
 *       │  │   │      │hostFrom
 *       │  │   │      passwordTo
 *       │  │   userTo
 *       │  userFrom
 *       schemeTo
 * ```
 * A pass (rewrite.ts) has all of them; {@link splitUrl} gives `schemeTo`, `pathFrom`, `pathTo` and `queryTo`. There is
 * a query if `pathTo < queryTo`, and a fragment if `queryTo < length`. Without user info, host or port, `userFrom`,
 * `hostFrom` or `portFrom` is `ABSENT`, and the ends that belong to it mean nothing. There is a password if
 * `userTo < passwordTo`. `userControl` is the first control character between `userFrom` and `passwordTo`, or `ABSENT`.
 */
import { ABSENT } from './rewrite.ts';

/** The offsets in a split URL. */
export interface Offsets {
  /** The offset of the colon; `ABSENT` in a relative reference. */
  readonly schemeTo: number;
  readonly hasAuthority: boolean;
  readonly pathFrom: number;
  readonly pathTo: number;
  readonly queryTo: number;
}

/** Splits a URI into its five components. Nothing is validated. */
export function splitUrl(text: string): Offsets {
  return splitAfterScheme(text, schemeEnd(text));
}

/** Splits what follows the scheme whose colon is at `schemeTo`; `ABSENT` splits a relative reference. */
export function splitAfterScheme(text: string, schemeTo: number): Offsets {
  const from = schemeTo + 1;
  const queryTo = endOr(text.indexOf('#', from), text.length);
  const pathTo = endOr(text.indexOf('?', from), queryTo);
  const hasAuthority = text.charCodeAt(from) === 0x2f && text.charCodeAt(from + 1) === 0x2f;
  const pathFrom = hasAuthority ? endOr(text.indexOf('/', from + 2), pathTo) : from;
  return { schemeTo, hasAuthority, pathFrom, pathTo, queryTo };
}

/** The end of a component whose delimiter was found at `index`; `end` if it was not found before that. */
export function endOr(index: number, end: number): number {
  return index === ABSENT || index > end ? end : index;
}

/** `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`: the offset of its colon, `ABSENT` if there is no scheme. */
export function schemeEnd(text: string): number {
  const first = text.charCodeAt(0) | 0x20;
  if (!(first >= 0x61 && first <= 0x7a)) return ABSENT;
  for (let index = 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x3a) return index;
    const letter = code | 0x20;
    const allowed =
      (letter >= 0x61 && letter <= 0x7a) ||
      (code >= 0x30 && code <= 0x39) ||
      code === 0x2b ||
      code === 0x2d ||
      code === 0x2e;
    if (!allowed) return ABSENT;
  }
  return ABSENT;
}

/** The parts of a canonical URL's authority, as text. */
interface Authority {
  readonly user: string | null;
  readonly password: string | null;
  readonly host: string;
  readonly port: number | null;
}

/** Splits a canonical authority (no `//`). */
export function splitAuthority(authority: string): Authority {
  const at = authority.lastIndexOf('@');
  const userInfo = at === ABSENT ? null : authority.slice(0, at);
  const colon = userInfo === null ? ABSENT : userInfo.indexOf(':');
  const hostPort = authority.slice(at + 1);
  const portColon = /:[0-9]+$/.exec(hostPort)?.index ?? hostPort.length;
  return {
    user: userInfo === null || colon === ABSENT ? userInfo : userInfo.slice(0, colon),
    password: userInfo === null || colon === ABSENT ? null : userInfo.slice(colon + 1),
    host: hostPort.slice(0, portColon),
    port: portColon < hostPort.length ? Number(hostPort.slice(portColon + 1)) : null,
  };
}
