/**
 * The items of the gopher test server by selector: its menus, each with the lines in their order, and the items that
 * the lines lead to.
 */
import type { Framing, Gopherspace, Item, MenuLine, View } from '../gopher/item.ts';
import { type Octets, octets } from '../octets.ts';
import { type Document, type DocumentName, documents, note } from './documents.ts';
import { askFields, faultyItems, hostileLines, itemTypes } from './gopher-lines.ts';
import { difficultNames } from './names.ts';

/** The ports of the other test servers. */
export interface OtherPorts {
  readonly ftp: number;
  readonly nntp: number;
  /** A port on which nothing listens. */
  readonly closed: number;
}

const OPENED = new Date('1993-03-18T12:00:00Z');

const see = (selector: Octets, title?: string): MenuLine =>
  title === undefined ? { see: selector } : { see: selector, title: octets(title) };
const remote = (type: string, title: string, selector: Octets, port: number): MenuLine => ({
  remote: type,
  title: octets(title),
  selector,
  port,
});

/**
 * Makes all items.
 *
 * @param otherPorts - the ports of the FTP and news servers, for links to them
 */
export function gopherspace(otherPorts: OtherPorts): Gopherspace {
  const space = new Map<Octets, Item>();

  const menu = (selector: Octets, title: string, lines: readonly MenuLine[], abstract?: string): void => {
    const described = { kind: 'menu', type: '1', title: octets(title), modified: OPENED, lines } as const;
    space.set(selector, abstract === undefined ? described : { ...described, abstract });
  };
  const addDocument = (selector: Octets, document: Document, framing?: Framing, ...others: View[]): void => {
    const { type, mediaType, source, modified, abstract } = document;
    const language = mediaType.startsWith('text/') ? 'En_US' : null;
    const described = {
      kind: 'document',
      type,
      title: octets(document.title),
      modified,
      views: [{ mediaType, language, source }, ...others],
      framing: framing ?? (mediaType.startsWith('text/') ? 'period' : 'length'),
    } as const;
    space.set(selector, abstract === undefined ? described : { ...described, abstract });
  };

  menu(
    '',
    'The Waypost museum',
    [
      { raw: 'iThe Waypost museum\tTITLE\terror.host\t1\r\n' },
      '',
      '    The links that browsers forgot, and what was behind them.',
      '',
      see('/about/welcome.txt'),
      see('/about/gopher.txt'),
      see('/about/timeline.txt'),
      '',
      'The rooms',
      see('/about', 'The reading room'),
      see('/gallery', 'The gallery: one of every item type'),
      see('/plus', 'Gopher+: views, attributes, forms'),
      see('/charsets', 'The language laboratory'),
      see('/names', 'The cabinet of difficult names'),
      see('/large', 'The weight room'),
      see('/search', 'Search the museum'),
      '',
      'The other buildings',
      { raw: `hThe attic (FTP)\tURL:ftp://localhost:${otherPorts.ftp}/pub/\t<here>\r\n` },
      { raw: `hThe reading circle (news)\tURL:nntp://localhost:${otherPorts.nntp}/museum.history\t<here>\r\n` },
      '',
      'Below the stairs',
      see('/horrors', 'The chamber of horrors: menus that attack'),
      see('/mishaps', 'The hall of mishaps: servers that break'),
      see('/staff', 'Staff only'),
      '',
      '_'.repeat(66),
      octets('Served from your own machine · the curator is always in'),
    ],
    'A small museum of the early Internet, served by the protocols themselves.',
  );

  const aboutTexts: readonly DocumentName[] = [
    'welcome',
    'gopher',
    'gopherplus',
    'timeline',
    'ftp',
    'usenet',
    'links',
    'terminals',
    'libraries',
    'signpost',
  ];
  for (const name of aboutTexts) addDocument(`/about/${documents[name].name}`, documents[name]);
  menu('/about', 'The reading room', [
    'Short texts, each readable while the kettle boils.',
    '',
    ...aboutTexts.flatMap((name): MenuLine[] => {
      const selector = `/about/${documents[name].name}`;
      // One item has a mirror.
      return name === 'timeline' ? [see(selector), { mirror: selector }] : [see(selector)];
    }),
  ]);

  menu('/gallery', 'The gallery', [
    'One specimen of every item type, with its letter.',
    '',
    ...itemTypes.map((sample): MenuLine => {
      if ('line' in sample) return sample.line;
      const document = documents[sample.document];
      addDocument(`/gallery/${document.name}`, document);
      return see(`/gallery/${document.name}`, `[${document.type}] ${document.title}`);
    }),
  ]);
  addDocument('/gallery/lamp.gif', documents.blinking);
  addDocument('/about/motto.txt', documents.motto);

  menu('/charsets', 'The language laboratory', [
    'Four texts. Nothing on the wire names their charsets.',
    '',
    ...(['languages', 'letter', 'prices', 'poster', 'dots'] as const).map((name) => {
      addDocument(`/charsets/${documents[name].name}`, documents[name]);
      return see(`/charsets/${documents[name].name}`);
    }),
    '',
    'A menu line in Latin-1: Gr\xfc\xdfe aus K\xf6ln, d\xe9j\xe0 vu',
    octets('A menu line in UTF-8: Grüße aus Köln, déjà vu'),
    'A menu line in colour: \x1b[1;31mred\x1b[0m, \x1b[32mgreen\x1b[0m and back',
  ]);

  menu('/names', 'The cabinet of difficult names', [
    'A selector is a string of octets, not a path. These are legal.',
    '',
    ...difficultNames.flatMap(({ name, difficulty }): MenuLine[] => {
      addDocument(`/names/${name}`, note(name, difficulty));
      return [{ see: `/names/${name}`, title: name }, `    ${difficulty}`];
    }),
    '',
    see('/names/a/../b', 'A selector with two dots that mean nothing'),
    see('//names//doubled', 'A selector with doubled slashes'),
    see('0/names/type', 'A selector that begins with a digit'),
  ]);
  addDocument('/names/a/../b', note('b', 'The selector is /names/a/../b, and it names this and nothing else.'));
  addDocument('//names//doubled', note('doubled', 'The selector is //names//doubled, slash for slash.'));
  addDocument('0/names/type', note('type', 'The selector is 0/names/type. Old servers put the type in front.'));

  menu('/large', 'The weight room', [
    'Please lift with care. robots.txt asks machines to stay out.',
    '',
    ...(['heavy', 'heavier', 'heaviest'] as const).map((name) => {
      addDocument(`/large/${documents[name].name}`, documents[name], name === 'heaviest' ? 'close' : 'length');
      return see(`/large/${documents[name].name}`);
    }),
    see('/large/corridor', 'A corridor with two thousand doors'),
  ]);
  menu(
    '/large/corridor',
    'A corridor with two thousand doors',
    Array.from({ length: 2000 }, (_, index) => see('/about/motto.txt', `Door ${index + 1}`)),
  );

  space.set('/search', { kind: 'search', type: '7', title: 'Search the museum', modified: OPENED });
  space.set('/gallery/error', {
    ...{ kind: 'refusal', type: '3', title: 'An error, framed', modified: OPENED },
    ...{ code: 1, framing: 'period', message: 'This is what an error looks like.' },
  });
  addDocument('caps.txt', documents.caps);
  addDocument('robots.txt', documents.robots);
  addDocument('/staff', documents.staff);

  addPlusItems(space, menu, addDocument);
  menu('/horrors', 'The chamber of horrors', hostileLines);
  addDocument('/horrors/trap.html', documents.trap);
  menu('/mishaps', 'The hall of mishaps', [
    'Every door of this room opens on something broken.',
    '',
    ...Object.entries(faultyItems).map(([name, { title, type, fault, of }]) => {
      const selector = `/mishaps/${name}`;
      space.set(selector, { kind: 'faulty', type, title, modified: OPENED, fault, of });
      return see(selector);
    }),
    remote('1', 'A door that is shut: nothing listens there', '', otherPorts.closed),
  ]);
  return space;
}

