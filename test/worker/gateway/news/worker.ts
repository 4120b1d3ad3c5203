/** Requests to the news gateway for its tests. */
import type { RunningServer } from '../../../servers/listener.ts';
import type { RunningWorker } from '../../harness.ts';

export { commandsTo, HASTY, STOPPING, startGateway, until } from '../worker.ts';

/** A JSON response whose members the tests check, without types. */
// biome-ignore lint/suspicious/noExplicitAny: tests compare any member
export type Json = any;

/** Requests a path as a program does. */
export async function json(worker: RunningWorker, path: string): Promise<Json> {
  const response = await worker.fetch(path, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${response.status} ${path}: ${await response.text()}`);
  return response.json();
}

/** Requests a path as a browser does. */
export async function html(worker: RunningWorker, path: string): Promise<{ response: Response; text: string }> {
  const response = await worker.fetch(path, { headers: { Accept: 'text/html' } });
  return { response, text: await response.text() };
}

/** The text of a page, without its markup. */
export function wordsOf(page: string): string {
  return page
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

/** The gateway path of a path on a server. */
export const at = ({ port }: Pick<RunningServer, 'port'>, scheme: string, path: string): string =>
  `/${scheme}/localhost:${port}/${path}`;
