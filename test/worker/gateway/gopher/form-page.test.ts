/** The pages of the forms of Gopher+: every kind of field, filled in and with faults, and the replies to forms. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { gopherDouble } from '../../../src/open/gopher/double.ts';
import { lines, pagesLike } from '../expected.ts';
import { type Asked, opened } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const FORM = [
  '+-1',
  '+INFO: 0Book\t/book\th.example\t70\t?',
  '+ASK:',
  ' Note: Sign here.',
  ' Ask: Your name\tJane',
  ' AskP: Your password',
  ' AskL: Your words\tNone',
  ' AskF: Where to save it\tanswer.txt',
  ' Choose: How you came\tBy gopher\tOn foot',
  ' Select: Come again:1',
  ' Select: Sleep here:0',
  ' ChooseF: A text',
  '.',
  '',
];
const ONE_FIELD = ['+-1', '+INFO: 0Book\t/book\th.example\t70\t?', '+ASK:', ' Ask: ', '.', ''];
const LINK = 'gopher://h.example/0/book%09%09%3F';

const bookServer = (form: readonly string[], reply = '+-1\r\nThank you.\r\n.\r\n') =>
  gopherDouble({ '/book\t!': form.join('\r\n'), '/book\t+\t1': reply });

afterEach(() => void vi.useRealTimers());

const pageOf = pagesLike`
  200
  cache-control: no-store
  referrer-policy: same-origin
  kicker: Gopher+ form
  way: h.example → /gopher/h.example/ / book → /gopher/h.example/0/book (aria-current=page)
  h1: book
  canonical: gopher://h.example/0/book%09%09%3F
  More: [JSON → /gopher/h.example/0/book%09%09%3F?format=json (a view)] [As the server sent it → /gopher/h.example/0/book%09%09%3F?format=raw (a view)] [Attributes → /gopher/h.example/0/book%09%09! (a view)]
`;

/** The last fields of the form: what is chosen, and whether the choice between the first two has a fault. */
function choices(chosen: readonly string[], hasFault = false): string {
  const mark = (name: string): string => (chosen.includes(name) ? ', checked' : '');
  return lines`
    fieldset.field#f5${hasFault ? ' (aria-describedby=f5-fault)' : ''}
      legend: How you came
      label.choice
        input (type=radio, name=f5, value=By gopher${mark('By gopher')})
        By gopher
      label.choice
        input (type=radio, name=f5, value=On foot${mark('On foot')})
        On foot
      ${hasFault ? 'p.fault#f5-fault: This is none of the choices.' : ''}
    .field
      label.choice
        input#f6 (type=checkbox, name=f6, value=1${mark('Come again')})
        Come again
    .field
      label.choice
        input#f7 (type=checkbox, name=f7, value=1${mark('Sleep here')})
        Sleep here
    .field
      label (for=f8): A text
      input#f8 (type=file, name=f8)
      p.aside: A text file. Its lines are sent.
    button (type=submit): Send to h.example
    p.aside: Gopher is not encrypted. Others can read what you send.
  `;
}

