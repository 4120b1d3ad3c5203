/** Forms of Gopher+ (`+ASK`): shown, filled in, and sent to a server that checks every octet. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fixture, startFixture } from './worker.ts';

let fixture: Fixture<'main'>;
let path: string;

beforeAll(async () => {
  fixture = await startFixture({ main: {} });
  path = fixture.at('main', '/0/plus/visitors-book%09%09%3F');
});

afterAll(() => fixture?.close());

/** An entry for each field. */
const allEntries: Readonly<Record<string, string>> = {
  f1: 'Jane Doe',
  f2: 's3cret',
  f3: 'Very quiet.\r\nI liked the lamp.\r\n',
  f4: 'On foot',
  f5: '1',
  f7: 'answer.txt',
  f8: 'a line of the file',
};

function body(entries: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) {
    if (name === 'f8') form.set(name, new File([value], 'note.txt'));
    else form.set(name, value);
  }
  return form;
}

/** Sends the form as a page of this Worker does, unless `headers` say otherwise. */
function send(entries: Readonly<Record<string, string>>, headers: Record<string, string> = {}, to = path) {
  const origin = { Origin: fixture.worker.origin };
  return fixture.worker.fetch(to, { method: 'POST', body: body(entries), headers: { ...origin, ...headers } });
}

describe('a form', () => {
  test('is linked from menus', async () => {
    const html = await (await fixture.worker.fetch(fixture.at('main', '/1/plus'))).text();
    expect(html).toContain(`<a href="${path}"`);
    expect(html).toContain('title="form to fill in">FORM</span>');
  });
});

