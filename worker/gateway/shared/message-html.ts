/**
 * Where the references of an HTML part of a message lead: to the other parts, by Content-ID (RFC 2392) or
 * Content-Location (RFC 2557), and its links to anything else. Pictures come from the same message only: a request
 * to another server would reveal the reader to the sender.
 */
import { type Canonical, canonicalize, resolve, UrlError } from '../../../src/index.ts';
import type { BodyPart } from '../../../src/message/parts.ts';
import { threadLink } from '../../../src/open/articles.ts';
import type { LinkBuilder } from '../contract/contract.ts';
import { type DocumentFrame, serverHref } from './framed-html.ts';

/** A message of which parts are served: an article, or a document of WAIS. */
export interface PartsOwner {
  readonly url: string;
  /** The address of a part, by its number or Content-ID. */
  readonly partHref: (part: string) => string;
}

/**
 * The address of a part of an article.
 *
 * ```
 *   /news/~/<message-id>                  the article
 *   /news/~/<message-id>/part/<n>         its n-th part; <n> may be a Content-ID
 *   /news/~/<message-id>/part/encoded-<n> the n-th file that stands in its text
 *   /open?url=news:<message-id>&part=<n>  the same for links without a gateway path
 * ```
 */
export function partHref(links: LinkBuilder, article: string, part: string): string {
  const href = links.hrefOf(article) ?? links.self();
  if (href.includes('?')) return links.hrefOf(article, { part }) ?? links.self({ part });
  return `${href}/part/${encodeURIComponent(part)}`;
}

/** The address of the thread of an article: `/news/~/<message-id>/thread`, or `/open` with the link of the thread. */
export function threadHref(links: LinkBuilder, article: Canonical): string {
  const href = links.hrefOf(article) ?? links.self();
  return href.includes('?') ? (links.hrefOf(threadLink(article)) ?? href) : `${href}/thread`;
}

/** An article as the message that its parts belong to. */
export function partsOwner(links: LinkBuilder, article: string): PartsOwner {
  return { url: article, partHref: (part) => partHref(links, article, part) };
}

/** The address with these parameters, too. */
export function withQuery(href: string, query: Readonly<Record<string, string>>): string {
  const added = new URLSearchParams(query).toString();
  return added === '' ? href : `${href}${href.includes('?') ? '&' : '?'}${added}`;
}

/** The address of the octets of a part, from the address of the part, which may show a page. */
export function octetsHref(href: string): string {
  return withQuery(href, { format: 'raw' });
}

/** The base of references in a message that names no other (RFC 2557 §5). Nothing opens such a link. */
const THIS_MESSAGE = 'thismessage:/';

/**
 * The framing of an HTML part.
 *
 * @param bodies - all parts of the message
 */
export function partFraming(
  links: LinkBuilder,
  { partHref }: PartsOwner,
  bodies: readonly BodyPart[],
  { contentLocation }: BodyPart,
): DocumentFrame {
  const numbers = new Map<string, number>();
  for (const part of bodies) {
    for (const url of namesOf(part)) if (!numbers.has(url)) numbers.set(url, part.number);
  }
  const outside = serverHref(links);
  return {
    base: resolved(contentLocation ?? '', THIS_MESSAGE) ?? THIS_MESSAGE,
    resolveReference: (reference, base) => resolve(reference, base),
    own: ownPath(partHref),
    hrefOf: (target, isPicture) => {
      const number = numbers.get(target.replace(/#.*/s, ''));
      if (number !== undefined) return isPicture ? octetsHref(partHref(String(number))) : partHref(String(number));
      return isPicture || /^(?:cid|thismessage):/.test(target) ? null : outside(target, false);
    },
  };
}

/** The links that lead to a part from the others. */
function namesOf({ contentId, contentLocation }: BodyPart): readonly string[] {
  const names = [
    contentId === null ? null : canonicalize(`cid:${encodeURIComponent(contentId)}`),
    contentLocation === null ? null : resolved(contentLocation, THIS_MESSAGE),
  ];
  return names.filter((name) => name !== null);
}

function resolved(reference: string, base: string): string | null {
  try {
    return resolve(reference, base);
  } catch (error) {
    if (error instanceof UrlError) return null;
    throw error;
  }
}

/** What the addresses of all parts begin with. `/open` begins every link, so that nothing of it may load. */
function ownPath(partHref: PartsOwner['partHref']): string | null {
  const [path = '', query] = partHref('').split('?', 2);
  return query !== undefined && path.endsWith('/open') ? null : path;
}