describe('a form', () => {
  test('with a field of every kind, with what its server has filled in', async () => {
    const page = await opened(LINK, { server: bookServer(FORM) });
    expect(await outlineOf(page)).toBe(pageOf`
      form.ask (method=post, action=/gopher/h.example/0/book%09%09%3F, enctype=multipart/form-data)
        p.note: Sign here.
        .field
          label (for=f1): Your name
          input#f1 (type=text, name=f1, value=Jane)
        .field
          label (for=f2): Your password
          input#f2 (type=password, name=f2, value)
        .field
          label (for=f3): Your words
          textarea#f3 (name=f3, rows=6, cols=60)
            | None
        .field
          label (for=f4): Where to save it
          input#f4 (type=text, name=f4, value=answer.txt)
          p.aside: The name of a file on your computer. Only the name is sent.
        ${choices(['By gopher', 'Come again'])}
    `);
  });

  test('over TLS, with one field', async () => {
    const page = await opened('gophers://h.example:70/0/book%09%09%3F', { server: bookServer(ONE_FIELD) });
    expect(await outlineOf(page)).toBe(pageOf`
      way: h.example → /gophers/h.example/ / book → /gophers/h.example/0/book (aria-current=page)
      canonical: gophers://h.example/0/book%09%09%3F
      More: [JSON → /gophers/h.example/0/book%09%09%3F?format=json (a view)] [As the server sent it → /gophers/h.example/0/book%09%09%3F?format=raw (a view)] [Attributes → /gophers/h.example/0/book%09%09! (a view)]

      form.ask (method=post, action=/gophers/h.example/0/book%09%09%3F, enctype=application/x-www-form-urlencoded)
        .field
          label (for=f0)
          input#f0 (type=text, name=f0, value)
        button (type=submit): Send to h.example
    `);
  });

  test('filled in by a link', async () => {
    const answers = ['1', '+-1', 'Ann', 'secret', '2', 'a', 'b', 'x.txt', 'On foot', '0', '1', '1', 'line', '.', ''];
    const url = `gopher://h.example/0/book%09%09+text/plain%20En_US%09${encodeURIComponent(answers.join('\r\n'))}`;
    expect(await outlineOf(await opened(url, { server: bookServer(FORM) }))).toBe(pageOf`
      page: viewer, En-US
      canonical: gopher://h.example/0/book%09%09+text/plain%20En_US
      More: [JSON → /gopher/h.example/0/book%09%09+text/plain%20En_US%091%0D%0A+-1%0D%0AAnn%0D%0Asecret%0D%0A2%0D%0Aa%0D%0Ab%0D%0Ax.txt%0D%0AOn%20foot%0D%0A0%0D%0A1%0D%0A1%0D%0Aline%0D%0A.%0D%0A?format=json (a view)] [As the server sent it → /gopher/h.example/0/book%09%09+text/plain%20En_US%091%0D%0A+-1%0D%0AAnn%0D%0Asecret%0D%0A2%0D%0Aa%0D%0Ab%0D%0Ax.txt%0D%0AOn%20foot%0D%0A0%0D%0A1%0D%0A1%0D%0Aline%0D%0A.%0D%0A?format=raw (a view)] [Attributes → /gopher/h.example/0/book%09%09! (a view)]

      form.ask (method=post, action=/gopher/h.example/0/book%09%09+text/plain%20En_US, enctype=multipart/form-data)
        p.note: Sign here.
        .field
          label (for=f1): Your name
          input#f1 (type=text, name=f1, value=Ann)
        .field
          label (for=f2): Your password
          input#f2 (type=password, name=f2, value=secret)
        .field
          label (for=f3): Your words
          textarea#f3 (name=f3, rows=6, cols=60)
            | a
            | b
        .field
          label (for=f4): Where to save it
          input#f4 (type=text, name=f4, value=x.txt)
          p.aside: The name of a file on your computer. Only the name is sent.
        ${choices(['On foot', 'Sleep here'])}
    `);
  });
});

test('a form for programs', async () => {
  const { headers } = await opened(LINK, { server: bookServer(FORM), query: 'format=json' });
  expect(['Cache-Control', 'Vary', 'Content-Type'].map((name) => headers.get(name))).toEqual([
    ...['no-store', 'Accept', 'application/json'],
  ]);
});

/** The answer to a form that a page of this Worker has sent. */
async function sent(form: readonly string[], entries: Readonly<Record<string, string>>, asked: Asked = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(entries)) body.set(name, value);
  const server = bookServer(form);
  const headers = { 'Sec-Fetch-Site': 'same-origin', ...asked.headers };
  return { page: await opened(LINK, { server, body, ...asked, headers }), server };
}

