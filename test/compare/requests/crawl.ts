/** Follows the links of a gateway's answers from its roots on, and asks for each address in every format. */
import type { Answer } from '../exchange.ts';
import { HOST, type ProfileName } from '../profiles.ts';
import type { Session } from '../session.ts';
import { withParameter } from './links.ts';

/** How each address is asked for. */
export interface CrawlOptions {
  readonly profile?: ProfileName;
  /** The formats that are asked for. */
  readonly formats: readonly string[];
  /** Only addresses that begin with one of these are followed. */
  readonly below: readonly string[];
  /** Addresses with this are not followed. */
  readonly except?: RegExp;
  /** The most addresses. */
  readonly most?: number;
}

const DEFAULT_MOST = 400;

/**
 * Compares every address that can be reached from some paths.
 *
 * @returns the paths, without formats
 */
export async function crawl(
  session: Session,
  starts: readonly string[],
  { profile = 'main', formats, below, except, most = DEFAULT_MOST }: CrawlOptions,
): Promise<readonly string[]> {
  const queue = [...starts];
  const seen = new Set(queue);
  for (let at = 0; at < queue.length; at += 1) {
    const path = queue[at] ?? '';
    for (const format of formats) {
      const answer = await session.ask({ profile, path: withParameter(path, `format=${format}`) });
      for (const link of linksOf(answer)) {
        const known = seen.has(link) || seen.size >= most || except?.test(link);
        if (known || !below.some((beginning) => link.startsWith(beginning))) continue;
        seen.add(link);
        queue.push(link);
      }
    }
  }
  return queue;
}

/** The own paths in an answer, without their formats. */
export function linksOf({ headers, body }: Answer): readonly string[] {
  const text = body.toString('utf8');
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const location = headers.find(([name]) => name === 'location')?.[1];
  const found = location === undefined ? [] : [location];
  if (/json/.test(type)) {
    for (const [, value = ''] of text.matchAll(/"((?:[^"\\]|\\.)*)"/g)) found.push(value);
  } else if (/html/.test(type)) {
    for (const [, value = ''] of text.matchAll(/ (?:href|src|action)="([^"]*)"/g)) {
      found.push(value.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
    }
  }
  return found
    .map((link) => link.replace(new RegExp(`^https?://${HOST}`), '').replace(/#.*/s, ''))
    .filter((link) => link.startsWith('/'))
    .map((link) => link.replace(/([?&])format=[a-z0-9]+(&|$)/, (_, before, after) => (after === '' ? '' : before)));
}
