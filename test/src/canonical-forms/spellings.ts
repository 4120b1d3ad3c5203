/** Which characters a scheme reserves, with spellings that are one link and spellings that are two. */

export interface Spellings {
  readonly schemes: readonly string[];
  /** The part of the URL, if the rule is not about all of it. */
  readonly part?: string;
  readonly reserved: string;
  readonly clause: string;
  /** Spellings of one link; the first is the canonical form. */
  readonly same: readonly [string, ...string[]];
  /** A canonical form that looks like the first and is another link. */
  readonly different?: string;
}

export const SPELLINGS: readonly Spellings[] = [
  {
    schemes: ['gopher', 'gophers'],
    reserved: 'nothing',
    clause: 'RFC 4266 §2.1',
    same: ['gopher://h.example/0a,b%3Fc/d', 'gopher://h.example/0a%2Cb?c%2Fd'],
  },
  {
    schemes: ['ftp', 'ftps'],
    reserved: '`/` `;`',
    clause: 'draft-hoffkohn-rfc1738bis §2.2.2',
    same: ['ftp://h.example/a,b/c', 'ftp://h.example/a%2Cb/c'],
    different: 'ftp://h.example/a,b%2Fc',
  },
  {
    schemes: ['ftp', 'ftps', 'telnet', 'rlogin', 'tn3270'],
    part: 'user name and password',
    reserved: '`:` `@` `/`',
    clause: 'draft-hoffkohn-rfc1738bis §2.1',
    same: ['telnet://a+b@h.example/', 'telnet://a%2Bb@h.example'],
    different: 'telnet://a%40b@h.example/',
  },
  {
    schemes: ['news', 'snews', 'mid', 'cid'],
    reserved: '`/`',
    clause: 'RFC 5538 §4, RFC 2392 §2',
    same: ['mid:a%3Fb+c@h.example', 'mid:a?b%2Bc%40h.example', 'mid:%3Ca%3Fb+c@h.example%3E'],
    different: 'mid:a%3Fb/c@h.example',
  },
  {
    schemes: ['nntp', 'nntps'],
    reserved: '`/`',
    clause: 'RFC 5538 §3',
    same: ['nntp://h.example/comp.a+b/7', 'nntp://h.example/comp.a%2Bb/007'],
    different: 'nntp://h.example/comp.a+b%2F7',
  },
  {
    schemes: ['wais'],
    part: 'database and type',
    reserved: '`/` `?`',
    clause: 'draft-hoffkohn-rfc1738bis §2.7',
    same: ['wais://h.example/a+b', 'wais://h.example/a%2Bb'],
    different: 'wais://h.example/a%20b',
  },
  {
    schemes: ['wais'],
    part: 'search',
    reserved: '`+`, which is a space',
    clause: 'draft-ietf-uri-url-03, BNF',
    same: ['wais://h.example/db?find%20me', 'wais://h.example/db?find+me'],
    different: 'wais://h.example/db?find%2Bme',
  },
  {
    schemes: ['wais'],
    part: 'fields of a document id',
    reserved: '`;`, and the first `=` of each field',
    clause: 'draft-ietf-uri-url-03, BNF',
    same: ['wais://h.example/db/TEXT/1=a%2Fb%2Cc;', 'wais://h.example/db/TEXT/01=a/b,c'],
    different: 'wais://h.example/db/TEXT/1=a;2=b%2Cc;',
  },
  {
    schemes: ['prospero'],
    reserved: '`;`, and the first `=` of each field',
    clause: 'draft-hoffkohn-rfc1738bis §2.9',
    same: ['prospero://h.example//a,b;c=', 'prospero://h.example/%2Fa%2Cb;c'],
    different: 'prospero://h.example//a,b%3Bc=',
  },
  {
    schemes: ['go'],
    reserved: '`;` `=` `,`',
    clause: 'RFC 3368 §3.2',
    same: ['go:a;b=', 'go:a;b', 'go:%61;b='],
    different: 'go:a%3Bb%3D',
  },
  {
    schemes: ['finger'],
    reserved: 'nothing',
    clause: 'draft-ietf-uri-url-finger-03, “Encoding”',
    same: ['finger://h.example/%2FW%20a@b,c', 'finger://h.example//W a%40b%2Cc'],
    different: 'finger://h.example/%2Fw%20a@b,c',
  },
  {
    schemes: ['dict'],
    reserved: '`:`',
    clause: 'RFC 2229 §5',
    same: [
      'dict://h.example/d:a,b%3Ac',
      'dict://h.example/d:a%2Cb%3Ac',
      'dict://h.example/d:a,b%3Ac::',
      'dict://h.example/d:a,b%3Ac:!:',
    ],
    different: 'dict://h.example/d:a,b:c',
  },
  {
    schemes: ['mailto'],
    part: 'addresses',
    reserved: '`,`, and the last `@` of each address',
    clause: 'RFC 6068 §2',
    same: ['mailto:a+b@x.example', 'mailto:a%2Bb@X.example?', 'mailto:?to=a+b@x.example'],
    different: 'mailto:a%20b@x.example',
  },
  {
    schemes: ['mailto'],
    part: 'header fields',
    reserved: '`&`, and the first `=` of each field',
    clause: 'RFC 6068 §2',
    same: ['mailto:?subject=a,b%2Bc&cc=', 'mailto:?Subject=a%2Cb+c&&cc'],
    different: 'mailto:?subject=a,b%20c&cc=',
  },
  {
    schemes: ['http', 'https', 'ws', 'wss', 'file', 'afs'],
    reserved: "`: / ? # [ ] @ ! $ & ' ( ) * + , ; =`",
    clause: 'RFC 3986 §2.2',
    same: ['http://h.example/a,b~c', 'http://h.example/a,b%7Ec'],
    different: 'http://h.example/a%2Cb~c',
  },
  {
    schemes: ['urn'],
    part: 'name',
    reserved: 'everything: an escape is not its character',
    clause: 'RFC 8141 §3.1',
    same: ['urn:isbn:a%2C,~', 'URN:Isbn:a%2c,~'],
    different: 'urn:isbn:a,,%7E',
  },
];