describe('a form with faults', () => {
  test('names them, and keeps what was entered', async () => {
    const { page } = await sent(FORM, { f1: 'a\tb', f2: 'c\td', f3: 'a\n.', f4: 'a\0', f5: 'By air', f6: '1' });
    expect(await outlineOf(page)).toBe(pageOf`
      422

      .notice.caution (role=note)
        p.notice-title: The form was not sent
        ul
          li: [Your name → #f1] has a line break, a tab or a NUL in it.
          li: [Your password → #f2] has a line break, a tab or a NUL in it.
          li: [Your words → #f3] has a line that is a period alone, which would end the form.
          li: [Where to save it → #f4] has a line break, a tab or a NUL in it.
          li: [How you came → #f5] is none of the choices.
      form.ask (method=post, action=/gopher/h.example/0/book%09%09%3F, enctype=multipart/form-data)
        p.note: Sign here.
        .field
          label (for=f1): Your name
          input#f1 (type=text, name=f1, aria-invalid=true, aria-describedby=f1-fault, value=a⇥b)
          p.fault#f1-fault: This has a line break, a tab or a NUL in it.
        .field
          label (for=f2): Your password
          input#f2 (type=password, name=f2, aria-invalid=true, aria-describedby=f2-fault, value=c⇥d)
          p.fault#f2-fault: This has a line break, a tab or a NUL in it.
        .field
          label (for=f3): Your words
          textarea#f3 (name=f3, aria-invalid=true, aria-describedby=f3-fault, rows=6, cols=60)
            | a
            | .
          p.fault#f3-fault: This has a line that is a period alone, which would end the form.
        .field
          label (for=f4): Where to save it
          input#f4 (type=text, name=f4, aria-invalid=true, aria-describedby=f4-fault, value=a�)
          p.aside: The name of a file on your computer. Only the name is sent.
          p.fault#f4-fault: This has a line break, a tab or a NUL in it.
        ${choices(['Come again'], true)}
    `);
  });

  test('in a field without a question', async () => {
    const { page } = await sent(ONE_FIELD, { f0: 'a\nb' });
    expect(await outlineOf(page)).toBe(pageOf`
      422

      .notice.caution (role=note)
        p.notice-title: The form was not sent
        ul
          li: [Line 1 → #f0] has a line break, a tab or a NUL in it.
      form.ask (method=post, action=/gopher/h.example/0/book%09%09%3F, enctype=application/x-www-form-urlencoded)
        .field
          label (for=f0)
          input#f0 (type=text, name=f0, aria-invalid=true, aria-describedby=f0-fault, value=a⏎b)
          p.fault#f0-fault: This has a line break, a tab or a NUL in it.
        button (type=submit): Send to h.example
        p.aside: Gopher is not encrypted. Others can read what you send.
    `);
  });
});

