/**
 * A living address for a dead link: where the server says that it moved, its place in a table of successors, or a copy
 * that an archive says it has. Nothing is guessed: the server of the replacement, or the archive, has answered. What
 * the Web of the same host has is a suggestion, and a replacement only if it is certainly the same.
 */

import { canonicalize, parse } from '../../src/index.ts';
import { CERTAINTIES, type CheckStatus, STATUSES } from '../../src/open/statuses.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import type { CheckedLink, LinkChecker, SuccessorSuggestion } from '../network/contract.ts';
import { type Mirror, mirrored } from '../rewrite/rewriters.ts';

/** Where replacements come from. */
export interface ReplacementSources {
  /** The statuses of links that count as dead. */
  readonly dead: ReadonlySet<CheckStatus>;
  /** Old and new prefixes. */
  readonly successors: readonly Mirror[];
  /** The archives that are asked for copies, as the setting `ARCHIVES` has them; `null` = none. */
  readonly archives: string | null;
  /** Whether the Web of the same host is asked. */
  readonly suggest: boolean;
  /** Whether what it has is a replacement if it is certainly the same. */
  readonly takeSame: boolean;
}

/** A living address. */
interface LivingAddress {
  readonly url: string;
  readonly source: 'moved' | 'successor' | 'archive' | 'same';
  /** The name of the archive and the date of its copy. */
  readonly copy: { readonly name: string; readonly datetime: string } | null;
}

/** A link that was checked, and what may stand in its place. */
export interface MendedLink {
  readonly checked: CheckedLink;
  readonly replacement: LivingAddress | null;
  /** What the Web of the same host has; `null` = it was not asked. */
  readonly suggestion: SuccessorSuggestion | null;
  /** Why there is no replacement although the link needs one, or may; `null` = it needs none. */
  readonly note: string | null;
}

/** Checks a link, and looks for a replacement. */
export async function mendLink(url: string, checker: LinkChecker, sources: ReplacementSources): Promise<MendedLink> {
  const checked = await checker.check(url);
  if ('error' in checked) return { checked, ...none(null), suggestion: null };
  const { status, canonical } = checked;
  const moved = await movedTo(checked, checker);
  const isMoved = moved !== null && 'url' in moved;
  const suggestion = sources.suggest && !isMoved ? await checker.suggestFor(bareOf(canonical), status) : null;
  const needsOne = moved !== null || sources.dead.has(status);
  if (needsOne && withoutUserInfo(canonical) !== canonical)
    return { checked, ...none('the link has a user name, which is never sent'), suggestion };
  return { checked, suggestion, ...(await replacementOf({ checked, moved, suggestion }, checker, sources)) };
}

type ChosenReplacement = Pick<MendedLink, 'replacement' | 'note'>;

const none = (note: string | null): ChosenReplacement => ({ replacement: null, note });
const found = (url: string, source: 'moved' | 'successor' | 'same'): ChosenReplacement => ({
  replacement: { url, source, copy: null },
  note: null,
});

interface LinkFindings extends Pick<MendedLink, 'suggestion'> {
  readonly checked: CheckedUrl;
  readonly moved: MovedTo;
}

async function replacementOf(
  { checked, moved, suggestion }: LinkFindings,
  checker: LinkChecker,
  sources: ReplacementSources,
): Promise<ChosenReplacement> {
  const { status } = checked;
  if (moved !== null) return 'refusal' in moved ? none(moved.refusal) : found(moved.url, 'moved');
  if (suggestion !== null && suggestion.url !== null && sources.takeSame) {
    if (CERTAINTIES[suggestion.certainty].mayBeWritten) return found(suggestion.url, 'same');
  }
  if (!sources.dead.has(status)) {
    return none(STATUSES[status].mayBeDead ? `--dead ${status} would look for a replacement` : null);
  }
  return (await successorOf(checked, checker, sources)) ?? none(unknown(sources));
}

/** Why there is no replacement. */
function unknown({ successors, archives }: ReplacementSources): string {
  return successors.length > 0 || archives !== null
    ? 'no replacement is known'
    : 'no replacement is known; --successors or --archives may name one';
}

/** Statuses of HTTP that say “for ever”. Servers of other protocols have no word for “for now”. */
const PERMANENT = /^HTTP\/1\.[01] (?:301|308)\b/;
const isPermanent = (reply: string | null): boolean =>
  reply === null || !reply.startsWith('HTTP/') || PERMANENT.test(reply);

type CheckedUrl = Extract<CheckedLink, { canonical: string }>;

type MovedTo = { readonly url: string } | { readonly refusal: string } | null;

/** Where the server says that the link is now; `null` = it does not say so, or only for now. */
async function movedTo(
  { canonical, status, reply, location, redirects }: CheckedUrl,
  checker: LinkChecker,
): Promise<MovedTo> {
  const replies = [...redirects.map((redirect) => redirect.reply), ...(location === null ? [] : [reply])];
  const target = location ?? redirects.at(-1)?.url ?? null;
  if (target === null || !replies.every(isPermanent)) return null;
  const url = canonicalize(target);
  if (url === bareOf(canonical)) return null;
  if (location !== null && !isAlive(await checker.check(url)))
    return { refusal: `it moved to ${url}, which is not alive` };
  if (location === null && status !== 'alive') return null;
  // Many sites send every old address to their front page.
  const isFront = !hasPath(url) && hasPath(canonical);
  return isFront ? { refusal: `the server sends it to its front page, ${url}` } : { url };
}

function hasPath(url: string): boolean {
  const { path, query } = parse(url);
  return path.length > 1 || query !== null;
}

/** Whether the server has it; a redirect to a front page says the opposite. */
function isAlive(checked: CheckedLink): boolean {
  if ('error' in checked || checked.status !== 'alive') return false;
  const last = checked.redirects.at(-1);
  return last === undefined || hasPath(last.url) || !hasPath(checked.canonical);
}

async function successorOf(
  { canonical }: CheckedUrl,
  checker: LinkChecker,
  { successors }: ReplacementSources,
): Promise<ChosenReplacement | null> {
  const bare = bareOf(canonical);
  const url = mirrored(bare, successors);
  if (url !== null && isAlive(await checker.check(url))) return found(url, 'successor');
  const copy = await checker.copyOf(bare);
  if (copy !== null) {
    const { name, datetime } = copy;
    return { replacement: { url: copy.url, source: 'archive', copy: { name, datetime } }, note: null };
  }
  return url === null ? null : none(`its successor ${url} is not alive`);
}

function bareOf(canonical: string): string {
  return canonical.replace(/#.*$/, '');
}