describe('a form that was filled in', () => {
  test('is fetched again, then sent line by line', async () => {
    fixture.takeRequests('main');
    const response = await send(allEntries);
    expect(response.status).toBe(200);
    expect(fixture.takeRequests('main')).toEqual([
      '/plus/visitors-book\t!\r\n',
      '/plus/visitors-book\t+\t1\r\n+-1\r\nJane Doe\r\ns3cret\r\n2\r\nVery quiet.\r\nI liked the lamp.\r\nOn foot\r\n1\r\n0\r\nanswer.txt\r\na line of the file\r\n.\r\n',
    ]);
    const html = await response.text();
    expect(html).toContain('Answers received:');
    expect(html).toContain('I liked the lamp.');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('ETag')).toBeNull();
  });

  describe('in a browser', () => {
    const { f2: _, f8: __, ...publicEntries } = allEntries;
    const browser = { 'Sec-Fetch-Site': 'same-origin' };
    const sendAndFollow = async (): Promise<string> => {
      const redirect = await fixture.worker.fetch(path, {
        ...{ method: 'POST', body: body(publicEntries), redirect: 'manual' },
        headers: { ...browser, Origin: fixture.worker.origin, Accept: 'text/html' },
      });
      expect(redirect.status).toBe(303);
      return redirect.headers.get('Location') ?? '';
    };
    const submission =
      '/plus/visitors-book\t+\t1\r\n+-1\r\nJane Doe\r\n\r\n2\r\nVery quiet.\r\nI liked the lamp.\r\nOn foot\r\n1\r\n0\r\nanswer.txt\r\n.\r\n';

    test('has a reply that can be loaded again, without sending the answers again', async () => {
      fixture.takeRequests('main');
      const location = await sendAndFollow();
      expect(fixture.takeRequests('main')).toEqual(['/plus/visitors-book\t!\r\n']);
      const reply = await fixture.worker.fetch(location, { headers: browser });
      expect(fixture.takeRequests('main')).toEqual(['/plus/visitors-book\t!\r\n', submission]);
      const html = await reply.text();
      expect(html).toContain('I liked the lamp.');
      expect(html).toContain('Reloading this page does not send your answers again.');
      expect(html).toContain(
        `<code>gopher://localhost:${fixture.servers.main.port}/0/plus/visitors-book%09%09%3F</code>`,
      );
      expect(reply.headers.get('Cache-Control')).toBe('private, no-cache');
      const tag = reply.headers.get('ETag') ?? '';
      for (const site of ['same-origin', 'none', 'cross-site']) {
        const again = await fixture.worker.fetch(location, {
          headers: { 'Sec-Fetch-Site': site, 'If-None-Match': tag },
        });
        expect([again.status, again.headers.get('ETag')]).toEqual([304, tag]);
      }
      expect(fixture.takeRequests('main')).toEqual([]);
      // The same answers, sent once more, have another address.
      await new Promise((resolve) => setTimeout(resolve, 2));
      expect(await sendAndFollow()).not.toBe(location);
    });

    test.each(['cross-site', 'same-site', 'none', null])(
      'is not sent by a link from elsewhere, which shows the form filled in (%s)',
      async (site) => {
        const location = await sendAndFollow();
        fixture.takeRequests('main');
        const headers = site === null ? {} : { 'Sec-Fetch-Site': site };
        const html = await (await fixture.worker.fetch(location, { headers })).text();
        expect(html).toContain('value="Jane Doe"');
        expect(html).toContain('>Send to localhost</button>');
        await fixture.worker.fetch(location, { headers: browser, method: 'HEAD' });
        expect(fixture.takeRequests('main')).toEqual(Array(2).fill('/plus/visitors-book\t!\r\n'));
      },
    );

    test.each([
      ['a password', { f2: 's3cret' }],
      ['a file', { f8: 'a line of the file' }],
      ['more than fits an address', { f3: 'a long line\r\n'.repeat(800) }],
    ])('gets the reply at once with %s', async (_, entries) => {
      const response = await send({ ...publicEntries, ...entries }, browser);
      expect(response.status).toBe(200);
      expect(response.redirected).toBe(false);
      expect(await response.text()).toContain('your answers are sent again');
    });
  });

  test('may have a long answer', async () => {
    const { f8: _, ...others } = allEntries;
    const lines = Array.from({ length: 500 }, (_, index) => `${'Long '.repeat(index % 25)}line ${index}: ö`);
    fixture.takeRequests('main');
    const html = await (await send({ ...others, f3: lines.join('\r\n') })).text();
    expect(html).toContain('line 499: ö');
    const received = Buffer.from(fixture.takeRequests('main')[1] ?? '', 'latin1').toString();
    expect(received).toContain(`\r\n500\r\n${lines.join('\r\n')}\r\n`);
  });

  test('is not sent with a line that is too long', async () => {
    const response = await send({ ...allEntries, f1: 'x'.repeat(5000) });
    expect(response.status).toBe(400);
  });

  test.each<readonly [what: string, entries: Record<string, string>, field: string]>([
    ['a period that would end the block', { f1: '.' }, 'Your name?'],
    ['a line break that would begin another answer', { f1: 'a\r\n0\r\n.\r\nFLUSHALL' }, 'Your name?'],
    ['a bare CR', { f2: 'a\rb' }, 'A secret'],
    ['a bare LF', { f1: 'a\nb' }, 'Your name?'],
    ['a NUL', { f1: 'a\0b' }, 'Your name?'],
    ['a tab', { f1: 'a\tb' }, 'Your name?'],
    ['a period in a long answer', { f3: 'a\r\n.\r\nb' }, 'What did you think'],
    ['a period in a file', { f8: 'a\n.\nb' }, 'A text file'],
    ['an entry that is not a choice', { f4: 'By air' }, 'How did you come?'],
  ])('is not sent with %s', async (_, entries, field) => {
    fixture.takeRequests('main');
    const response = await send({ ...allEntries, ...entries });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain('The form was not sent');
    expect(html).toContain(`>${field}`);
    expect(html).toMatch(/aria-describedby="(f\d-fault)".*<p class="fault" id="\1">/s);
    expect(fixture.takeRequests('main')).toEqual(['/plus/visitors-book\t!\r\n']);
  });

  test.each<readonly [what: string, headers: Record<string, string>]>([
    ['of another site', { Origin: 'https://elsewhere.example' }],
    ['of a page without an origin', { Origin: 'null' }],
    ['of another port of this host', { Origin: 'http://127.0.0.1:1' }],
    ['of another site, by Sec-Fetch-Site', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
  ])('is not taken from a page %s', async (_, headers) => {
    fixture.takeRequests('main');
    const response = await send(allEntries, headers);
    expect(response.status).toBe(403);
    expect(fixture.takeRequests('main')).toEqual([]);
  });

  test('is refused when it is too long', async () => {
    fixture.takeRequests('main');
    const response = await send({ ...allEntries, f8: 'x'.repeat(70_000) });
    expect(response.status).toBe(413);
    expect(fixture.takeRequests('main')).toEqual([]);
  });

  test('is not sent to an item that has no form', async () => {
    fixture.takeRequests('main');
    const response = await send(allEntries, {}, fixture.at('main', '/0/plus/motto%09%09%3F'));
    expect(response.status).toBe(404);
    expect(fixture.takeRequests('main')).toEqual(['/plus/motto\t!\r\n']);
  });
});