describe('the reply to a form', () => {
  const fields = { f1: 'Ann', f2: '', f3: '', f4: '', f5: 'On foot' };

  test('with secrets is a page that sends them again', async () => {
    const { page } = await sent(FORM, { ...fields, f2: 'secret' });
    expect(await outlineOf(page)).toBe(pageOf`
      kicker: Reply to your form
      referrer-policy: none
      More: none

      .notice.info (role=note): If you load this page again, your answers are sent again. [Fill in again → /gopher/h.example/0/book%09%09+%091%0D%0A+-1%0D%0AAnn%0D%0A%0D%0A0%0D%0A%0D%0AOn%20foot%0D%0A0%0D%0A0%0D%0A.%0D%0A]
      pre.text (tabindex=0, aria-label=Text)
        | <.lines: Thank you.
        | >
      p.aside: book, 12 B
    `);
  });

  test('without them is a redirect to an address with the answers, whose page sends nothing again', async () => {
    const { page, server } = await sent(ONE_FIELD, { f0: 'Ann' });
    expect([page.status, page.headers.get('Cache-Control')]).toEqual([303, 'no-store']);
    expect(server.requests).toEqual(['/book\t!\r\n']);
    const location = page.headers.get('Location') ?? '';
    const [address = '', query = ''] = location.split('?');
    expect(address).toBe('/gopher/h.example/0/book%09%09+%091%0D%0A+-1%0D%0AAnn%0D%0A.%0D%0A');
    expect(query).toMatch(/^sent=[0-9a-z]{8}$/);
    const url = address.replace('/gopher/', 'gopher://');
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const reply = await opened(url, { server, headers, query });
    const tag = reply.headers.get('ETag') ?? '';
    expect(await outlineOf(reply)).toBe(pageOf`
      200, tagged
      cache-control: private, no-cache
      kicker: Reply to your form
      referrer-policy: none
      More: none

      .notice.info (role=note): Reloading this page does not send your answers again. [Fill in again → /gopher/h.example/0/book%09%09+%091%0D%0A+-1%0D%0AAnn%0D%0A.%0D%0A]
      pre.text (tabindex=0, aria-label=Text)
        | <.lines: Thank you.
        | >
      p.aside: book, 12 B
    `);
    const again = await opened(url, { server, headers: { ...headers, 'If-None-Match': tag }, query });
    expect([again.status, again.headers.get('ETag'), again.headers.get('Cache-Control'), await again.text()]).toEqual([
      ...[304, tag, 'private, no-cache', ''],
    ]);
    // A browser that kept no reply gets the form, filled in.
    const requests = server.requests.length;
    const form = await (await opened(url, { server, headers, query })).text();
    expect([form.includes('value="Ann"'), server.requests.slice(requests)]).toEqual([true, ['/book\t!\r\n']]);
  });

  test.each([
    ['a minute ago', -60_000, 'Reply to your form'],
    ['longer ago', -60_001, 'Gopher+ form'],
    ['in a minute', 60_000, 'Reply to your form'],
    ['later', 60_001, 'Gopher+ form'],
    ['at no time', Number.NaN, 'Gopher+ form'],
  ])('has a form for an address that was made %s, or the reply', async (_, age, kicker) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const url = 'gopher://h.example/0/book%09%09+%091%0D%0A+-1%0D%0ABen%0D%0A.%0D%0A';
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const query = `sent=${Number.isNaN(age) ? '' : (Date.now() + age).toString(36)}`;
    const page = await opened(url, { server: bookServer(ONE_FIELD), headers, query });
    expect(await page.text()).toContain(`<p class="kicker">${kicker}</p>`);
  });

  test('of programs has JSON', async () => {
    const { page } = await sent(ONE_FIELD, { f0: 'Ann' }, { query: 'format=json', headers: { Accept: '*/*' } });
    expect([page.status, page.headers.get('Cache-Control'), page.headers.get('ETag')]).toEqual([200, 'no-store', null]);
    expect(await page.json()).toMatchObject({ kind: 'text', text: 'Thank you.\r\n' });
  });

  test('of programs with faults is an error with each of them', async () => {
    const sending = sent(FORM, { f1: 'a\nb', f5: 'By air' }, { query: 'format=json', headers: { Accept: '*/*' } });
    await expect(sending).rejects.toMatchObject({
      problem: 'invalid-parameter',
      faults: [
        { code: 'parameter-invalid', parameter: 'f1', message: expect.stringMatching(/^`f1` .*\.$/) },
        { code: 'parameter-invalid', parameter: 'f5', message: '`f5` is none of the choices.' },
      ],
    });
  });

  test('is not sent by a link of another site', async () => {
    const url = 'gopher://h.example/0/book%09%09+%091%0D%0A+-1%0D%0AAnn%0D%0A.%0D%0A';
    const server = bookServer(ONE_FIELD);
    const query = `sent=${Date.now().toString(36)}`;
    const page = await opened(url, { server, query, headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(await page.text()).toContain('<p class="kicker">Gopher+ form</p>');
    expect(server.requests).toEqual(['/book\t!\r\n']);
  });

  test('that is too long for an address is sent at once', async () => {
    const address = (answer: string) =>
      `gopher://h.example/0/book%09%09${encodeURIComponent(`+\t1\r\n+-1\r\n${answer}\r\n.\r\n`)}`;
    // Octets are longer in an address than in a request.
    const octets = 'é'.repeat(1200);
    const longest = octets + 'x'.repeat(8000 - address(octets).length);
    expect((await sent(ONE_FIELD, { f0: longest })).page.status).toBe(303);
    const { page, server } = await sent(ONE_FIELD, { f0: `${longest}x` });
    expect([page.status, server.requests.join('').slice(0, 23)]).toEqual([200, '/book\t!\r\n/book\t+\t1\r\n+-1']);
    expect(await page.text()).toContain('<a href="/gopher/h.example/0/book%09%09%3F">Fill in again</a>');
  });

  test.each([
    ['an item without a form', 'gopher://h.example/0/book', 'This item has no form.'],
    ['what is not form data', LINK, 'The request body is not form data.'],
  ])('of %s is refused', async (_what, url, message) => {
    const sending = opened(url, { server: bookServer(FORM), body: 'words', headers: { 'Content-Type': 'text/plain' } });
    await expect(sending).rejects.toMatchObject({ code: 'bad-request', message });
  });
});
