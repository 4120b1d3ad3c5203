/**
 * Asks archives whether they have a copy of a link. Only an answer in the words of Memento (RFC 7089) counts: a copy
 * has its date and names the original. A page that finds nothing, or a copy of another address, has not.
 */

import { explain, linkBehindGateway, type Resolution, safeCanonicalize } from '../../src/index.ts';
import type { CheckRun, LinkCheck } from '../../src/open/check-link.ts';
import { type Archives, archivesOf, parseArchives } from '../../src/templates/templates.ts';
import { withoutUserInfoAndFragment } from '../../src/uri/user-info.ts';

import { UsageError } from '../usage/usage-error.ts';
import type { ConfirmedCopy } from './contract.ts';

/** Checks one link. */
export type CheckOne = (link: Resolution, onHead?: CheckRun['onHead']) => Promise<LinkCheck>;

/** The last answer of a web server. */
interface LastAnswer {
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
}

/** Asks each archive that keeps links of this kind, until one has a copy. */
export async function copyIn(
  link: Resolution,
  archivesFor: (link: Resolution) => Archives,
  checkOne: CheckOne,
): Promise<ConfirmedCopy | null> {
  for (const { name, url } of archivesOf(link, { archives: archivesFor(link) })) {
    const answers: LastAnswer[] = [];
    const { status } = await checkOne(
      explain(url, { complete: true }),
      (url, { headers }) => void answers.push({ url, headers }),
    );
    const last = answers.at(-1);
    const datetime = last?.headers.get('memento-datetime');
    if (status !== 'alive' || last === undefined || datetime === undefined) continue;
    if (isCopyOf(link, originalOf(last.headers.get('link') ?? ''))) return { name, url: last.url, datetime };
  }
  return null;
}

/**
 * The archives for a link, by the setting or by one address for all links.
 *
 * @throws UsageError for a setting that cannot be read
 */
export function archivesIn(setting: string | null): (link: Resolution) => Archives {
  if (setting === null) return () => new Map();
  const parse = (text: string): Archives => {
    try {
      return parseArchives(text);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
      throw new UsageError(`--archives: "${setting}" cannot be read`);
    }
  };
  if (!/^https?:/.test(setting)) {
    const archives = parse(setting);
    return () => archives;
  }
  const archivesFor = (scheme: string): Archives =>
    parse(JSON.stringify({ [scheme]: setting, group: setting, 'message-id': setting }));
  // An address that cannot be read is an error before the first link.
  archivesFor('ftp');
  return ({ scheme }) => archivesFor(scheme);
}

/** The target of the link with the relation `original` (RFC 8288); `null` = there is none. */
function originalOf(link: string): string | null {
  for (const [, target, parameters = ''] of link.matchAll(
    /<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]*))*)/g,
  )) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]*))/i.exec(parameters) ?? [];
    if ((quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes('original')) return target ?? null;
  }
  return null;
}

/** Whether an address is that of the link, or of a gateway that showed it. */
function isCopyOf({ canonical }: Resolution, original: string | null): boolean {
  if (original === null) return false;
  const wanted = withoutUserInfoAndFragment(canonical);
  const read = safeCanonicalize(original);
  if (!read.ok) return false;
  return [read.value, linkBehindGateway(read.value)].some(
    (url) => url !== null && withoutUserInfoAndFragment(url) === wanted,
  );
}
