/**
 * The parameters in the address of a terminal's page: the advice of the link, a name to log in with (RFC 4248 §2),
 * which nothing sends by itself; and the model of a 3270 terminal.
 */
import * as v from 'valibot';
import type { Model } from '../../../src/protocols/tn3270/screen.ts';
import { readParameters } from '../../http/query.ts';
import type { GatewayContext } from '../contract/contract.ts';

/** A longer name is not a name, in characters. */
const LONGEST_USER = 256;

const AdviceQuery = v.looseObject({
  user: v.exactOptional(v.pipe(v.string(), v.maxLength(LONGEST_USER, 'is too long for a name'))),
  password: v.exactOptional(v.picklist(['withheld'], 'must be `withheld`: an address must not contain a password')),
});

const models: readonly Model[] = [2, 3, 4, 5];

const ModelQuery = v.looseObject({
  model: v.exactOptional(v.pipe(v.string(), v.transform(Number), v.picklist(models, 'must be 2, 3, 4 or 5'))),
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
  const { user = null, password } = readParameters(query, AdviceQuery);
  return { user, hasPassword: password !== undefined };
}

/**
 * The model of a 3270 terminal, from `?model=`; 2 if there is none.
 *
 * @throws RequestError `invalid-parameter`
 */
export function modelOf({ query }: Pick<GatewayContext, 'query'>): Model {
  return readParameters(query, ModelQuery).model ?? 2;
}
