/** The texts of the doors, which the server writes, and a script anew while somebody types. */
import { safeExplain } from '../../../src/safe.ts';

/** The ids of a field, and of the request and the answer that follow it. */
export type DoorIds = Readonly<Record<'field' | 'request' | 'answer', string>>;

export const DOOR: DoorIds = { field: 'door-url', request: 'door-request', answer: 'door-answer' };
export const WEBHOOK_DOOR: DoorIds = { field: 'hook-url', request: 'hook-request', answer: 'hook-answer' };

/** A URL as nobody writes it in a canonical form. */
export const DOOR_EXAMPLE = 'GOPHER://Gopher.Floodgap.COM:70/0/gopher/%77elcome';

/** A URL as a parameter between the quotation marks of a shell. */
export function quoted(url: string): string {
  return encodeURIComponent(url.toWellFormed()).replaceAll("'", '%27');
}

/** The request for the canonical form of a URL. */
export function resolveRequest(root: string, url: string): string {
  return `curl '${root}/v1/resolve?url=${quoted(url)}&fields=canonical'`;
}

/** Its answer, or its status and what is wrong with the URL. */
export function resolveAnswer(url: string): string {
  const result = safeExplain(url);
  return result.ok ? JSON.stringify({ canonical: result.value.canonical }) : `422: ${result.error.message}`;
}

/** The request that says whether a URL may be called. */
export function webhookRequest(root: string, url: string): string {
  return `curl '${root}/v1/validate?url=${quoted(url)}&fields=failed,valid'`;
}
