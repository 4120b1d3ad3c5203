/** The page to try a webhook URL: its verdicts in words. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verdictInWords } from '../../../worker/pages/webhook/page.tsx';
import { type RunningWorker, startWorker } from '../harness.ts';
import { type Answer, type DohServer, serveDoh } from '../net/doh-server.ts';

describe('the page to try a webhook URL', () => {
  let worker: RunningWorker;
  let doh: DohServer;
  let answer: Exclude<Answer, 'silence'>;
  beforeAll(async () => {
    doh = await serveDoh(({ type }) => (type === 'AAAA' && 'addresses' in answer ? { addresses: [] } : answer));
    worker = await startWorker({ DOH_URL: doh.url });
  });
  afterAll(async () => {
    await worker.close();
    await doh.close();
  });

  const pageOf = async (query: string) => {
    const response = await worker.fetch(`/inspect/webhook${query}`, { headers: { Accept: 'text/html' } });
    return { response, page: await response.text() };
  };
  const about = (url: string, more = '') => pageOf(`?url=${encodeURIComponent(url)}${more}`);

  test.each(['', '?url=', '?url=%20'])('has a form and examples without a URL (%j), and may be kept', async (query) => {
    const { response, page } = await pageOf(query);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('max-age');
    expect(page).toMatch(/<form[^>]*action="\/inspect\/webhook".*Try one of these.*0x7f\.1/s);
  });

  test('says what failed first, then what passed, and is not kept', async () => {
    const { response, page } = await about('https://0x7f.1/<b>');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(page).toMatch(
      /Do not call this URL.*What failed.*public-address.*Canonical form.*What passed.*no-fragment/s,
    );
    expect(page).toContain('value="https://0x7f.1/&lt;b>"');
    expect(page).not.toContain('<b>');
    expect(page).toContain('/v1/validate?url=https%3A%2F%2F0x7f.1%2F%3Cb%3E');
  });

  test('says of a good URL to what addresses it leads', async () => {
    answer = { addresses: ['93.184.216.34'] };
    const { page } = await about('https://hooks.waypost-test.com/in');
    expect(page).toMatch(/You may call this URL<.*93\.184\.216\.34/s);
    expect(page).toMatch(/<details open/);
  });

  test('asks to come back if the name could not be looked up', async () => {
    answer = { status: 500 };
    const { page } = await about('https://hooks.waypost-test.com/in');
    expect(page).toMatch(/not certain whether.*What is not known.*public-dns.*Try again later/s);
  });

  test('takes the policy of /v1/validate', async () => {
    const { page } = await about('http://192.0.2.1/', '&schemes=http');
    expect(page).toMatch(/What passed.*<code>scheme<\/code>/s);
    expect((await about('http://192.0.2.1/')).page).toMatch(/What failed.*<code>scheme<\/code>.*What passed/s);
    expect((await pageOf('?url=x&nonsense=1')).response.status).toBe(400);
  });
});

test.each([
  [{ valid: true, failed: [] }, 'You may call this URL'],
  [{ valid: true, failed: ['single-script'] }, 'You may call this URL, with care'],
  [{ valid: null, failed: [] }, 'It is not certain whether you may call this URL'],
  [{ valid: false, failed: ['scheme'] }, 'Do not call this URL'],
] as const)('%j in words', (verdict, words) => {
  expect(verdictInWords(verdict as Parameters<typeof verdictInWords>[0])).toBe(words);
});
