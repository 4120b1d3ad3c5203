/**
 * Whether short links can be served: the stores answer, fit `LINK_SHARDS`, are still in their folder, and take what is
 * written.
 */
import { ConfigurationError, fault, RequestError } from '../errors/request-error.ts';
import { StoreError } from '../errors/store-error.ts';
import { logFault } from '../log.ts';
import type { Environment } from '../settings/environment.ts';
import { perEnvironment } from '../settings/per-environment.ts';
import { edgeOf, isLocal } from './access.ts';
import type { LinkStore } from './store.ts';

/**
 * `none` = this Waypost has no store; `first-away` = the links of the first store fail, the others are served;
 * `some-away` = so do those of other stores; `full` = links are followed, and none is made.
 */
type StoreStatus = 'none' | 'ok' | 'first-away' | 'some-away' | 'full';

/** An answer is used again for this time, so that nobody can load the first store with questions. */
const FRESH_MS = 1000;

interface Last {
  /** The last answer; `null` = there was none. */
  answer: { readonly at: number; readonly status: StoreStatus } | null;
  /** How often a store was written to. They take turns. */
  writes: number;
}

const lastOf = perEnvironment((): Last => ({ answer: null, writes: 0 }));

/**
 * @param follows - whether it is enough that links are followed
 * @throws RequestError 503 that says what is wrong
 */
export async function storeStatus(environment: Environment, follows = false): Promise<StoreStatus> {
  const now = Date.now();
  const last = lastOf(environment);
  const isFresh = last.answer !== null && Math.abs(now - last.answer.at) < FRESH_MS;
  const { status } = isFresh && last.answer !== null ? last.answer : { status: await askShards(environment) };
  if (!isFresh) last.answer = { at: now, status };
  if (status !== 'full' || follows) return status;
  throw notReady('store-full', 'The disk of the short links is full. Links are followed, and none is made.');
}

async function askShards(environment: Environment): Promise<StoreStatus> {
  const { store } = edgeOf(environment);
  if (store === null) return 'none';
  try {
    await store.registry();
  } catch (error) {
    logFault(error);
    if (error instanceof ConfigurationError) throw notReady('store-refused', error.message);
    throw notReady('store-away', 'No store of short links answers.');
  }
  if (await isLost(environment, store.firstId)) {
    throw notReady('store-lost', 'The folder of short links is gone: nothing that is stored now will be kept.');
  }
  if (store.isFirstAway) return 'first-away';
  return isLocal(environment) ? writingStatus(environment, store) : 'ok';
}

/** Whether links can be made. Elsewhere each row would be billed, and no disk is full. */
async function writingStatus(environment: Environment, store: LinkStore): Promise<StoreStatus> {
  const { space, watch } = edgeOf(environment);
  if ((await space.read())?.isLow) return 'full';
  try {
    await store.tryWriting(lastOf(environment).writes++);
  } catch (error) {
    logFault(error);
    if (error instanceof StoreError && error.problem === 'store-full') return 'full';
  }
  return watch.away.length > 0 ? 'some-away' : 'ok';
}

/** Whether the file of a store is no longer in its folder. Its process still has it open, and notices nothing. */
async function isLost({ STORE_FILES }: Environment, id: string): Promise<boolean> {
  if (STORE_FILES === undefined) return false;
  const response = await STORE_FILES.fetch(`http://store/waypost-links/${id}.sqlite`, { method: 'HEAD' });
  await response.body?.cancel();
  return response.status === 404;
}

const notReady = (code: string, message: string) => new RequestError('not-ready', [fault(code, message)]);
