/**
 * The conditions of a request on one link (RFC 9110 §13.1). The tag of a link has two parts, `"state.figures"`: the
 * first changes with what owners can change, and the second with everything that an answer shows, clicks too. So two
 * answers with one tag are the same, and a click between reading and changing a link refuses no change: `If-Match` is
 * judged by the first part alone. A proxy that compresses an answer makes its tag weak. The first part names the link
 * all the same, so it counts in a weak tag, too.
 */
import { fault, RequestError } from '../errors/request-error.ts';
import { tagsIn } from './headers.ts';

/** Plain values, because a store judges them where it writes. */
export interface Conditions {
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
}

export function conditionsOf({ headers }: Request): Conditions {
  return { ifMatch: headers.get('If-Match'), ifNoneMatch: headers.get('If-None-Match') };
}

/**
 * Whether a link may be changed.
 *
 * @param state - the first part of its tag
 */
export function permits({ ifMatch, ifNoneMatch }: Conditions, state: string): boolean {
  const names = (condition: string) => isAny(condition) || tagsIn(condition).some((tag) => stateIn(tag) === state);
  return (ifMatch === null || names(ifMatch)) && (ifNoneMatch === null || !names(ifNoneMatch));
}

const isAny = (condition: string) => condition.trim() === '*';

const stateIn = (tag: string) => /^"([^.]*)\./.exec(tag)?.[1];

/**
 * Refuses a tag on what has none: work on many links, or a dry run.
 *
 * @throws RequestError 412, before anything is changed
 */
export function refuseTags(request: Request): void {
  const { ifMatch, ifNoneMatch } = conditionsOf(request);
  const holds = (ifMatch === null || isAny(ifMatch)) && (ifNoneMatch === null || !isAny(ifNoneMatch));
  if (holds) return;
  const message =
    'Only single links have tags. Send this without a condition, or change one link at `/v1/links/{slug}`.';
  throw new RequestError('link-changed', [fault('no-tag', message)]);
}

/** @param etag - the tag of the link as it is now */
export function linkChanged(etag: string): RequestError {
  return new RequestError('link-changed', [], { ETag: etag });
}
