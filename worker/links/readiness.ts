/** Whether short links can be served: the stores answer, fit `LINK_SHARDS`, and are still in their folder. */
import { ConfigurationError, fault, RequestError } from '../errors/request-error.ts';
import { logFault } from '../log.ts';
import type { Environment } from '../settings/environment.ts';
import { perEnvironment } from '../settings/per-environment.ts';
import { edgeOf } from './access.ts';

/** `none` = this Waypost has no store; `first-away` = the links of the first store fail, the others are served. */
type StoreStatus = 'none' | 'ok' | 'first-away';

/** An answer is used again for this time, so that nobody can load the first store with questions. */
const FRESH_MS = 1000;

/** The last answer; `null` = there was none. */
const lastOf = perEnvironment((): { answer: { readonly at: number; readonly status: StoreStatus } | null } => ({
  answer: null,
}));

/** @throws RequestError 503 that says what is wrong */
export async function storeStatus(environment: Environment): Promise<StoreStatus> {
  const now = Date.now();
  const last = lastOf(environment);
  if (last.answer !== null && Math.abs(now - last.answer.at) < FRESH_MS) return last.answer.status;
  const status = await askShards(environment);
  last.answer = { at: now, status };
  return status;
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
  return store.isFirstAway ? 'first-away' : 'ok';
}

/** Whether the file of a store is no longer in its folder. Its process still has it open, and notices nothing. */
async function isLost({ STORE_FILES }: Environment, id: string): Promise<boolean> {
  if (STORE_FILES === undefined) return false;
  const response = await STORE_FILES.fetch(`http://store/waypost-links/${id}.sqlite`, { method: 'HEAD' });
  await response.body?.cancel();
  return response.status === 404;
}

const notReady = (code: string, message: string) => new RequestError('not-ready', [fault(code, message)]);
