/** Gives the aliases that lead to a host the same targets at another host, because the site has moved. */
import * as v from 'valibot';
import { hostKey } from '../../src/egress/host-list.ts';
import { explain, replaceParts, UrlError } from '../../src/index.ts';
import { isPurged, type LinkRecord } from '../../src/links/record.ts';
import { isPermanent } from '../../src/links/state.ts';
import type { ReplacedParts } from '../../src/replaced-parts.ts';
import { RequestError } from '../errors/request-error.ts';
import { canonical, oneOf, text, trueOrFalse } from '../http/parameters.ts';
import { readUrlParameter } from '../http/query.ts';
import type { RequestContext } from '../http/request-context.ts';
import { parameterFault, readValue } from '../http/schema.ts';
import { type Admission, edgeOf, noteChanges } from './access.ts';
import { PublicLink } from './link.ts';
import type { ListRange } from './list-range.ts';
import { restAfter, SLICE, Slices, WRITTEN_AT_ONCE } from './pace.ts';
import type { LinkStore } from './store.ts';
import type { StoreFailures } from './store-failures.ts';
import { targetOf } from './target.ts';

/** A change of host, in JSON. */
export const RepointingBody = v.strictObject(
  {
    from: text('The host that the links lead to.'),
    to: text('The new host, or the new origin.'),
    dryRun: v.optional(trueOrFalse('Whether to change nothing.'), false),
  },
  'A change of host is an object with `from`, `to` and, optionally, `dryRun`; to hand links over, send `owner`.',
);

/** A change of host. */
interface Repointing {
  /** The key of the old host. */
  readonly from: string;
  /** The parts of a target that change. */
  readonly to: ReplacedParts;
  readonly dryRun: boolean;
}

/** @throws RequestError 400 for a body that is not a change of host, 422 for an invalid host */
export function readRepointing(body: unknown): Repointing {
  const { from, to, dryRun } = readValue(RepointingBody, body, 'invalid-body');
  const old = readOrigin('from', from);
  const { scheme, host, port } = readOrigin('to', to);
  if (old.scheme !== null) throw memberFault('from', 'must be a host, such as `example.org`');
  return { from: hostKey(old.host), to: scheme === null ? { host } : { scheme, host, port }, dryRun };
}

/** A host; with the scheme and the port of an origin, if it was one. */
function readOrigin(member: string, text: string) {
  const hasScheme = text.includes('://');
  const { scheme, components } = readUrlParameter(explain, member, hasScheme ? text : `http://${text}`, {});
  const { host, explicitPort: port, path, query, fragment, user } = components;
  const isOrigin = /^\/?$/.test(path) && query === null && fragment === null && user === null;
  if (host === null || !isOrigin || (!hasScheme && (port !== null || text.endsWith('/')))) {
    throw memberFault(member, 'must be a host, such as `example.org`, or an origin, such as `https://example.org`');
  }
  return { scheme: hasScheme ? scheme : null, host, port };
}

function memberFault(member: string, message: string): RequestError {
  return new RequestError('invalid-body', [parameterFault('parameter-invalid', member, `\`${member}\` ${message}.`)]);
}

/** The answer for a link that leads to the host. */
export const Repointed = v.strictObject({
  canonical,
  newCanonical: v.nullable(text('The new target; null if the link keeps its target.')),
  slug: PublicLink.entries.slug,
  outcome: oneOf(['changed', 'would-change', 'refused'], 'The result.'),
  reason: v.nullable(text('Why the link keeps its target; null otherwise.')),
});
type Repointed = Readonly<v.InferOutput<typeof Repointed>>;

/**
 * Changes the links of an owner, or every link for an administrator. A dry run changes nothing.
 *
 * @param failed - gets the errors of stores, which have no answers from then on
 */
export async function* repoint(
  context: RequestContext,
  { owner, store }: Admission,
  change: Repointing,
  range: ListRange,
  failed: StoreFailures,
): AsyncGenerator<readonly Repointed[]> {
  const scope = owner.admin ? 'everything' : { owner: owner.name };
  const slices = new Slices(store.pace, SLICE.links);
  const size = change.dryRun ? {} : { limit: WRITTEN_AT_ONCE };
  for await (const page of store.pages(scope, range, failed, { query: change.from, ...size })) {
    let answers: Repointed[] = [];
    for (const link of page) {
      const host = isPurged(link) ? null : explain(link.url).components.host;
      if (host !== null && hostKey(host) === change.from)
        answers.push(await repointAnswer(link, context, store, change));
      if (slices.isOver()) await slices.next();
    }
    const moved = answers.flatMap(({ slug, canonical: url, newCanonical: newUrl }) =>
      newUrl === null ? [] : [{ slug, url, newUrl }],
    );
    if (!change.dryRun && moved.length > 0) {
      const began = Date.now();
      try {
        await store.repoint(moved);
        noteChanges(
          context,
          moved.map(({ slug }) => slug),
        );
      } catch (error) {
        failed.add(error);
        answers = answers.filter(({ newCanonical }) => newCanonical === null);
      }
      const { links } = edgeOf(context.environment);
      for (const { slug } of moved) links.drop(slug);
      await restAfter(began, store.pace());
    }
    yield answers;
  }
}

async function repointAnswer(
  link: LinkRecord,
  context: RequestContext,
  store: LinkStore,
  { to, dryRun }: Repointing,
): Promise<Repointed> {
  const { slug, url } = link;
  const refused = (reason: string): Repointed => ({
    canonical: url,
    newCanonical: null,
    slug,
    outcome: 'refused',
    reason,
  });
  if (isPermanent(link)) return refused('The slug is a hash of the target.');
  try {
    const { blocks } = await store.registry();
    const newCanonical = targetOf(replaceParts(url, to), context, blocks);
    const outcome = dryRun ? 'would-change' : 'changed';
    return { canonical: url, newCanonical, slug, outcome, reason: null };
  } catch (error) {
    // The scheme of the new origin may not have every part of the target.
    if (error instanceof UrlError) return refused(error.message);
    if (!(error instanceof RequestError)) throw error;
    return refused(error.faults[0]?.message ?? error.message);
  }
}
