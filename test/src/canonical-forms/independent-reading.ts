/**
 * What a URL means, read by the grammars of the specifications and by no code of the library: so that the library does
 * not judge itself. Two URLs with the same reading mean the same. All texts are octets, one character for each.
 */

/** A meaning as a string to compare; `null` = this reader has no opinion, as on hosts that need UTS 46. */
export function readingOf(url: string): string | null {
  const { scheme, rest, fragment } = split(url);
  const read = READERS[scheme];
  if (read === undefined) return null;
  const meaning = read(rest);
  return meaning === null ? null : JSON.stringify([scheme, fragment === null ? null : generic(fragment), meaning]);
}

type Meaning = readonly unknown[] | null;

function split(url: string): { scheme: string; rest: string; fragment: string | null } {
  const [, scheme = '', rest = '', fragment = null] =
    /^([^:]*):([^#]*)(?:#(.*))?$/s.exec(url.replace(/[\0- ]+$/, '')) ?? [];
  return { scheme: scheme.toLowerCase(), rest, fragment };
}

const encoder = new TextEncoder();

/** The characters and escapes of a text, each with its octets. */
function pieces(text: string): { raw: string; octets: string }[] {
  return [...text.matchAll(/%([\da-f]{2})|./gisu)].map(([raw, digits]) => ({
    raw,
    octets: digits === undefined ? latin1(encoder.encode(raw)) : String.fromCharCode(Number.parseInt(digits, 16)),
  }));
}

const latin1 = (octets: Uint8Array): string => String.fromCharCode(...octets);

/** Decoded once. */
const decode = (text: string): string =>
  pieces(text)
    .map(({ octets }) => octets)
    .join('');

const isUnreserved = (character: string): boolean => /^[\w.~-]$/.test(character);

/** In the normal form of RFC 3986 §6.2.2, where an escaped delimiter is not the same as a raw one. */
const generic = (text: string): string =>
  pieces(text)
    .map(({ raw, octets }) => (isUnreserved(octets) || /^[!$&'()*+,;=:@/?]$/.test(raw) ? octets : escaped(octets)))
    .join('');

const escaped = (octets: string): string =>
  [...octets].map((octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`).join('');

interface Site {
  readonly user: string | null;
  readonly password: string | null;
  readonly host: string;
  readonly port: number | null;
  /** From the path on. */
  readonly rest: string;
}

/** `//[user[:password]@]host[:port]`; `null` if the host is not plain ASCII, or the port is not a number. */
function site(text: string, port: number | null, decodeUser: (text: string) => string = decode): Site | null {
  const [match, authority = '', rest = ''] = /^\/\/([^/?]*)(.*)$/s.exec(text) ?? [];
  if (match === undefined) return null;
  const at = authority.lastIndexOf('@');
  const [user = '', ...password] = authority.slice(0, Math.max(0, at)).split(':');
  const [, name = '', digits = ''] = /^(.*?)(?::(\d*))?$/s.exec(authority.slice(at + 1)) ?? [];
  const host = decode(name).toLowerCase();
  if (!/^(?:[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9]*)*)?$/.test(host) || host.startsWith('xn-')) return null;
  return {
    user: at === -1 ? null : decodeUser(user),
    password: at === -1 || password.length === 0 ? null : decodeUser(password.join(':')),
    host,
    port: digits === '' ? port : Number(digits),
    rest,
  };
}

/** A path without the slash that begins it, whether it is written or not. */
const relativeTo = (path: string): string => path.replace(/^\//, '');

/** A reader of a scheme with an authority. `read` gets what follows the authority. */
function internet(
  port: number | null,
  read: (rest: string) => Meaning,
  options: { emptyHost?: boolean; decodeUser?: (text: string) => string } = {},
): (rest: string) => Meaning {
  return (text) => {
    const found = site(text, port, options.decodeUser);
    if (found === null || (found.host === '' && !options.emptyHost)) return null;
    const meaning = read(found.rest);
    return meaning === null ? null : [found.user, found.password, found.host, found.port, ...meaning];
  };
}

/** RFC 4266 §2.1: no character is reserved, and the default is the menu with the empty selector. */
const gopherPath = (rest: string): Meaning => [decode(relativeTo(rest)).replace(/^1$/, '')];

/** RFC 3986 §5.2.4, on decoded segments. */
function withoutDots(segments: readonly string[]): string[] {
  const kept: string[] = [];
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1;
    if (segment === '..') kept.pop();
    if (segment !== '.' && segment !== '..') kept.push(segment);
    else if (last) kept.push('');
  });
  return kept;
}

/** draft-hoffkohn-rfc1738bis §2.2.2: in a segment only `/` and `;` are reserved. */
function ftpPath(rest: string): Meaning {
  const [, path = '', name = '', code = ''] = /^(.*);([^;=]*)=([^;]*)$/s.exec(rest) ?? [];
  const type = decode(name).toLowerCase() === 'type' ? decode(code).toLowerCase() : '';
  if (!/^[aid]$/.test(type)) return [withoutDots(relativeTo(rest).split('/').map(decode)), null];
  const segments = relativeTo(path).split('/').map(decode);
  // With a type, the last segment is not a dot segment.
  return [[...withoutDots([...segments.slice(0, -1), 'x']).slice(0, -1), segments.at(-1)], type];
}

/** RFC 5538 §4, RFC 2392 §2: brackets around a message-id are no part of it. */
const withoutBrackets = (id: string): string =>
  id.includes('@')
    ? id.replace(/^(<*)(.*?)(>*)$/s, (all, open: string, inner: string, close: string) => {
        const pairs = Math.min(open.length, close.length);
        return inner === '' ? all : all.slice(pairs, all.length - pairs);
      })
    : id;

/** RFC 6532 §3.2: an id has printable ASCII and UTF-8. */
function isIdText(octets: string): boolean {
  const text = Buffer.from(octets, 'latin1').toString();
  return !/[\0-\x1f\x7f]/.test(octets) && Buffer.from(text).toString('latin1') === octets;
}

/** `null` for an id with octets that no message-id has: they have rules of their own. */
function messageId(text: string): string | null {
  const id = withoutBrackets(decode(text));
  return id.includes('@') && !isIdText(id) ? null : id;
}

function newsRest(rest: string): Meaning {
  const id = messageId(rest);
  return id === null ? null : [id];
}

/** An empty authority names the default server, as none does (RFC 5538 §4). */
function newsReader(port: number): (rest: string) => Meaning {
  const withServer = internet(port, (rest) => newsRest(relativeTo(rest)));
  return (text) => {
    const [, opaque = text] = /^\/\/(?:\/(.*))?$/s.exec(text) ?? [];
    const isServer = text.startsWith('//') && opaque === text;
    const meaning = isServer ? withServer(text) : newsRest(text === '//' ? '' : opaque);
    return meaning === null ? null : [isServer, ...meaning];
  };
}

/** RFC 5538 §3: `group[/number]`. */
function nntpRest(rest: string): Meaning {
  const [group = '', number, ...more] = rest.split('/');
  if (more.length > 0 || group === '') return null;
  const digits = number === undefined ? '' : decode(number);
  return messageId(rest) === null
    ? null
    : [decode(group), /^\d+$/.test(digits) ? digits.replace(/^0+(?=.)/, '') : digits];
}

/** draft-hoffkohn-rfc1738bis §2.7; search words as in draft-ietf-uri-url-03, `search = xalphas [+ search]`. */
function waisRest(rest: string): Meaning {
  const [, path = '', words = null] = /^([^?]*)(?:\?(.*))?$/s.exec(rest) ?? [];
  const [database = '', type = null, ...more] = relativeTo(path).split('/');
  const search = words === null ? null : decode(words.replaceAll('+', '%20'));
  return [
    decode(database),
    type === null ? null : decode(type),
    more.length === 0 ? null : wpath(more.join('/')),
    search,
  ];
}

/** `digits = path ;` of draft-ietf-uri-url-03, after a length as Lynx writes it; any other wpath is opaque. */
function wpath(text: string): unknown {
  const digits = generic(text);
  const [, length = null, fields = ''] = /^(?:(\d{1,10})\/(?=\d+=))?(.*)$/s.exec(digits) ?? [];
  if (!/^(?:\d{1,10}=[^;]*;)*\d{1,10}=[^;]*;?$/.test(fields)) return digits;
  const pairs = fields.replace(/;$/, '').split(';');
  return [
    length === null ? null : Number(length),
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      return [Number(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
    }),
  ];
}

/** draft-hoffkohn-rfc1738bis §2.9; the version after a NUL is that of draft-ietf-uri-url-03. */
function prosperoRest(rest: string): Meaning {
  const [name = '', ...fields] = relativeTo(rest)
    .replace(/%00|\0/, ';OBJECT-VERSION=')
    .split(';');
  return [decode(name), fields.map((field) => pairOf(field, '='))];
}

/** A name and a value, decoded. A pair without the separator has an empty value. */
function pairOf(text: string, separator: string): [name: string, value: string] {
  const at = text.indexOf(separator);
  return at === -1 ? [decode(text), ''] : [decode(text.slice(0, at)), decode(text.slice(at + 1))];
}

/** RFC 3368 §3.2. */
function goQuery(text: string): Meaning {
  const [name = '', ...pairs] = text.split(';');
  return [
    decode(name),
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      if (equals === -1) return [decode(pair), null, ''];
      const [, type = null, value = ''] = /^(?:([^,]*),)?(.*)$/s.exec(pair.slice(equals + 1)) ?? [];
      return [decode(pair.slice(0, equals)), type === null ? null : decode(type), decode(value)];
    }),
  ];
}

function goReader(text: string): Meaning {
  if (!text.startsWith('//')) return ['form 2', goQuery(text)];
  const found = site(text, 1096);
  const [match, query = null] = /^\/?(?:\?(.*))?$/s.exec(found?.rest ?? 'path') ?? [];
  if (found === null || match === undefined) return null;
  const id = /^(?:i|%[46]9)(?:d|%[46]4)=(.*)$/is.exec(query ?? '');
  const meaning = query === null ? null : id === null ? goQuery(query) : ['id', decode(id[1] ?? '')];
  return ['form 1', found.user, found.password, found.host || 'localhost', found.port, meaning];
}

/** A path in which `/` means hierarchy, and every escaped delimiter is data. */
const hierarchy = (path: string): string => withoutDots(generic(relativeTo(path)).split('/')).join('/');

function webRest(rest: string): Meaning {
  const [, path = '', query = null] = /^([^?]*)(?:\?(.*))?$/s.exec(rest) ?? [];
  return /[\\|]/.test(path) ? null : [hierarchy(path), query === null ? null : generic(query)];
}

function afsReader(text: string): Meaning {
  const found = /^\/\/([^/?]*)(.*)$/s.exec(text);
  const cell = found?.[1] ?? '';
  return found === null || /[@:%\x80-\uffff]/.test(cell) || cell === ''
    ? null
    : [cell.toLowerCase(), generic(found[2] ?? '')];
}

/** RFC 6068 §2: addresses before the question mark and in `to` fields are one list. */
function mailtoReader(text: string): Meaning {
  const [, path = '', query = ''] = /^([^?]*)(?:\?(.*))?$/s.exec(text.replace(/^\/{2,}/, '')) ?? [];
  const fields = query.split('&').filter((field) => field !== '');
  const headers = fields
    .map((field) => pairOf(field, '='))
    .map(([name, value], index) => ({
      name: name.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
      value,
      written: fields[index]?.replace(/^[^=]*=?/, '') ?? '',
    }));
  const lists = [path, ...headers.filter(({ name }) => name === 'to').map(({ written }) => written)];
  const addresses = lists.filter((list) => list !== '').flatMap((list) => list.split(',').map(address));
  if (addresses.includes(null)) return null;
  return [addresses, headers.filter(({ name }) => name !== 'to').map(({ name, value }) => [name, value])];
}

/** The last `@` is followed by the domain, in which case means nothing; `null` if the domain is not plain. */
function address(text: string): string | null {
  const decoded = decode(text);
  const domain = decoded.lastIndexOf('@') + 1;
  if (domain === 0) return decoded;
  const name = decoded.slice(domain);
  if (/[^ -~]|xn--/i.test(name)) return null;
  return decoded.slice(0, domain) + (/^[a-z0-9._-]*$/i.test(name) ? name.toLowerCase() : name);
}

function midReader(text: string): Meaning {
  const slash = text.indexOf('/');
  const ids = slash === -1 ? [text] : [text.slice(0, slash), text.slice(slash + 1)];
  return isIdText(decode(text)) ? ids.map((id) => withoutBrackets(decode(id))) : null;
}

/** Delimiters are reserved in a user name of the Web; a second `@` or `:` is data. */
const webUser = (text: string): string => generic(text.replaceAll('@', '%40').replaceAll(':', '%3A'));

/** As browsers read: a backslash is a slash. */
const withSlashes =
  (read: (rest: string) => Meaning) =>
  (text: string): Meaning =>
    read(text.replaceAll('\\', '/'));

/** RFC 1288 §2.3: a line of text, in which no character is reserved. */
const fingerQuery = (rest: string): Meaning => {
  const query = decode(relativeTo(rest));
  return /[\0-\x1f\x7f]/.test(query) ? null : [query];
};

/** RFC 2229 §5: `d:word:database:n` and `m:word:database:strat:n`, whose fields have defaults. */
function dictCommand(rest: string): Meaning {
  if (/[\0-\x1f\x7f]/.test(decode(rest))) return null;
  const [name = '', ...fields] = relativeTo(rest).replace(/:+$/, '').split(':').map(decode);
  const command = name.toLowerCase();
  const [first = '', second = '', third = '', fourth = ''] = fields;
  const number = (text: string): string | null => (/^\d*$/.test(text) ? text.replace(/^0+(?=\d)/, '') : null);
  if (['d', 'define', 'lookup'].includes(command) && fields.length < 4 && number(third) !== null) {
    return ['define', first, second || '!', number(third)];
  }
  if (['m', 'match', 'find'].includes(command) && fields.length < 5 && number(fourth) !== null) {
    return ['match', first, second || '!', third || '.', number(fourth)];
  }
  if (command === 'show' && fields.length === 1) {
    if (['db', 'databases'].includes(first.toLowerCase())) return ['databases'];
    if (['strat', 'strategies'].includes(first.toLowerCase())) return ['strategies'];
  }
  return rest === '' || rest === '/' ? ['server'] : null;
}

/** A session has no path: one that is written is kept as it is. */
const terminal = (port: number): ((rest: string) => Meaning) => internet(port, (rest) => [generic(relativeTo(rest))]);

/** draft-hoffkohn-rfc1738bis §2.8: localhost is the empty host. */
function fileReader(text: string): Meaning {
  const found = site(text, null);
  const meaning = found === null ? null : webRest(found.rest);
  return meaning === null ? null : [found?.user, found?.host.replace(/^localhost$/, ''), found?.port, ...meaning];
}

/** RFC 8141 §3.1: the namespace ignores case, and in the name an escape is not the character. */
function urnReader(text: string): Meaning {
  const [, path = '', query = null] = /^([^?]*)(?:\?(.*))?$/s.exec(text) ?? [];
  const colon = path.indexOf(':');
  const namespace = decode(path.slice(0, Math.max(0, colon)));
  const isNamed = colon !== -1 && /^[a-z0-9-]*$/i.test(namespace);
  const name = pieces(isNamed ? path.slice(colon + 1) : path)
    .map(({ raw, octets }) => (/^[\w.~!$&'()*+,;=:@/-]$/.test(raw) ? raw : escaped(octets)))
    .join('');
  return [isNamed ? namespace.toLowerCase() : null, name, query === null ? null : generic(query)];
}

/** The readers by scheme. */
const READERS: Readonly<Record<string, (rest: string) => Meaning>> = {
  gopher: internet(70, gopherPath),
  gophers: internet(70, gopherPath),
  ftp: withSlashes(internet(21, ftpPath)),
  ftps: internet(990, ftpPath),
  news: newsReader(119),
  snews: newsReader(563),
  nntp: internet(119, (rest) => nntpRest(relativeTo(rest))),
  nntps: internet(563, (rest) => nntpRest(relativeTo(rest))),
  telnet: terminal(23),
  rlogin: terminal(513),
  tn3270: terminal(23),
  wais: internet(210, waisRest),
  prospero: internet(1525, prosperoRest),
  go: goReader,
  finger: internet(79, fingerQuery),
  dict: internet(2628, dictCommand),
  file: fileReader,
  afs: afsReader,
  mailto: mailtoReader,
  mid: midReader,
  cid: (text) => (isIdText(decode(text)) ? [withoutBrackets(decode(text))] : null),
  http: internet(80, webRest, { decodeUser: webUser }),
  https: internet(443, webRest, { decodeUser: webUser }),
  ws: internet(80, webRest, { decodeUser: webUser }),
  wss: internet(443, webRest, { decodeUser: webUser }),
  urn: urnReader,
};
