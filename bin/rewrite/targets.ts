/**
 * What `waypost rewrite` makes of a link: the address of a gateway, the canonical form, or the address of a mirror.
 */
import { canonicalize, safeCanonicalize, schemes } from '../../src/index.ts';
import { withoutUserInfo } from '../../src/uri/user-info.ts';
import { UsageError } from '../options.ts';
import type { LinkRewriter } from './rewrite-text.ts';

/** The canonical form of each link. */
export const toCanonical: LinkRewriter = (link) => {
  const canonical = safeCanonicalize(link);
  return canonical.ok ? canonical.value : null;
};

/** The address at which a Waypost opens a link of a forgotten scheme, as its script for Web pages makes it. */
export function toGateway(origin: string): LinkRewriter {
  const waypost = origin.replace(/\/$/, '');
  return (link) => {
    const canonical = safeCanonicalize(link);
    if (!canonical.ok) return null;
    const [whole = '', fragment] = canonical.value.split('#');
    if (schemes.get(whole.slice(0, whole.indexOf(':')))?.rewrittenByEmbed !== true) return null;
    const target = encodeURIComponent(withoutUserInfo(whole)).replaceAll("'", '%27');
    return `${waypost}/r?url=${target}${fragment === undefined ? '' : `#${fragment}`}`;
  };
}

/** A server, or a directory of one, and where its copy is. */
interface Mirror {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads a table of mirrors: two URLs in a line, both with a slash at the end; `#` begins a comment.
 *
 * @throws UsageError that names the line
 */
export function readMirrors(table: string, name: string): readonly Mirror[] {
  return table.split(/\r?\n/).flatMap((line, index) => {
    const [from, to, ...more] = line
      .replace(/(?:^|\s)#.*$/, '')
      .trim()
      .split(/\s+/);
    if (from === undefined || from === '') return [];
    const urls = [from, to ?? ''].map((url) => safeCanonicalize(url));
    const [source, target] = urls.map((url) => (url.ok ? url.value : ''));
    if (!source?.endsWith('/') || !target?.endsWith('/') || !target.startsWith('https:') || more.length > 0) {
      throw new UsageError(`${name}:${index + 1}: a mirror is two URLs that end in a slash, the second of https`);
    }
    return [{ from: source, to: target }];
  });
}

/** The address at the mirror whose table entry is the longest that fits. */
export function toMirror(mirrors: readonly Mirror[]): LinkRewriter {
  const longestFirst = mirrors.toSorted((a, b) => b.from.length - a.from.length);
  return (link) => {
    const canonical = safeCanonicalize(link);
    if (!canonical.ok) return null;
    const mirror = longestFirst.find(({ from }) => canonical.value.startsWith(from));
    if (mirror === undefined) return null;
    // The type of a transfer means nothing to a Web server.
    const rest = canonical.value.slice(mirror.from.length).replace(/;type=[aid](?=$|#)/, '');
    return canonicalize(mirror.to + rest);
  };
}
