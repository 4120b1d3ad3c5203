/** The unit of processor time in which the cost of a row is given. */
import { makeCorpus } from './corpus.ts';

const PASSES = 5;

/** The unit u: the mean CPU time of `new URL(…).href` over the corpus, in nanoseconds. */
export function unitOf(): number {
  const urls = makeCorpus().flatMap(({ url }) => (URL.canParse(url) ? [url] : []));
  let length = 0;
  const started = process.cpuUsage();
  for (let pass = 0; pass < PASSES; pass++) for (const url of urls) length += new URL(url).href.length;
  const { user, system } = process.cpuUsage(started);
  if (length === 0) throw new Error('the corpus is empty');
  return ((user + system) * 1000) / (PASSES * urls.length);
}
