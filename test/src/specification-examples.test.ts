/**
 * Every example URL of the five specifications, with its meaning in the document. Templates are filled in with a host
 * and a selector; line breaks are as in the documents.
 */
import { describe, expect, it } from 'vitest';
import { canonicalize, equivalent, explain } from '../../src/index.ts';

const MURALI = 'draft-murali-url-gopher';
const GOPHER = 'RFC 4266';
const CNRP = 'RFC 3368';
const BIS = 'draft-hoffkohn-rfc1738bis';
const TBL = 'draft-ietf-uri-url-03';

interface Example {
  readonly document: string;
  readonly section: string;
  readonly input: string;
  /** Absent if the example is canonical as printed. */
  readonly canonical?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

const examples: readonly Example[] = [
  {
    document: GOPHER,
    section: '4',
    input: '<ftp://boombox.micro.umn.edu/pub/\n              gopher/gopher_protocol/Gopher+/Gopher+.txt>',
    canonical: 'ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt',
    details: { cwd: ['pub', 'gopher', 'gopher_protocol', 'Gopher+'], name: 'Gopher+.txt', type: null },
  },
  {
    document: CNRP,
    section: '5',
    input: 'go:Mercedes%20Benz',
    details: { commonName: 'Mercedes Benz', attributes: [], id: null },
  },
  {
    document: CNRP,
    section: '5',
    input: 'go://?Mercedes%20Benz',
    details: { server: 'localhost', commonName: 'Mercedes Benz' },
  },
  {
    document: CNRP,
    section: '5',
    input: 'go://cnrp.foo.com?Mercedes%20Benz;geography=US-ga',
    details: {
      server: 'cnrp.foo.com',
      commonName: 'Mercedes Benz',
      attributes: [{ name: 'geography', type: null, value: 'US-ga' }],
    },
  },
  {
    document: CNRP,
    section: '5',
    input: 'go://cnrp.foo.org?Martin%20J.%20D%C3%BCrst',
    details: { server: 'cnrp.foo.org', commonName: 'Martin J. Dürst' },
  },
  {
    document: CNRP,
    section: '5',
    input: 'go://cnrp.foo.com?id=5432345',
    details: { server: 'cnrp.foo.com', commonName: null, id: '5432345' },
  },
  { document: BIS, section: 'Status', input: 'http://www.ietf.org/shadow.html' },
  { document: BIS, section: '2.1', input: '<URL:ftp://@host.com/>', canonical: 'ftp://@host.com/' },
  { document: BIS, section: '2.1', input: '<URL:ftp://host.com/>', canonical: 'ftp://host.com/' },
  { document: BIS, section: '2.1', input: '<URL:ftp://foo:@host.com/>', canonical: 'ftp://foo:@host.com/' },
  {
    document: BIS,
    section: '2.2.2',
    input: '<URL:ftp://myname@host.dom/%2Fetc/motd>',
    canonical: 'ftp://myname@host.dom/%2Fetc/motd',
    details: { absolute: true, cwd: ['/etc'], name: 'motd' },
  },
  {
    document: BIS,
    section: '2.2.2',
    input: '<URL:ftp://myname@host.dom/etc/motd>',
    canonical: 'ftp://myname@host.dom/etc/motd',
    details: { absolute: false, cwd: ['etc'], name: 'motd' },
  },
  {
    document: BIS,
    section: '2.2.2',
    input: '<URL:ftp://myname@host.dom//etc/motd>',
    canonical: 'ftp://myname@host.dom//etc/motd',
    details: { cwd: ['', 'etc'], name: 'motd' },
  },
  {
    document: BIS,
    section: '2.4',
    input: 'news:comp.infosystems.www.misc',
    details: { group: 'comp.infosystems.www.misc', messageId: null },
  },
  { document: BIS, section: '2.4', input: '<URL:news:*>', canonical: 'news:*', details: { all: true } },
  {
    document: BIS,
    section: '2.8',
    input: '<URL:file://vms.host.edu/disk$user/my/notes/note12345.txt>',
    canonical: 'file://vms.host.edu/disk$user/my/notes/note12345.txt',
    details: { host: 'vms.host.edu', path: '/disk$user/my/notes/note12345.txt', windowsDrive: null },
  },
  {
    document: BIS,
    section: '2.9',
    input: '<URL:prospero://host.dom//pros/name>',
    canonical: 'prospero://host.dom//pros/name',
    details: { hsoname: '/pros/name', fields: [], version: null },
  },
  {
    document: BIS,
    section: '4, Gopher+',
    input: '<URL:ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol\n/Gopher+/Gopher+.txt>',
    canonical: 'ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt',
  },
  {
    document: BIS,
    section: '4, PROSPERO',
    input: '<URL:ftp://prospero.isi.edu/pub/prospero/doc\n/prospero-protocol.PS.Z>',
    canonical: 'ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z',
  },
  {
    document: BIS,
    section: '4, WAIS',
    input: '<URL:ftp://quake.think.com/pub/wais/doc/protspec.txt>',
    canonical: 'ftp://quake.think.com/pub/wais/doc/protspec.txt',
  },
  { document: BIS, section: '5', input: 'http://www.dankohn.com/' },
  {
    document: TBL,
    section: 'About this document',
    input: '<http://www.acl.lanl.gov/URI/archive/uri-archive.index.html>',
    canonical: 'http://www.acl.lanl.gov/URI/archive/uri-archive.index.html',
  },
  {
    document: TBL,
    section: 'About this document',
    input: '<http://info.cern.ch/hypertext/WWW/Addressing/URL/Overview.html>',
    canonical: 'http://info.cern.ch/hypertext/WWW/Addressing/URL/Overview.html',
  },
  {
    document: TBL,
    section: 'Wrappers',
    input: '<ftp://info.cern.ch/pub/www/doc>',
    canonical: 'ftp://info.cern.ch/pub/www/doc',
  },
  {
    document: TBL,
    section: 'Wrappers',
    input: '<ftp://ds.internic.net/rfc>',
    canonical: 'ftp://ds.internic.net/rfc',
  },
  {
    document: TBL,
    section: 'References, Alberti',
    input: '<ftp://boombox.micro.umn.edu/pub/gopher/\n                         gopher_protocol>',
    canonical: 'ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol',
  },
  {
    document: TBL,
    section: 'References, Alberti, as one line',
    input: '<gopher://gopher.micro.umn.edu/00/Information About Gopher/About Gopher>',
    canonical: 'gopher://gopher.micro.umn.edu/00/Information%20About%20Gopher/About%20Gopher',
    details: { type: '0', selector: '0/Information About Gopher/About Gopher' },
  },
  {
    document: TBL,
    section: 'References, Berners-Lee',
    input: '<ftp://info.cern.ch/pub/www/doc/http-spec.txt\n                         >',
    canonical: 'ftp://info.cern.ch/pub/www/doc/http-spec.txt',
  },
  {
    document: TBL,
    section: 'References, Davis',
    input: '<ftp://quake.think.com/pub/wa\n                         is/doc/protspec.txt>',
    canonical: 'ftp://quake.think.com/pub/wais/doc/protspec.txt',
  },
  {
    document: TBL,
    section: 'References, Kahle',
    input: '<ftp:\n                         //quake.think.com/pub/wais/doc/doc-ids.txt>',
    canonical: 'ftp://quake.think.com/pub/wais/doc/doc-ids.txt',
  },
  {
    document: TBL,
    section: 'References, Kantor',
    input: '<ftp://ds.internic.net/rfc/rfc977.txt>',
    canonical: 'ftp://ds.internic.net/rfc/rfc977.txt',
  },
  {
    document: TBL,
    section: 'References, Lynch',
    input: '<wais://quake.think.com/wais-discussion-ar\n                         chives?lynch>',
    canonical: 'wais://quake.think.com/wais-discussion-archives?lynch',
    details: { form: 'search', database: 'wais-discussion-archives', search: 'lynch' },
  },
  {
    document: TBL,
    section: 'References, Mockapetris',
    input: '<ftp://ds.internic.net/rfc/rfc1034.txt>',
    canonical: 'ftp://ds.internic.net/rfc/rfc1034.txt',
  },
  {
    document: TBL,
    section: 'References, Neuman',
    input: '<ftp://prospero.isi.edu/pub/prospero/oir.ps>',
    canonical: 'ftp://prospero.isi.edu/pub/prospero/oir.ps',
  },
  {
    document: TBL,
    section: 'References, Postel',
    input: '<ftp://ds.internic.net/rfc/rfc959.txt>',
    canonical: 'ftp://ds.internic.net/rfc/rfc959.txt',
  },
  {
    document: TBL,
    section: 'References, Yeong',
    input: '<ftp://uu.psi.com/wp/nir.txt>',
    canonical: 'ftp://uu.psi.com/wp/nir.txt',
  },
];

describe('the examples', () => {
  it.each(examples)('$document §$section: $input', ({ input, canonical = input, details = {} }) => {
    expect(canonicalize(input)).toBe(canonical);
    expect(explain(input).details).toMatchObject(details);
  });
});

describe(`${BIS} §2.1: empty is not absent`, () => {
  it('no user, an empty user and an empty password are three different URLs', () => {
    expect(equivalent('ftp://@host.com/', 'ftp://host.com/')).toBe(false);
    expect(explain('ftp://host.com/').components).toMatchObject({ user: null, password: null });
    expect(explain('ftp://@host.com/').components).toMatchObject({ user: '', password: null });
    expect(explain('ftp://foo:@host.com/').components).toMatchObject({ user: 'foo', password: '' });
  });
});

/** A Gopher+ string of an example, its details, and the line that a client sends for the item `item`. */
interface PlusExample {
  readonly clause: string;
  readonly plus: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly wireText: string;
}

const form = '+%091%0D%0A+-1%0D%0A';

const plusExamples: readonly PlusExample[] = [
  { clause: `${GOPHER} §2.4`, plus: '+', details: { kind: 'default' }, wireText: 'item\t+\r\n' },
  { clause: `${TBL} GOPHER, summary`, plus: '%3F', details: { kind: 'ask' }, wireText: 'item\t?\r\n' },
  { clause: `${GOPHER} §2.6`, plus: '!', details: { kind: 'attributes', attributes: [] }, wireText: 'item\t!\r\n' },
  {
    clause: `${GOPHER} §2.6`,
    plus: '$',
    details: { kind: 'directoryAttributes', attributes: [] },
    wireText: 'item\t$\r\n',
  },
  {
    clause: `${GOPHER} §2.7, ${MURALI} §2.7`,
    plus: '!+ABSTRACT',
    details: { kind: 'attributes', attributes: ['+ABSTRACT'] },
    wireText: 'item\t!+ABSTRACT\r\n',
  },
  {
    clause: `${MURALI} §2.7`,
    plus: '$+VIEWS',
    details: { kind: 'directoryAttributes', attributes: ['+VIEWS'] },
    wireText: 'item\t$+VIEWS\r\n',
  },
  {
    clause: `${MURALI} §2.7`,
    plus: '!+ABSTRACT%20+ADMIN',
    details: { kind: 'attributes', attributes: ['+ABSTRACT', '+ADMIN'] },
    wireText: 'item\t!+ABSTRACT +ADMIN\r\n',
  },
  {
    clause: `${TBL} GOPHER, ${GOPHER} §2.7`,
    plus: '!+ABSTRACT%20+SMELL',
    details: { kind: 'attributes', attributes: ['+ABSTRACT', '+SMELL'] },
    wireText: 'item\t!+ABSTRACT +SMELL\r\n',
  },
  {
    clause: `${GOPHER} §2.8, ${TBL} GOPHER`,
    plus: '+application/postscript%20Es_ES',
    details: { kind: 'view', view: 'application/postscript', language: 'Es_ES' },
    wireText: 'item\t+application/postscript Es_ES\r\n',
  },
  {
    clause: `${MURALI} §2.8`,
    plus: '+text/html%20Es_ES',
    details: { kind: 'view', view: 'text/html', language: 'Es_ES' },
    wireText: 'item\t+text/html Es_ES\r\n',
  },
  {
    clause: `${MURALI} §3.2`,
    plus: `${form}New%20York%0D%0AUSA%0D%0A.%0D%0A`,
    details: { kind: 'form', answers: ['New York', 'USA'] },
    wireText: 'item\t+\t1\r\n+-1\r\nNew York\r\nUSA\r\n.\r\n',
  },
  {
    clause: `${GOPHER} §2.9, ${TBL} GOPHER`,
    plus: `${form}ask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A`,
    details: { kind: 'form', answers: ['ask_item1_value', 'ask_item2_value'] },
    wireText: 'item\t+\t1\r\n+-1\r\nask_item1_value\r\nask_item2_value\r\n.\r\n',
  },
  {
    clause: `${TBL} GOPHER, the really complex example`,
    plus: '+view_name%20language_name%091%0D%0A+-1%0D%0Aask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A',
    details: {
      kind: 'form',
      view: 'view_name',
      language: 'language_name',
      answers: ['ask_item1_value', 'ask_item2_value'],
    },
    wireText: 'item\t+view_name language_name\t1\r\n+-1\r\nask_item1_value\r\nask_item2_value\r\n.\r\n',
  },
  {
    clause: `${TBL} GOPHER, examples`,
    plus: 'some_gplus_stuff',
    details: { kind: 'other' },
    wireText: 'item\tsome_gplus_stuff\r\n',
  },
];

describe.each(plusExamples)('$clause: $plus', ({ plus, details, wireText }) => {
  const url = `gopher://h.example/0item%09%09${plus}`;
  it('is canonical', () => {
    expect(canonicalize(url)).toBe(url);
  });
  it('has the meaning and the request of the document', () => {
    const resolution = explain(url);
    if (resolution.kind !== 'gopher') throw new TypeError(`${resolution.kind} is not gopher`);
    expect(resolution.details.gopherPlus).toMatchObject(details);
    expect(atob(resolution.request?.octets ?? '')).toBe(wireText);
  });
});

describe(`${TBL} GOPHER, examples of items`, () => {
  it.each([
    [
      'gopher://h.example/0a_gopher_selector',
      { type: '0', selector: 'a_gopher_selector', search: null },
      'a_gopher_selector\r\n',
    ],
    [
      'gopher://h.example/7a_gopher_selector%09foobar',
      { type: '7', selector: 'a_gopher_selector', search: 'foobar' },
      'a_gopher_selector\tfoobar\r\n',
    ],
  ])('%s', (url, details, wireText) => {
    const resolution = explain(url);
    if (resolution.kind !== 'gopher') throw new TypeError(`${resolution.kind} is not gopher`);
    expect(resolution.canonical).toBe(url);
    expect(resolution.details).toMatchObject(details);
    expect(atob(resolution.request?.octets ?? '')).toBe(wireText);
  });
});
