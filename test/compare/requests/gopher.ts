/** Gopher: every item in every dialect and format, Gopher+, forms, searches, faults, TLS and attacks. */
import { HOSTILE_PATHS } from '../odd-servers.ts';
import type { Request, Session } from '../session.ts';
import { crawl } from './crawl.ts';
import { withEachFault } from './faults.ts';
import {
  askAll,
  askAspects,
  askForCopy,
  attacks,
  everyNth,
  FORMATS,
  hosts,
  open,
  variants,
  withParameters,
} from './links.ts';

/** The fields of the visitors' book, filled in. */
const ENTRIES: Readonly<Record<string, string>> = {
  ...{ f1: 'Jane Doe', f2: 's3cret', f3: 'Very quiet.\r\nI liked the lamp.\r\n', f4: 'On foot', f5: '1' },
  ...{ f7: 'answer.txt', f8: 'a line of the file' },
};

/** Items that behave as servers with faults. */
const BROKEN = /mishaps/;

const ORIGIN = { Origin: 'http://waypost.test' };

/** The form as a browser sends it. */
function multipart(
  path: string,
  entries: Readonly<Record<string, string>>,
  headers: Record<string, string> = ORIGIN,
): Request {
  const boundary = '----boundary';
  const parts = Object.entries(entries).map(([name, value]) => {
    const file = name === 'f8' ? '; filename="note.txt"\r\nContent-Type: text/plain' : '';
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return {
    path,
    body: `${parts.join('')}--${boundary}--\r\n`,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}`, ...headers },
  };
}

export async function gopher(session: Session): Promise<void> {
  const { servers } = session;
  const at = (path: string, server: 'gopher' | 'gopherUmn' | 'gopherBare' = 'gopher'): string =>
    `/gopher/${servers.at(server)}${path}`;

  const found = await crawl(session, [at('/')], {
    formats: ['json', 'html', 'raw'],
    below: [at('/')],
    except: BROKEN,
    most: 220,
  });
  await askAspects(session, everyNth(found, 6));
  await crawl(session, [at('/', 'gopherUmn')], {
    formats: ['json', 'html'],
    below: [at('/', 'gopherUmn')],
    except: BROKEN,
    most: 60,
  });
  await crawl(session, [at('/', 'gopherBare')], {
    formats: ['json', 'html'],
    below: [at('/', 'gopherBare')],
    most: 60,
  });

  await crawl(session, [at('/1/mishaps')], {
    profile: 'hasty',
    formats: ['json', 'html', 'raw'],
    below: [at('/0/mishaps'), at('/1/mishaps'), at('/9/mishaps')],
    // The pages of a menu without an end are slow.
    except: /[?&]page=(?!2\b)/,
  });

  for (const path of HOSTILE_PATHS) {
    for (const type of ['0', '1', 'h', '9']) {
      for (const format of ['json', 'html', 'raw']) {
        await session.ask(`/gopher/${servers.at('hostile')}/${type}${path}?format=${format}`);
      }
    }
  }
  for (const server of ['footer', 'empty', 'ssh', 'smtp'] as const) {
    for (const format of ['json', 'html', 'raw']) {
      const at = `/gopher/${servers.at(server)}`;
      const paths = [`${at}/?format=${format}`, `${at}/0/x?format=${format}`];
      // A server of another protocol waits for more.
      const profile = server === 'ssh' || server === 'smtp' ? 'hasty' : 'main';
      await askAll(
        session,
        paths.map((path) => ({ path, profile })),
      );
    }
  }

  const secure = `/gophers/${servers.at('gopher')}`;
  for (const format of FORMATS)
    await askAll(session, [`${secure}/?format=${format}`, `${secure}/0/about/welcome.txt?format=${format}`]);
  for (const type of '0123456789+:;<IMPTdghips') {
    await askAll(session, [
      at(`/${type}/about/welcome.txt`),
      at(`/${type}/about`),
      at(`/${type}/gallery/lamp.gif?format=json`),
    ]);
  }
  for (const words of ['gopher', 'gopher%20menus', 'nothing-at-all', '%C3%A9', 'a%09b', '']) {
    for (const format of ['json', 'html', 'raw']) {
      await askAll(session, [
        at(`/7/search%09${words}?format=${format}`),
        at(`/7/search?search=${words}&format=${format}`),
      ]);
    }
  }
  for (const selector of [
    '/0/plus/motto',
    '/1/plus',
    '/0/plus/visitors-book',
    '/0/plus/moved',
    '/0/plus/busy',
    '/0/plus/gone',
    '/7/search',
  ]) {
    for (const plus of [
      '+',
      '!',
      '$',
      '%3F',
      '+text/plain',
      '+text/plain%20Es_ES',
      '+image/gif',
      '!+VIEWS',
      '$+ADMIN',
      'x',
    ]) {
      for (const format of ['json', 'html', 'raw']) await session.ask(at(`${selector}%09%09${plus}?format=${format}`));
    }
  }
  const form = at('/0/plus/visitors-book%09%09%3F');
  const { f5: _, ...incomplete } = ENTRIES;
  await askAll(session, [
    multipart(form, ENTRIES),
    { ...multipart(form, ENTRIES), path: `${form}?format=json` },
    { ...multipart(form, ENTRIES), path: `${form}?format=raw` },
    multipart(form, incomplete),
    multipart(form, { ...ENTRIES, f4: 'By <rocket>' }),
    multipart(form, { ...ENTRIES, f1: 'a\r\n.\r\nb' }),
    multipart(form, { ...ENTRIES, f1: 'a\0b' }),
    multipart(form, { ...ENTRIES, f9: 'too many' }),
    multipart(form, ENTRIES, { Origin: 'https://elsewhere.example' }),
    multipart(form, ENTRIES, {}),
    multipart(at('/0/about/welcome.txt'), ENTRIES),
    {
      path: form,
      body: 'f1=a&f4=On+foot',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...ORIGIN },
    },
    { path: form, body: '{}', headers: { 'Content-Type': 'application/json', ...ORIGIN } },
  ]);

  for (const path of [at('/'), at('/0/about/welcome.txt'), at('/9/gallery/film.mpg'), at('/I/gallery/lamp.gif')]) {
    await askAll(session, variants(path));
    await askAll(session, withParameters(path));
    await askForCopy(session, path);
  }
  await askAll(session, withParameters(at('/1/large/corridor')));
  await phoneBooks(session);
  await askAll(session, attacks(at('/0/')));
  await askAll(session, hosts('gopher', '1/x'));
  await askAll(
    session,
    [
      '',
      '1',
      '11',
      '0',
      '/',
      '1//x',
      '1/x/../y',
      '1/x%2Fy',
      '1/x?y',
      '1/x%3Fy',
      '1/x#y',
      'URL:http://x/',
      'h/URL:http://h.example/',
      'h/URL:javascript:alert(1)',
    ].map((path) => at(`/${path}`)),
  );
  await askAll(session, [
    '/gopher/',
    '/gopher',
    '/gopher//',
    `/GOPHER/${servers.at('gopher')}/`,
    `/gopher/${servers.at('gopher')}`,
  ]);
  await session.ask(open(`gopher://127.0.0.1:${servers.port('gopher')}/1/about`));
  await withEachFault(session, 'gopher', 'gopher', [
    ...['json', 'html', 'raw'].flatMap((format) => [
      at(`/?format=${format}`),
      at(`/0/about/welcome.txt?format=${format}`),
    ]),
    at('/9/gallery/lamp.gif'),
    at('/0/plus/motto%09%09+'),
    at('/1/plus%09%09$?format=json'),
  ]);
}

/** Queries in the fields of a phone book, with the fields that are wanted back. */
const QUERIES: readonly string[] = [
  ...[
    '',
    'field.name=Doe',
    'field.name=doe&field.email=',
    'field.alias=jdoe',
    'field.name=m%C3%BCller&return=alias,name',
  ],
  ...['field.name=Doe&return=all', 'field.name=nobody', 'field.name=*', 'field.email=jdoe', 'field.nothing=x'],
  ...['field.name=a%0D%0Ab', 'field.name=%22x', 'field.name=Doe&return=nothing', 'help=1', 'field.name=&field.alias=+'],
];

async function phoneBooks(session: Session): Promise<void> {
  const book = `/gopher/${session.servers.at('cso')}/2`;
  for (const query of QUERIES) {
    const formats = ['json', 'html', 'raw'].map((format) => `${book}?${query}&format=${format}`.replace('?&', '?'));
    await askAll(session, [...formats, { path: `${book}?${query}`, method: 'HEAD' }]);
  }
  for (const words of ['jane', 'nobody', 'name=Doe', '%C3%BC']) {
    await askAll(session, [`${book}%09${words}`, `${book}%09${words}?format=json`]);
  }
  await askAspects(session, [book, `${book}?field.name=Doe`]);
  for (const fault of ['refused', 'silent', 'reset', 'truncated', 'garbage'] as const) {
    await session.withFault('cso', fault, () =>
      askAll(
        session,
        [`${book}?format=json`, `${book}?field.name=Doe&format=html`].map((path) => ({ path, profile: 'hasty' })),
      ),
    );
  }
}
