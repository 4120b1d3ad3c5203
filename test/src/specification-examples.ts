/**
 * Every example URL of the five specifications, with its meaning in the document. Templates are filled in with a host
 * and a selector; line breaks are as in the documents.
 */
export const MURALI = 'draft-murali-url-gopher';
export const GOPHER = 'RFC 4266';
export const CNRP = 'RFC 3368';
export const BIS = 'draft-hoffkohn-rfc1738bis';
export const TBL = 'draft-ietf-uri-url-03';

export interface Example {
  readonly document: string;
  readonly section: string;
  readonly input: string;
  /** Absent if the example is canonical as printed. */
  readonly canonical?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export const examples: readonly Example[] = [
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
    details: {
      host: 'vms.host.edu',
      path: '/disk$user/my/notes/note12345.txt',
      native: 'DISK$USER:[MY.NOTES]NOTE12345.TXT',
    },
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