type MakeMenu = (selector: Octets, title: string, lines: readonly MenuLine[]) => void;
type AddDocument = (selector: Octets, document: Document, framing?: Framing, ...others: View[]) => void;

/** Adds the items for Gopher+. */
function addPlusItems(space: Map<Octets, Item>, menu: MakeMenu, addDocument: AddDocument): void {
  addDocument(
    '/plus/motto',
    documents.motto,
    'period',
    { mediaType: 'text/plain', language: 'Es_ES', source: documents.lema.source },
    { mediaType: 'application/postscript', language: 'En_US', source: documents.postScript.source },
    { mediaType: 'image/gif', language: null, source: documents.gif.source },
  );
  addDocument('/plus/length', { ...documents.motto, title: 'A reply that knows its length' }, 'length');
  addDocument('/plus/period', { ...documents.motto, title: 'A reply that ends with a period' }, 'period');
  addDocument('/plus/close', { ...documents.motto, title: 'A reply that ends with the connection' }, 'close');
  addDocument('/plus/abstract', documents.gopherplus);
  const item = space.get('/plus/abstract');
  if (item !== undefined) space.set('/plus/abstract', { ...item, abstractAt: '/about/motto.txt' });
  space.set('/plus/visitors-book', {
    ...{ kind: 'form', type: '0', title: "The visitors' book", modified: OPENED },
    ...{ fields: askFields, abstract: 'A form with a field of every kind. It answers with what it received.' },
  });
  const refusal = (name: string, title: string, code: 1 | 2 | 3, framing: Framing, message: string): void => {
    space.set(`/plus/${name}`, { kind: 'refusal', type: '0', title, modified: OPENED, code, framing, message });
  };
  refusal('gone', 'An item that is not available', 1, 'period', 'Lent to another museum in 1997. They closed.');
  refusal('busy', 'An item that asks for patience', 2, 'close', 'The projector is warming up. Please try again later.');
  refusal('moved', 'An item that has moved', 3, 'length', '/about/motto.txt');
  menu('/plus', 'Gopher+', [
    'Plain clients see plain items here. Others can ask for more.',
    '',
    see('/plus/motto', 'The motto: two languages, PostScript, a picture'),
    see('/plus/visitors-book'),
    see('/plus/abstract', 'A text whose abstract is kept elsewhere'),
    '',
    'Three ways to end a reply',
    see('/plus/length'),
    see('/plus/period'),
    see('/plus/close'),
    '',
    'Three ways to say no',
    see('/plus/gone'),
    see('/plus/busy'),
    see('/plus/moved'),
  ]);
}
