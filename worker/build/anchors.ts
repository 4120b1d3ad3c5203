/** The anchors of headings in Markdown, as forges make them, so that a link means the same there and on `/docs`. */
import GithubSlugger from 'github-slugger';

/**
 * The anchors of a document.
 *
 * @example
 * ```ts
 * anchorsOf('# Settings\n\n## All `LOG` lines\n').has('all-log-lines'); // true
 * ```
 */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const slugger = new GithubSlugger();
  const text = markdown.replace(/^(`{3,}).*?^\1$/gms, '');
  return new Set([...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => slugger.slug(textOfTitle(title))));
}

/** A heading without its markup. */
const textOfTitle = (title: string): string => title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
