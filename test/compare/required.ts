/** The requests of each part that must be answered on both sides: in each form, for each kind of link. */
import type { AnyOpener } from '../../src/open/contract.ts';
import { openers } from '../../src/open/registry.ts';
import { terminal } from '../../src/open/terminal/terminal.ts';

export interface Required {
  readonly name: string;
  /** The request in one line matches all of these. */
  readonly request: readonly RegExp[];
  /** Whether the answer needs no server. */
  readonly alone?: boolean;
}

/** The forms in which a gateway shows what it opens. */
const FORMS = {
  'a page': /^GET .*[?&]format=html/,
  JSON: /^GET .*[?&]format=json/,
  octets: /^GET .*[?&]format=raw/,
  'another charset': /[?&]charset=/,
  'an answer to HEAD': /^HEAD /,
  'an answer for programs': / Accept: application\/json/,
} satisfies Record<string, RegExp>;

/** What a variant of a protocol must show, whose other forms are those of the protocol. */
const PAGES_AND_JSON = { 'a page': FORMS['a page'], JSON: FORMS.JSON };

/** What HTTP asks about something that can be kept. */
const HTTP = {
  'a part': / Range: bytes=/,
  'an answer to a condition': / with its own entity tag/,
};

/** The address of a link of a scheme, in either form. */
const address = (scheme: string): RegExp => new RegExp(`/(?:${scheme}/|open\\?url=${scheme}%3A)`);

function inForms(schemes: readonly string[], forms: Readonly<Record<string, RegExp>>): readonly Required[] {
  return schemes.flatMap((scheme) =>
    Object.entries(forms).map(([form, pattern]) => ({
      name: `${form} of a ${scheme} link`,
      request: [address(scheme), pattern],
    })),
  );
}

/** What the server needs not be asked for, because the answer was kept. */
const copyOf = (scheme: string): Required => ({
  name: `a copy of a ${scheme} link`,
  request: [address(scheme), / from a copy$/],
  alone: true,
});

/** Answers while a server has a fault. */
const despiteFaults: Required = { name: 'answers despite a fault', request: [/ has the fault /] };

const named = (entries: Readonly<Record<string, RegExp>>): readonly Required[] =>
  Object.entries(entries).map(([name, pattern]) => ({ name, request: [pattern] }));

const alone = (entries: Readonly<Record<string, RegExp>>): readonly Required[] =>
  named(entries).map((required) => ({ ...required, alone: true }));

/** Schemes without requests of their own: others of the same opener stand for them, or no server is asked. */
const UNASKED: ReadonlySet<string> = new Set(['https', 'snews', 'nntps', 'mailto']);
const schemesOf = (some: readonly AnyOpener[]): readonly string[] =>
  some.flatMap(({ schemes }) => schemes).filter((scheme) => !UNASKED.has(scheme));

/** The schemes whose links are checked, and those that the command line opens. */
const CHECKED = schemesOf(openers);
const FETCHED = schemesOf(openers.filter((opener) => opener !== terminal));

