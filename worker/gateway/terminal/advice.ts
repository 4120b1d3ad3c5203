/** The advice of a link for the person at the terminal: a name to log in with (RFC 4248 §2). Nothing sends it. */
import * as v from 'valibot';
import { readParameters } from '../../http/query.ts';
import type { GatewayContext } from '../core/contract.ts';

/** A longer name is not a name. */
const LONGEST_USER = 256;

const Query = v.looseObject({
  user: v.exactOptional(v.pipe(v.string(), v.maxLength(LONGEST_USER, 'is too long for a name'))),
  password: v.exactOptional(v.picklist(['withheld'], 'must be withheld: a password has no place in an address')),
});

export interface Advice {
  readonly user: string | null;
  /** Whether the link has a password, which the address of the page leaves out. */
  readonly hasPassword: boolean;
}

/**
 * The advice in the address of the page.
 *
 * @throws RequestError `invalid-parameter`
 */
export function adviceOf({ query }: Pick<GatewayContext, 'query'>): Advice {
  const { user = null, password } = readParameters(query, Query);
  return { user, hasPassword: password !== undefined };
}
