/** What readers find: its order, its places, and what of it is not a part of something else. */
import type { LinkProposal, LinksInText, TextLink, TextRange } from './link.ts';

/** Where links and proposals go, in the order of the text. */
export interface Findings {
  readonly links: TextLink[];
  readonly proposals: LinkProposal[];
}

/** A link or a proposal. */
export type TextFinding = TextLink | LinkProposal;

/** Whether a finding is a link, and not only a proposal. */
export function isTextLink(finding: TextFinding): finding is TextLink {
  return 'delimiter' in finding;
}

/** Proposals that overlap a link. */
const INSIDE_LINKS: ReadonlySet<string> = new Set(['inside-another', 'blank-inside']);

/** Whether a proposal is about a part of a link, or about more than it. */
export function isInsideLinks({ reason }: LinkProposal): boolean {
  return INSIDE_LINKS.has(reason);
}

/** Links, and what may be meant as one, without what is inside a link, in the order of the text. */
export function findingsIn({ links, proposals }: Pick<LinksInText, 'links' | 'proposals'>): readonly TextFinding[] {
  const guesses = proposals.filter((proposal) => proposal.url !== null && !isInsideLinks(proposal));
  return [...links, ...guesses].toSorted(byPlace);
}

interface Placed {
  readonly range: TextRange;
}

/** Compares two findings by where they begin. */
export function byPlace(a: Placed, b: Placed): number {
  return a.range[0] - b.range[0];
}

/** Moves findings in a part of a text to where they are in the whole. */
export function moved<Found extends Placed>(found: readonly Found[], by: number): readonly Found[] {
  return found.map((finding) => ({ ...finding, range: [finding.range[0] + by, finding.range[1] + by] as const }));
}
