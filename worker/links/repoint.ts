/** Gives the aliases that lead to a host the same targets at another host, because the site has moved. */
import * as v from 'valibot';
import { hostKey } from '../../src/egress/host-list.ts';
import { explain, replaceParts } from '../../src/index.ts';
import { safeExplain } from '../../src/safe.ts';
import type { RequestContext } from '../http/request-context.ts';
import { RequestError } from '../problem.ts';
import type { Owner } from '../settings/link-tokens.ts';
import { isPermanent, type LinkRecord } from './record.ts';
import { LIST_START, type LinkStore } from './store.ts';
import { targetOf } from './target.ts';

/** A host, or the origin of a URL. */
const Place = v.pipe(
  v.string('must be a string'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const text = dataset.value;
    const hasScheme = text.includes('://');
    const read = safeExplain(hasScheme ? text : `http://${text}`);
    const { host, explicitPort: port, path, query, fragment, user } = read.ok ? read.value.components : NO_PARTS;
    if (read.ok && host !== null && /^\/?$/.test(path) && query === null && fragment === null && user === null) {
      if (hasScheme) return { scheme: read.value.scheme, host, port };
      if (port === null) return { host };
    }
    addIssue({ message: 'must be a host, such as `example.org`, or an origin, such as `https://example.org`' });
    return NEVER;
  }),
);
const NO_PARTS = { host: null, explicitPort: null, path: '', query: null, fragment: null, user: null } as const;

export const Repointing = v.strictObject(
  {
    from: v.pipe(
      Place,
      v.check((place) => !('scheme' in place), 'must be a host, such as `example.org`'),
      v.transform(({ host }) => hostKey(host)),
    ),
    to: Place,
    dryRun: v.optional(v.boolean('must be true or false'), false),
  },
  'A change of host is an object with `from`, `to` and, optionally, `dryRun`.',
);
type Repointing = v.InferOutput<typeof Repointing>;

/** The answer for a link that leads to the host. */
interface Repointed {
  readonly slug: string;
  readonly url: string;
  /** `null` if the link keeps its target. */
  readonly newUrl: string | null;
  readonly outcome: 'changed' | 'would-change' | 'refused';
  /** Why the link keeps its target; `null` otherwise. */
  readonly reason: string | null;
}

/** Changes the links of an owner, or every link for an administrator. A dry run changes nothing. */
export async function* repoint(
  context: RequestContext,
  store: LinkStore,
  owner: Owner,
  change: Repointing,
): AsyncGenerator<readonly Repointed[]> {
  const scope = owner.admin ? 'everything' : { owner: owner.name };
  for await (const page of store.pages(scope, LIST_START, { query: change.from })) {
    const answers: Repointed[] = [];
    for (const link of page) {
      const { host } = link.url === '' ? NO_PARTS : explain(link.url).components;
      if (host === null || hostKey(host) !== change.from) continue;
      answers.push(await answerTo(link, context, store, change));
    }
    const moved = answers.flatMap(({ slug, url, newUrl }) => (newUrl === null ? [] : [{ slug, url, newUrl }]));
    if (!change.dryRun && moved.length > 0) await store.repoint(moved);
    yield answers;
  }
}

async function answerTo(
  link: LinkRecord,
  context: RequestContext,
  store: LinkStore,
  { to, dryRun }: Repointing,
): Promise<Repointed> {
  const { slug, url } = link;
  const refused = (reason: string): Repointed => ({ slug, url, newUrl: null, outcome: 'refused', reason });
  if (isPermanent(link)) return refused('The slug is a hash of the target.');
  try {
    const { blocks } = await store.registry();
    const newUrl = targetOf(replaceParts(url, to), context, blocks);
    return { slug, url, newUrl, outcome: dryRun ? 'would-change' : 'changed', reason: null };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return refused(error.faults[0]?.message ?? error.message);
  }
}
