/**
 * A living address for a dead link: where the server says that it moved, its place in a table of successors, or a copy
 * that an archive says it has. Nothing is guessed: the server of the replacement, or the archive, has answered.
 */

import { canonicalize, parse } from '../../src/index.ts';
import { type CheckStatus, STATUSES } from '../../src/open/statuses.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import type { CheckedLink, LinkChecker } from '../network/contract.ts';
import { type Mirror, mirrored } from '../rewrite/rewriters.ts';

/** Where replacements come from. */
export interface ReplacementSources {
  /** The statuses of links that count as dead. */
  readonly dead: ReadonlySet<CheckStatus>;
  /** Old and new prefixes. */
  readonly successors: readonly Mirror[];
  /** The archives that are asked for copies, as the setting `ARCHIVES` has them; `null` = none. */
  readonly archives: string | null;
}

/** A living address. */
interface LivingAddress {
  readonly url: string;
  readonly source: 'moved' | 'successor' | 'archive';
  /** The name of the archive and the date of its copy. */
  readonly copy: { readonly name: string; readonly datetime: string } | null;
}

/** A link that was checked, and what may stand in its place. */
export interface MendedLink {
  readonly checked: CheckedLink;
  readonly replacement: LivingAddress | null;
  /** Why there is no replacement although the link needs one, or may; `null` = it needs none. */
  readonly note: string | null;
}

/** Checks a link, and looks for a replacement. */
export async function mendLink(url: string, checker: LinkChecker, sources: ReplacementSources): Promise<MendedLink> {
  const checked = await checker.check(url);
  const none = (note: string | null): MendedLink => ({ checked, replacement: null, note });
  if ('error' in checked) return none(null);
  const { status, canonical } = checked;
  const moved = await movedTo(checked, checker);
  const needsOne = moved !== null || sources.dead.has(status);
  if (needsOne && withoutUserInfo(canonical) !== canonical)
    return none('the link has a user name, which is never sent');
  if (moved !== null && 'refusal' in moved) return none(moved.refusal);
  if (moved !== null) return { checked, replacement: { ...moved, source: 'moved', copy: null }, note: null };
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

/** Where the server says that the link is now; `null` = it does not say so, or only for now. */
async function movedTo(
  { canonical, status, reply, location, redirects }: CheckedUrl,
  checker: LinkChecker,
): Promise<{ readonly url: string } | { readonly refusal: string } | null> {
  const replies = [...redirects.map((redirect) => redirect.reply), ...(location === null ? [] : [reply])];
  const target = location ?? redirects.at(-1)?.url ?? null;
  if (target === null || !replies.every(isPermanent)) return null;
  const url = canonicalize(target);
  if (url === canonical.replace(/#.*$/, '')) return null;
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
  checked: CheckedUrl,
  checker: LinkChecker,
  { successors }: ReplacementSources,
): Promise<MendedLink | null> {
  const { canonical } = checked;
  const bare = canonical.replace(/#.*$/, '');
  const url = mirrored(bare, successors);
  if (url !== null && isAlive(await checker.check(url)))
    return { checked, replacement: { url, source: 'successor', copy: null }, note: null };
  const copy = await checker.copyOf(bare);
  if (copy !== null) {
    const { name, datetime } = copy;
    return { checked, replacement: { url: copy.url, source: 'archive', copy: { name, datetime } }, note: null };
  }
  return url === null ? null : { checked, replacement: null, note: `its successor ${url} is not alive` };
}
