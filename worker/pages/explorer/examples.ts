/** One example of each scheme, as somebody wrote it or might have, and a line of its history. */

export interface Example {
  readonly scheme: string;
  readonly url: string;
  /** When the scheme's protocol, or the scheme itself, was first there. */
  readonly year: number;
  readonly history: string;
}

export const examples: readonly Example[] = [
  {
    scheme: 'telnet',
    url: 'telnet://melvyl.ucop.edu:23/',
    year: 1969,
    history: 'The oldest of all: a terminal on another machine. Library catalogues lived here until the nineties.',
  },
  {
    scheme: 'ftp',
    url: 'FTP://ftp.funet.fi/pub/%7Edoc/README;type=I',
    year: 1971,
    history: 'Files came by it before there was an Internet. Browsers dropped it in 2021.',
  },
  {
    scheme: 'mailto',
    url: 'mailto:gopher@Boombox.Micro.UMN.EDU?Subject=RFC%201436',
    year: 1971,
    history: 'The at sign is from the year of the first mail between two machines; the scheme is from 1994.',
  },
  {
    scheme: 'news',
    url: 'news:%3C1992May4.180512@umn.edu%3E',
    year: 1980,
    history: 'Two universities and a telephone line: the worldwide bulletin board has no owner to this day.',
  },
  {
    scheme: 'rlogin',
    url: 'rlogin://guest@archie.example.edu',
    year: 1983,
    history: 'Berkeley’s way to log in elsewhere, for machines that trusted each other. They should not have.',
  },
  {
    scheme: 'afs',
    url: 'afs://andrew.cmu.edu/usr/guest/README',
    year: 1983,
    history:
      'One file tree for the world, from Pittsburgh. The scheme got no further than a draft; the files are there.',
  },
  {
    scheme: 'nntp',
    url: 'nntp:comp.infosystems.gopher/0042',
    year: 1986,
    history: 'Netnews read over a connection, by server, group and number, which mean nothing on any other server.',
  },
  {
    scheme: 'tn3270',
    url: 'tn3270://MELVYL.example.edu',
    year: 1988,
    history: 'Telnet for the block screens of IBM’s mainframes, with a keyboard of twenty-four function keys.',
  },
  {
    scheme: 'prospero',
    url: 'prospero://host.dom//pros/name%00v1.0',
    year: 1989,
    history: 'Directories that span the network. Programs asked Archie, the first search of the net, in this way.',
  },
  {
    scheme: 'http',
    url: 'http://info.cern.ch:80/hypertext/WWW/../WWW/TheProject.html',
    year: 1991,
    history: 'The address of the first site. At the time it was one of the protocols, and Gopher was ahead of it.',
  },
  {
    scheme: 'gopher',
    url: 'gopher://gopher.micro.umn.edu:70/00/Information%20About%20Gopher/about',
    year: 1991,
    history: 'Menus of everything, from Minnesota. Until the spring of 1994 it carried more traffic than the Web.',
  },
  {
    scheme: 'wais',
    url: 'wais://quake.think.com/directory-of-servers?gopher',
    year: 1991,
    history: 'Full-text search before search engines: ask a database, then tell it which answers you liked.',
  },
  {
    scheme: 'file',
    url: 'file:/C|/GOPHER/GOPHER.INI',
    year: 1994,
    history: 'A file without a protocol to fetch it by. Its slashes were never agreed on.',
  },
  {
    scheme: 'https',
    url: 'https://www.rfc-editor.org:443/rfc/rfc3986#section-6.2.2',
    year: 1994,
    history: 'The same Web in an envelope; Netscape’s idea, to be able to sell things.',
  },
  {
    scheme: 'snews',
    url: 'snews://news.example/comp.infosystems.gopher',
    year: 1996,
    history: 'News in the same envelope, in the days when each such protocol had a scheme of its own.',
  },
  {
    scheme: 'mid',
    url: 'mid:960830.1639@XIson.com/partA.960830.1639@XIson.com',
    year: 1997,
    history: 'A letter is an address too: every message has an identifier that no other one has.',
  },
  {
    scheme: 'cid',
    url: 'cid:%3Cfoo4%2Afoo1@bar.net%3E',
    year: 1997,
    history: 'How a letter with pictures says which picture goes where. Mail does it to this day.',
  },
  {
    scheme: 'ftps',
    url: 'ftps://ftp.example:990/pub/README',
    year: 1997,
    history: 'FTP in an envelope, on a port of its own.',
  },
  {
    scheme: 'go',
    url: 'go://cnrp.foo.com?Mercedes%20Benz;geography=US-ga',
    year: 2002,
    history: 'Type a name and not an address. By then search engines did the same, and nobody came.',
  },
  {
    scheme: 'nntps',
    url: 'nntps://news.example/comp.infosystems.gopher/42',
    year: 2006,
    history: 'NNTP over TLS. The specification would rather have STARTTLS; most servers would rather not.',
  },
  {
    scheme: 'gophers',
    url: 'gophers://gopher.example:70/1/phlog',
    year: 2020,
    history: 'People still build gopherspace. Some of them like envelopes.',
  },
];
