/** Batches of the largest size, of URLs whose answers are many times as long as they are. */
import { LINES_TYPE } from '../../worker/http/batch.ts';
import { JSON_TYPE } from '../../worker/http/response.ts';
import { limits } from '../../worker/settings/limits.ts';

export interface LargeBatch {
  /** What its URLs are. */
  readonly name: string;
  readonly type: string;
  readonly urls: readonly string[];
}

const URLS: readonly (readonly [name: string, url: string])[] = [
  ['32,000 dropped tabs each', `http://h/${'\ta'.repeat(32_000)}`],
  ['32,000 changes of four kinds each', `http://h/${'%7e\t"%z'.repeat(8000)}`],
  ['64,000 directories each', `ftp://h${'/'.repeat(64_000)}`],
  ['32,000 header fields each', `mailto:?${'a&'.repeat(32_000)}`],
  ['100 changes each', `http://h/${'%7Eé'.repeat(100)}`],
];

export const largeBatches: readonly LargeBatch[] = URLS.flatMap(([name, url]) => {
  const most = Math.floor(limits.array / (JSON.stringify(url).length + 1));
  const urls = Array.from({ length: Math.min(limits.arrayItems, most) }, () => url);
  return [JSON_TYPE, LINES_TYPE].map((type) => ({ name, type, urls }));
});

/**
 * Sends a batch and reads the answer without keeping it.
 *
 * @returns the length of the answer in octets
 * @throws Error if the status is not 200, or if the connection breaks
 */
export async function resolveBatch(origin: string, { type, urls }: Omit<LargeBatch, 'name'>): Promise<number> {
  const lines = () => urls.map((url) => `${JSON.stringify(url)}\n`).join('');
  const response = await fetch(`${origin}/v1/resolve`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: type === JSON_TYPE ? JSON.stringify(urls) : lines(),
  });
  if (response.status !== 200) throw new Error(`the batch was answered with ${response.status}`);
  let length = 0;
  for await (const octets of response.body ?? []) length += octets.length;
  return length;
}
