/**
 * The generic components of a URL as offsets into one string (RFC 3986 §3, Appendix B).
 *
 * ```
 *   gopher://gopher.example:7070/7/find?words#top
 *   └────┘   └─────────────────┘└─────┘ └───┘ └─┘
 *         ↑                     ↑      ↑     ↑   ↑
 *         schemeTo    pathFrom  pathTo queryTo length
 * ```
 * A component is absent where its delimiter is: there is an authority if `hasAuthority`, a query if
 * `pathTo < queryTo`, a fragment if `queryTo < length`.
 */
import { ABSENT } from './rewrite.ts';

export interface Offsets {
  /** Place of the colon; `ABSENT` in a relative reference. */
  readonly schemeTo: number;
  readonly hasAuthority: boolean;
  /** Where the path begins. */
  readonly pathFrom: number;
  readonly pathTo: number;
  readonly queryTo: number;
}

/** Splits a URI into its five components. Nothing is validated. */
export function split(text: string): Offsets {
  return splitFrom(text, schemeEnd(text));
}

/** Splits what stands behind the scheme whose colon is at `schemeTo`; `ABSENT` splits a relative reference. */
export function splitFrom(text: string, schemeTo: number): Offsets {
  const from = schemeTo + 1;
  const queryTo = endOr(text.indexOf('#', from), text.length);
  const pathTo = endOr(text.indexOf('?', from), queryTo);
  const hasAuthority = text.charCodeAt(from) === 0x2f && text.charCodeAt(from + 1) === 0x2f;
  const pathFrom = hasAuthority ? endOr(text.indexOf('/', from + 2), pathTo) : from;
  return { schemeTo, hasAuthority, pathFrom, pathTo, queryTo };
}

/** Where a component ends whose delimiter was found at `index`, if it was found before the `end` of all. */
export function endOr(index: number, end: number): number {
  return index === ABSENT || index > end ? end : index;
}

/** `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`: place of its colon, `ABSENT` where there is no scheme. */
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
export interface Authority {
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
