/**
 * Asks archives whether they have a copy of a link. Only an answer in the words of Memento (RFC 7089) counts: a copy
 * has its date and names the original. A page that finds nothing, or a copy of another address, has not.
 */
import { explain, linkBehindGateway, type Resolution, safeCanonicalize } from '../index.ts';
import { withoutUserInfoAndFragment } from '../uri/user-info.ts';
import type { CheckRun, LinkCheck } from './check-link.ts';

/** Checks one link. */
export type CheckOne = (link: Resolution, onHead?: CheckRun['onHead']) => Promise<LinkCheck>;

/** An archive, and its address for the copy of a link. */
type CopyAddress = Readonly<Record<'name' | 'url', string>>;

/** A copy that an archive says it has. */
export interface ConfirmedCopy {
  /** The name of the archive. */
  readonly name: string;
  readonly url: string;
  /** When the copy was made, as the archive says. */
  readonly datetime: string;
}

export interface CopySearch {
  /** `null` = no archive says that it has one. */
  readonly copy: ConfirmedCopy | null;
  /** The first archive that did not say, with the check of its address; `null` = each one did. */
  readonly unknown: (LinkCheck & Pick<CopyAddress, 'name'>) | null;
}

/** The last answer of a web server. */
interface LastAnswer {
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
}

/** Asks archives one after another, until one has a copy of a link. */
export async function askArchives(
  link: Resolution,
  archives: readonly CopyAddress[],
  checkOne: CheckOne,
): Promise<CopySearch> {
  let unknown: CopySearch['unknown'] = null;
  for (const { name, url } of archives) {
    const answers: LastAnswer[] = [];
    const check = await checkOne(
      explain(url, { complete: true }),
      (url, { headers }) => void answers.push({ url, headers }),
    );
    const last = answers.at(-1);
    if (check.status !== 'alive' && check.status !== 'gone') unknown ??= { ...check, name };
    const datetime = last?.headers.get('memento-datetime');
    if (check.status !== 'alive' || last === undefined || datetime === undefined) continue;
    if (isCopyOf(link, originalOf(last.headers.get('link') ?? ''))) {
      return { copy: { name, url: last.url, datetime }, unknown: null };
    }
  }
  return { copy: null, unknown };
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
