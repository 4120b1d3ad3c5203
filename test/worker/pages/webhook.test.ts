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

  const post = (body: string, headers: Record<string, string> = {}) =>
    worker.fetch('/inspect/webhook', {
      method: 'POST',
      headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });

  test('its form keeps a password out of the address, and so out of the history and of logs', async () => {
    expect((await pageOf('')).page).toMatch(/<form[^>]*method="post"[^>]*action="\/inspect\/webhook"/);
    const response = await post(`url=${encodeURIComponent('https://user:p&w@192.0.2.1/#a+b')}`);
    expect([response.status, response.url]).toEqual([200, `${worker.origin}/inspect/webhook`]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
    const page = await response.text();
    expect(page).toMatch(/Do not call this URL.*What failed.*no-credentials/s);
    // The URL is in the field and in the command, and in no address.
    expect(page).toContain('value="https://user:p&amp;w@192.0.2.1/#a+b"');
    expect([...page.matchAll(/(?:href|src|action)="([^"]*)"/g)].filter(([, href]) => href?.includes('user'))).toEqual(
      [],
    );
    expect(page).not.toContain('?url=https%3A%2F%2Fuser');
  });

  test('says the same of a form as of an address, and takes the same parameters', async () => {
    const url = encodeURIComponent('http://192.0.2.1/');
    expect(await (await post(`url=${url}&schemes=http`)).text()).toBe(
      (await about('http://192.0.2.1/', '&schemes=http')).page,
    );
    expect((await post('url=x&nonsense=1')).status).toBe(400);
    expect(await (await post('url=%20')).text()).toContain('Try one of these');
  });

  test('a form of another site only judges: it gets the same page, which it cannot read', async () => {
    const response = await post('url=https%3A%2F%2F0x7f.1%2F', {
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site',
    });
    expect(response.status).toBe(200);
    for (const name of ['access-control-allow-origin', 'set-cookie', 'location']) {
      expect(response.headers.get(name)).toBeNull();
    }
  });

  test.each([
    ['application/json', '{"url":"x"}', 415],
    ['application/x-www-form-urlencoded', `url=${'x'.repeat(256 * 1024 - 4)}`, 200],
    ['application/x-www-form-urlencoded', `url=${'x'.repeat(256 * 1024 - 3)}`, 413],
  ])('takes a form in %s of its length: %#', async (type, body, status) => {
    expect((await post(body, { 'Content-Type': type })).status).toBe(status);
  });

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
    expect(page).toContain("curl --json '{&quot;url&quot;:&quot;https://0x7f.1/&lt;b>&quot;}'");
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
    expect(page).toMatch(/cannot tell whether you may call.*What is not known.*public-dns.*Try again later/s);
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
  [{ valid: null, failed: [] }, 'Waypost cannot tell whether you may call this URL'],
  [{ valid: false, failed: ['scheme'] }, 'Do not call this URL'],
] as const)('%j in words', (verdict, words) => {
  expect(verdictInWords(verdict as Parameters<typeof verdictInWords>[0])).toBe(words);
});
