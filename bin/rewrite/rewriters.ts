/** What becomes of a link: its canonical form, an address at a Waypost, or an address at a mirror. */
import { canonicalize, safeCanonicalize, schemes } from '../../src/index.ts';
import { withoutPassword, withoutUserInfo } from '../../src/uri/user-info.ts';
import { UsageError } from '../usage/usage-error.ts';

/** The outcome for a link. */
export type RewrittenLink =
  /** `changesMeaning`: the new link leaves something out that the old one says. */
  | { readonly kind: 'change'; readonly url: string; readonly changesMeaning: boolean }
  /** The link is one of those that change, and cannot; the reason is a sentence. */
  | { readonly kind: 'left'; readonly reason: string }
  /** The link is not one of those that change. */
  | { readonly kind: 'other' };

/** How links are rewritten. */
export interface LinkRewriter {
  /** Whether relative links may be resolved against the new address of their base. */
  readonly movesBase: boolean;
  /** Whether a form may send its fields to the new address. */
  readonly takesForms: boolean;
  /** @param url - the URL that is meant, not canonical */
  rewrite(url: string): RewrittenLink;
}

const OTHER: RewrittenLink = { kind: 'other' };
const left = (reason: string): RewrittenLink => ({ kind: 'left', reason });
const INVALID = 'This is not a valid URL.';

/**
 * The canonical form of each link whose scheme is known: of other schemes, only some of the rules are. Texts write
 * `file:` for what is relative (`file:fs/ext4`), for all such URLs (`file:/`) and for one spelling of many.
 */
export const toCanonical: LinkRewriter = {
  movesBase: true,
  takesForms: true,
  rewrite(url) {
    const canonical = safeCanonicalize(url);
    const scheme = schemeOf(url);
    if (!schemes.has(scheme) || scheme === 'file') return OTHER;
    if (!canonical.ok) return left(INVALID);
    if (canonical.value === url) return OTHER;
    if (withoutPassword(canonical.value) !== canonical.value)
      return left('The link has a password, which is never written.');
    return { kind: 'change', url: canonical.value, changesMeaning: false };
  },
};

/** The address at which a Waypost opens a link of a forgotten scheme. */
export function toGateway(origin: string): LinkRewriter {
  const waypost = origin.replace(/\/$/, '');
  return {
    movesBase: false,
    takesForms: false,
    rewrite(url) {
      if (schemes.get(schemeOf(url))?.rewrittenByEmbed !== true) return OTHER;
      const canonical = safeCanonicalize(url);
      if (!canonical.ok) return left(INVALID);
      const [whole = '', fragment] = canonical.value.split('#');
      const bare = withoutUserInfo(whole);
      const address = `${waypost}/r?url=${escapeAll(bare)}${fragment === undefined ? '' : `#${fragment}`}`;
      return { kind: 'change', url: address, changesMeaning: withoutAnonymous(whole) !== bare };
    },
  };
}

function schemeOf(url: string): string {
  return url.slice(0, url.indexOf(':')).toLowerCase();
}

/** `encodeURIComponent`, and the marks that end a link in one format or another. */
function escapeAll(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A canonical URL without the login that FTP clients use if a URL has none (RFC 1635). */
function withoutAnonymous(url: string): string {
  return url.replace(/^(ftps?:\/\/)(?:anonymous|ftp)(?::[^/?#@]*)?@/, '$1');
}

/** A server, or a directory of one, and where its copy is. */
export interface Mirror {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads a table of mirrors or successors: two URLs in a line, both with a slash at the end; `#` begins a comment.
 *
 * @param isTarget - whether a canonical URL may be the second one, and how an error says it
 * @throws UsageError that names the line
 */
function readPrefixes(
  table: string,
  name: string,
  [isTarget, form]: readonly [isTarget: (url: string) => boolean, form: string],
): readonly Mirror[] {
  return table.split(/\r?\n/).flatMap((line, index) => {
    const [from, to, ...more] = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    if (from === undefined || from === '') return [];
    const urls = [from, to ?? ''].map((url) => safeCanonicalize(url));
    const [source, target] = urls.map((url) => (url.ok ? url.value : ''));
    if (!source?.endsWith('/') || !target?.endsWith('/') || !isTarget(target) || more.length > 0) {
      throw new UsageError(`${name}:${index + 1}: ${form}`);
    }
    return [{ from: source, to: target }];
  });
}

/** Reads a table of mirrors for {@link toMirror}. */
export function readMirrors(table: string, name: string): readonly Mirror[] {
  return readPrefixes(table, name, [
    (url) => url.startsWith('https:'),
    'a mirror is two URLs that end in a slash, the second of https',
  ]);
}

/** Reads a table of successors: servers or directories, and where their files are today. */
export function readSuccessors(table: string, name: string): readonly Mirror[] {
  return readPrefixes(table, name, [() => true, 'a line has two URLs that end in a slash, an old and a new one']);
}

/** The address at the mirror whose entry is the longest that fits; `null` = none fits. */
export function mirrored(canonical: string, mirrors: readonly Mirror[]): string | null {
  const url = withoutAnonymous(canonical);
  // The directory itself may lack its slash.
  const isIn = ({ from }: Mirror): boolean => url.startsWith(from) || url === from.slice(0, -1);
  const [mirror] = mirrors.filter(isIn).toSorted((a, b) => b.from.length - a.from.length);
  if (mirror === undefined) return null;
  const rest = url.slice(mirror.from.length);
  // The type of a transfer means nothing to a web server.
  return canonicalize(mirror.to + (mirror.to.startsWith('http') ? rest.replace(/;type=[aid](?=$|#)/, '') : rest));
}

/** The address at the mirror of a link. */
export function toMirror(mirrors: readonly Mirror[]): LinkRewriter {
  return {
    movesBase: true,
    takesForms: true,
    rewrite(url) {
      const canonical = safeCanonicalize(url);
      const address = canonical.ok ? mirrored(canonical.value, mirrors) : null;
      return address === null ? OTHER : { kind: 'change', url: address, changesMeaning: false };
    },
  };
}