/** The required requests, by the part. */
export const REQUIRED: Readonly<Record<string, readonly Required[]>> = {
  gopher: [
    ...inForms(['gopher'], { ...FORMS, ...HTTP }),
    ...inForms(['gophers'], PAGES_AND_JSON),
    copyOf('gopher'),
    despiteFaults,
    ...named({
      menus: /:\d+\/1\//,
      texts: /:\d+\/0\//,
      'binary files': /:\d+\/9\//,
      pictures: /:\d+\/[Ig]\//,
      HTML: /:\d+\/h\//,
      'HTML in a frame': /:\d+\/h\/.*view=framed/,
      searches: /:\d+\/7\/search%09gopher/,
      'Gopher+ attributes': /%09%09!/,
      'Gopher+ views': /%09%09\+/,
      'ASK forms': /^GET .*%09%09(?:%3F|\?)/,
      'answers to ASK forms': /^POST .*%09%09(?:%3F|\?)/,
      'phone books': /:\d+\/2\?format=/,
      'entries of phone books': /:\d+\/2\?field\.name=/,
      'help of phone books': /:\d+\/2\?help=/,
    }),
    ...alone({ 'searches by a form': /:\d+\/7\/search\?search=/ }),
  ],
  ftp: [
    ...inForms(['ftp'], { ...FORMS, ...HTTP }),
    ...inForms(['ftps'], PAGES_AND_JSON),
    copyOf('ftp'),
    despiteFaults,
    ...named({
      directories: /\/pub\/\?format=html/,
      'sorted directories': /sort=size/,
      files: /\/README\?format=/,
      feeds: /format=atom/,
      passwords: / Authorization: Basic /,
      'connections with TLS': /\?tls=explicit/,
      'text mode': /;type=a/,
      'parts of files': /^GET .*Range: bytes=\d/,
    }),
  ],
  wais: [
    ...inForms(['wais'], { ...FORMS, ...HTTP }),
    copyOf('wais'),
    despiteFaults,
    ...named({
      searches: /history%3Fwais/,
      'searches by a form': /\?search=/,
      'numbers of hits': /[?&]hits=/,
      documents: /\/TEXT\/|%2FTEXT%2F/,
    }),
  ],
  prospero: [
    ...inForms(['prospero'], { ...FORMS, ...HTTP }),
    copyOf('prospero'),
    ...named({
      directories: /\/museum\?format=html/,
      files: /\/museum\/welcome\.txt\?format=raw/,
      'objects of other servers': /\/museum\/remote/,
      'Archie searches': /\/ARCHIE\/MATCH\(/,
      'HTML in a frame': /view=framed/,
    }),
    ...alone({ 'searches by a form': /\/ARCHIE\?search=/ }),
  ],
  news: [
    ...inForms(['news', 'nntp'], { ...FORMS, ...HTTP }),
    ...inForms(['mid'], FORMS),
    copyOf('nntp'),
    despiteFaults,
    ...named({
      groups: /\/news\/~\/museum\.history/,
      'lists of groups': /\/news\/~\/\*/,
      articles: /(?:%40|@)museum\.test/,
      'older articles of a group': /museum\.deluge\?to=\d/,
      feeds: /format=atom/,
      'servers with TLS': /url=(?:snews|nntps)%3A/,
    }),
  ],
  go: [
    ...inForms(['go'], FORMS),
    copyOf('go'),
    ...named({ redirects: /&redirect=1/, languages: / Accept-Language: / }),
  ],
  finger: [
    ...inForms(['finger'], FORMS),
    copyOf('finger'),
    despiteFaults,
    ...named({ users: /\/curator\?format=html/, 'who is there': /^GET \/finger\/[^/]+\/\?format=html/ }),
  ],
  dict: [
    ...inForms(['dict'], FORMS),
    copyOf('dict'),
    despiteFaults,
    ...named({ definitions: /\/d:gopher\?format=html/, words: /\/m:go:\*:prefix\?format=html/ }),
    ...alone({ 'searches by a form': /\?search=gopher/ }),
  ],
  mailto: alone({
    pages: /^GET \/open\?url=mailto%3A.*format=html/,
    JSON: /^GET \/open\?url=mailto%3A.*format=json/,
    'an answer to HEAD': /^HEAD \/open\?url=mailto%3A/,
  }),
  terminals: [
    ...['telnet', 'rlogin', 'tn3270'].flatMap((scheme) => [
      ...alone({
        [`pages of ${scheme} links`]: new RegExp(`^GET /${scheme}/.*format=html`),
        [`JSON of ${scheme} links`]: new RegExp(`^GET /${scheme}/.*format=json`),
      }),
      ...named({ [`sessions of ${scheme} links`]: new RegExp(`^WebSocket /${scheme}/`) }),
    ]),
  ],
  check: [
    ...CHECKED.filter((scheme) => scheme !== 'mid').map((scheme) => ({
      name: `checks of ${scheme} links`,
      request: [new RegExp(`^GET /v1/check\\?url=${scheme}%3A`)],
    })),
    ...named({ 'checks of many links': /^POST \/v1\/check/, 'checks despite a fault': / has the fault / }),
  ],
  'command-line': [
    ...FETCHED.flatMap((scheme) =>
      named({
        [`get, of a ${scheme} link`]: new RegExp(`^waypost get --news-server \\S+ --name-service \\S+ ${scheme}:`),
        [`get --json, of a ${scheme} link`]: new RegExp(`^waypost get --json .* ${scheme}:`),
        [`get --raw, of a ${scheme} link`]: new RegExp(`^waypost get --raw .* ${scheme}:`),
      }),
    ),
    ...CHECKED.flatMap((scheme) =>
      named({
        [`check, of a ${scheme} link`]: new RegExp(`^waypost check --pause .* ${scheme}:`),
      }),
    ),
    ...named({
      'check --report': /^waypost check --report text /,
      'get --charset': /^waypost get --charset /,
      'get --output': /^waypost get --output /,
    }),
  ],
};
