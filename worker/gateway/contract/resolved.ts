/** What the API says about one URL: the members of the JSON, in their order, each with what makes it. */
import { shownSentence } from '../../../src/definition-of.ts';
import type { Canonical, Resolution } from '../../../src/index.ts';
import { surtOf } from '../../../src/surt.ts';
import type { Opening } from './opens.ts';

/** A URL that was read, in a request. */
export interface ResolvedUrl {
  readonly canonical: Canonical;
  /** The spelling that the key of an archive is made of. */
  readonly keySource: () => string;
  readonly resolution: () => Resolution;
  /** How this service opens it. */
  readonly opening: () => Opening;
}

/** A member that is `undefined` is absent. */
const MEMBERS = {
  input: ({ resolution }: ResolvedUrl) => resolution().input,
  canonical: ({ canonical }: ResolvedUrl) => canonical,
  sentence: ({ resolution }: ResolvedUrl) => shownSentence(resolution()),
  base: ({ resolution }: ResolvedUrl) => resolution().base,
  kind: ({ resolution }: ResolvedUrl) => resolution().kind,
  scheme: ({ resolution }: ResolvedUrl) => resolution().scheme,
  components: ({ resolution }: ResolvedUrl) => resolution().components,
  details: ({ resolution }: ResolvedUrl): unknown => resolution().details,
  request: ({ resolution }: ResolvedUrl): unknown => resolution().request,
  diagnostics: ({ resolution }: ResolvedUrl) => resolution().diagnostics,
  omittedDiagnostics: ({ resolution }: ResolvedUrl) => resolution().omittedDiagnostics,
  omitted: ({ resolution }: ResolvedUrl) => resolution().omitted,
  opens: ({ opening }: ResolvedUrl) => opening().opens,
  links: ({ opening }: ResolvedUrl) => opening().links,
  surt: ({ keySource }: ResolvedUrl) => surtOf(keySource()),
} as const;

export type ResolvedMember = keyof typeof MEMBERS;

// `Object.keys` has the names as texts.
export const RESOLVED_MEMBERS = Object.keys(MEMBERS) as readonly ResolvedMember[];

/** The members that follow from the canonical form, which takes a third of the time of a resolution. */
const FROM_CANONICAL: ReadonlySet<ResolvedMember> = new Set(['canonical', 'surt']);

/** Whether the canonical form is all that these members need. */
export function needOnlyCanonical(members: readonly ResolvedMember[]): boolean {
  return members.every((member) => FROM_CANONICAL.has(member));
}

/** Only who asks for it gets the key of an archive. */
const USUAL = RESOLVED_MEMBERS.filter((member) => member !== 'surt');

/** The count of what a member lacks comes with it. */
const COUNTS: Readonly<Partial<Record<ResolvedMember, ResolvedMember>>> = {
  details: 'omitted',
  request: 'omitted',
  diagnostics: 'omittedDiagnostics',
};

/** The JSON about a URL. */
export function resolvedJson(resolved: ResolvedUrl, members: readonly ResolvedMember[] = USUAL): object {
  const counts = members === USUAL ? [] : members.flatMap((member) => COUNTS[member] ?? []);
  const json: Record<string, unknown> = {};
  for (const member of [...members, ...counts]) {
    const value = MEMBERS[member](resolved);
    if (value !== undefined) json[member] = value;
  }
  return json;
}
