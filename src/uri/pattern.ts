/**
 * Sources of regular expressions that recognise canonical components, made from the policies by which the
 * components are rewritten. They match most canonical components and nothing else, so a match needs no pass.
 */
import { ESCAPE, isPlain, type Policy } from './percent.ts';
import type { Syntax } from './syntax.ts';

/** Octets whose escapes do not match, so that the pass checks them. */
export type Excluded = 'none' | 'line breaks' | 'controls';

const EXCLUDED: Readonly<Record<Excluded, (octet: number) => boolean>> = {
  none: () => false,
  'line breaks': (octet) => octet === 0x0a || octet === 0x0d,
  controls: (octet) => octet < 0x20 || octet === 0x7f,
};

/** Any run of characters and escapes that a policy leaves alone, except the characters `without`. */
export function runPattern(policy: Policy, excluded: Excluded = 'none', without = ''): string {
  const plain = characterPattern(policy, without);
  // Unrolled: regular expression engines are fastest in a loop over one class.
  return `${plain}*(?:${escapePattern(policy, excluded)}${plain}*)*`;
}

/** One character that a policy leaves alone, except the characters `without`. */
export function characterPattern(policy: Policy, without = ''): string {
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const plain = characters.filter((character) => isPlain(policy, character) && !without.includes(character));
  return `[${plain.join('').replace(/[\\\]^-]/g, '\\$&')}]`;
}

/** One escape that a policy leaves alone: `%(?:0[0-9A-F]|2[0-35-9A-F]|…)`. */
function escapePattern({ decoded }: Policy, excluded: Excluded): string {
  const rows = [...'0123456789ABCDEF'].flatMap((high) => {
    const kept = ESCAPE.filter(
      (triplet, octet) => triplet.charAt(1) === high && decoded[octet] === 0 && !EXCLUDED[excluded](octet),
    );
    return kept.length === 0 ? [] : `${high}[${kept.map((triplet) => triplet.charAt(2)).join('')}]`;
  });
  return `%(?:${rows.join('|')})`;
}

const NAME = '(?:[a-z0-9]+[.-])*[a-z][a-z0-9]*';
const OCTET = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';

/**
 * A host name that UTS 46 leaves alone or an IPv4 address, perhaps a port other than the default, and `rest`.
 * If something else follows the host, the match ends there: a failure would make the engine try every shorter host.
 *
 * @param port - the default port
 * @param rest - source of what follows; it begins with a slash
 */
export function authorityPattern(port: number | null, rest: string): string {
  return `//(?:${NAME}|(?:${OCTET}\\.){3}${OCTET})(?::(?!${port}/)[1-9][0-9]{0,3})?(?!$)(?:${rest})?`;
}

/** A path that begins with a slash and, if there are dot segments, has no segment that begins with a dot. */
export function pathPattern({ dotSegments, policies }: Syntax, excluded: Excluded = 'none'): string {
  if (!dotSegments) return `/${runPattern(policies.path, excluded)}`;
  const segment = `${characterPattern(policies.path, '/.')}${runPattern(policies.path, excluded, '/')}`;
  return `(?:/(?:${segment})?)+`;
}

/** What may follow the path. */
export function tailPattern({ query, policies }: Syntax): string {
  const fragment = `(?:#${runPattern(policies.fragment)})?`;
  return query ? `(?:\\?${runPattern(policies.query)})?${fragment}` : fragment;
}
