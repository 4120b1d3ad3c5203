/**
 * A URL with its meaning. The meaning is made first and the URL from it, so that the library's parser does not check
 * itself.
 */
import fc from 'fast-check';
import { type Authority, authority, type Users } from './authority.ts';
import { anyCase, concat, latin1, literal, type Spelled, SUB_DELIMS, spelled, UNRESERVED } from './text.ts';

export interface Model {
  readonly scheme: string;
  /** Two spellings of one URL. */
  readonly a: string;
  readonly b: string;
  readonly host: string | null;
  readonly port: number | null;
  /** What `details` must contain. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The lines that a client sends with their line ends, as Latin-1 text; `null` if the model does not have them. */
  readonly lines: readonly string[] | null;
}

/** The parts that a scheme's generator makes. */
export interface Parts {
  readonly authority?: Authority;
  readonly rest: Spelled;
  readonly details: Readonly<Record<string, unknown>>;
  readonly lines?: readonly string[];
}

export const none: Spelled = literal('');

const fragment: fc.Arbitrary<Spelled> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(none) },
  {
    weight: 1,
    arbitrary: spelled({ raw: UNRESERVED, fixed: `${SUB_DELIMS}:@/?`, escaped: '%#', maxLength: 5 }).map((text) =>
      concat(literal('#'), text, literal('f')),
    ),
  },
);

/** Blanks at the end of an input belong to the text around it. */
const trimmed = /[\0- ]$/;

/** Completes the parts of a URL: the scheme in any case, sometimes a fragment. */
export function model(scheme: string, parts: fc.Arbitrary<Parts>): fc.Arbitrary<Model> {
  return fc
    .tuple(parts, anyCase(scheme), anyCase(scheme), fragment)
    .map(([{ authority, rest, details, lines = null }, schemeA, schemeB, end]) => {
      const text = concat(literal(':'), authority?.text ?? none, rest, end);
      const closed = trimmed.test(text.a) || trimmed.test(text.b) ? '#end' : '';
      return {
        scheme,
        a: schemeA + text.a + closed,
        b: schemeB + text.b + closed,
        host: authority?.host ?? null,
        port: authority?.port ?? null,
        details,
        lines,
      };
    });
}

/** `//host[:port]`, and `user[:password]@` if the scheme has it. */
export function at(defaultPort: number, users: Users = 'none'): fc.Arbitrary<Authority> {
  return authority(defaultPort, users);
}

/** Whether a segment would be removed (RFC 3986 §5.2.4). */
export function isDotSegment({ octets }: Spelled): boolean {
  return /^\.\.?$/.test(latin1(octets));
}

/** Dot segments without effect, to put before a segment. */
export const detour: fc.Arbitrary<Spelled> = fc
  .tuple(...(['a', 'b'] as const).map(() => fc.constantFrom('', '', '', './', '%2e/', 'zz/../', 'zz/%2E./')))
  .map(([a = '', b = '']) => ({ octets: [], a, b }));

/** A segment of a path in which the delimiters of RFC 3986 are reserved. */
export const segment: fc.Arbitrary<Spelled> = spelled({
  raw: UNRESERVED,
  fixed: `${SUB_DELIMS}:@`,
  escaped: '%#/?;=\\',
  maxLength: 6,
}).filter((text) => !isDotSegment(text));
