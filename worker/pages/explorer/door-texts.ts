/** The texts of the first door, which the server writes, and a script anew while somebody types. */
import { safeExplain } from '../../../src/safe.ts';

/** The ids of what the script reads and writes. */
export const DOOR = { field: 'door-url', request: 'door-request', answer: 'door-answer' } as const;

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

/** Its answer, or what is wrong with the URL. */
export function resolveAnswer(url: string): string {
  const result = safeExplain(url);
  return JSON.stringify(
    result.ok ? { canonical: result.value.canonical } : { status: 400, detail: result.error.message },
  );
}
