/** Hands the claims of an owner to another one, for one link or for all of them. */
import * as v from 'valibot';
import { type LinkRecord, OWNER } from '../../src/links/record.ts';
import { RequestError } from '../errors/request-error.ts';
import { canonical, oneOf, text, trueOrFalse } from '../http/parameters.ts';
import { parameterFault } from '../http/schema.ts';
import type { Environment } from '../settings/environment.ts';
import { PublicLink } from './link.ts';
import type { ListRange } from './list-range.ts';
import { restAfter, WRITTEN_AT_ONCE } from './pace.ts';
import type { LinkStore } from './store.ts';
import type { StoreFailures } from './store-failures.ts';

const owner = (description: string) => v.pipe(text(description), v.regex(OWNER, 'must be a name'));

/** A new owner of a link. */
export const LinkHandOver = v.strictObject(
  {
    owner: owner('The owner who gets the claim; for administrators, and without other members.'),
    formerOwner: v.exactOptional(owner('The owner whose claim it is; needed if the link has claims of several.')),
  },
  'A new owner is an object with `owner` and, optionally, `formerOwner`.',
);

/** A new owner of all links of another. */
export const HandOver = v.strictObject(
  {
    ...LinkHandOver.entries,
    formerOwner: owner('The owner whose links they are.'),
    dryRun: v.optional(trueOrFalse('Whether to change nothing.'), false),
  },
  'A hand-over is an object with `owner`, `formerOwner` and, optionally, `dryRun`.',
);
export type HandOver = Readonly<v.InferOutput<typeof HandOver>>;

/** The answer for a link that is handed over. */
export const HandedOver = v.strictObject({
  slug: PublicLink.entries.slug,
  url: canonical,
  owner: text('The new owner.'),
  outcome: oneOf(['handed-over', 'would-hand-over'], 'The result.'),
});
type HandedOver = Readonly<v.InferOutput<typeof HandedOver>>;

/**
 * Checks the names. A mistyped owner would have links that nobody can change.
 *
 * @throws RequestError 400 if no token belongs to the new owner, or it is the former one
 */
export function checkHeir(
  { owner, formerOwner }: Pick<HandOver, 'owner'> & Partial<HandOver>,
  { keyring }: Pick<Environment, 'keyring'>,
): void {
  const fault = keyring.knows(owner)
    ? owner === formerOwner && '`owner` is the former owner.'
    : `No token of this service belongs to \`${owner}\`.`;
  if (fault) throw new RequestError('invalid-body', [parameterFault('parameter-invalid', 'owner', fault)]);
}

/**
 * Hands over every link that an owner has a live claim to. A dry run changes nothing.
 *
 * @param changed - hears the slugs of links that are handed over
 * @param failed - gets the errors of stores, which have no answers from then on
 */
export async function* handOver(
  store: LinkStore,
  changed: (slugs: readonly string[]) => void,
  { owner, formerOwner, dryRun }: HandOver,
  range: ListRange,
  failed: StoreFailures,
): AsyncGenerator<readonly HandedOver[]> {
  const size = dryRun ? {} : { limit: WRITTEN_AT_ONCE };
  for await (const page of store.pages({ owner: formerOwner }, range, failed, size)) {
    const slugs = page.map(({ slug }) => slug);
    const handed = new Set<string>();
    const began = Date.now();
    try {
      for (const slug of dryRun ? slugs : await store.handOver(slugs, formerOwner, owner)) handed.add(slug);
    } catch (error) {
      failed.add(error);
    }
    if (!dryRun) changed([...handed]);
    if (!dryRun) await restAfter(began, store.pace());
    const outcome = dryRun ? 'would-hand-over' : 'handed-over';
    yield page.filter(({ slug }) => handed.has(slug)).map(({ slug, url }) => ({ slug, url, owner, outcome }));
  }
}

/**
 * The owner whose claim is handed over.
 *
 * @throws RequestError 409 if several owners have a claim, and none is named
 */
export function formerOwnerOf({ claims }: LinkRecord, named: string | undefined): string {
  const [first, ...others] = claims.map(({ owner }) => owner);
  if (named !== undefined) return named;
  if (first !== undefined && others.length === 0) return first;
  const message =
    first === undefined
      ? 'Nobody has a claim to this link.'
      : `Several owners have a claim to this link. Name one in \`formerOwner\`: ${[first, ...others].join(', ')}.`;
  throw new RequestError('conflict', [parameterFault('several-owners', 'formerOwner', message)]);
}
