/**
 * Carries a list, a sheet or a file from the front page to the page for lists, inside of the browser. Its database has
 * it until that page has read it.
 */
import { basePath } from './base-path.ts';

/** What was pasted, dropped or chosen. */
export interface HandedList {
  readonly content: string | File;
  /** What the clipboard has beside the text, as HTML; empty = nothing. */
  readonly html: string;
  readonly dialect: string;
}

/** The fragment of the address of the page for lists that a list comes with. */
const HANDED = '#list';

const [DATABASE, STORE, KEY] = ['waypost', 'lists', 'list'];

/** Leads to the page for lists, with a list. @throws DOMException if the browser keeps nothing */
export async function handOver(list: HandedList): Promise<void> {
  await inStore((store) => store.put(list, KEY));
  location.assign(`${basePath()}/check${HANDED}`);
}

/** Takes the list that came with the address, and forgets it; `null` = none came. */
export async function takeHandedList(): Promise<HandedList | null> {
  if (location.hash !== HANDED) return null;
  try {
    const list: unknown = await inStore((store) => store.get(KEY));
    await inStore((store) => store.delete(KEY));
    return isList(list) ? list : null;
  } catch {
    return null;
  }
}

function isList(value: unknown): value is HandedList {
  return typeof value === 'object' && value !== null && 'content' in value;
}

async function inStore<Value>(ask: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
  const opening = indexedDB.open(DATABASE);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const database = await resultOf(opening);
  try {
    return await resultOf(ask(database.transaction(STORE, 'readwrite').objectStore(STORE)));
  } finally {
    database.close();
  }
}

function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}
