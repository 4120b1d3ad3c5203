/**
 * The layers: which unit may import which, types included. A unit is a folder; in folders of folders (`src/schemes`,
 * `src/protocols`, `worker/gateway`, `worker/pages`) each subfolder; and each file that stands directly in one of
 * these. A row imports only from rows above it, so there can be no circle, and the core needs nothing of what stands
 * around it. layers.test.ts holds the code to this table, and `npm run readme` writes CONTRIBUTING's map from it.
 */
/** A row of the table. */
export interface Layer {
  /** A unit; `folder/*` is each subfolder without a row of its own, `folder/*.ts` each file in that folder. */
  readonly unit: string;
  /** What it is, for the map. */
  readonly about: string;
  /**
   * Units and rows that it may import. In a row of subfolders, `folder/=` is the subfolder of the same name. The files
   * of a row of files may import each other.
   */
  readonly imports: readonly string[];
}

/** What a definition of a scheme is made from. */
const DEFINITION = [
  'src/octets',
  'src/uri',
  'src/schemes/scheme.ts',
  'src/schemes/sentence-parts.ts',
  'src/schemes/message-id.ts',
  'src/schemes/documentation.ts',
  'src/schemes/shell-quoted.ts',
];

/** The library as the Worker and the command line use it. */
const LIBRARY = [
  'src/index.ts',
  'src/anatomy.ts',
  'src/definition-of.ts',
  'src/ladder.ts',
  'src/surt.ts',
  'src/replaced-parts.ts',
  'src/octets',
  'src/uri',
  'src/egress',
];

/** What everything in the Worker may use. */
const GROUND = ['worker/version.ts', 'worker/errors', 'worker/log.ts', 'worker/settings', 'worker/http'];

/** What a gateway is made from. */
const GATEWAY = [
  ...LIBRARY,
  'src/message',
  'src/text',
  'src/schemes/=',
  'src/protocols/*.ts',
  'src/protocols/=',
  ...GROUND,
  'worker/net',
  'worker/pages/parts',
  'worker/gateway/contract',
  'worker/gateway/shared',
];

/** The library, and the Worker with its API, short links, webhooks and gateways. */
export const CORE: readonly Layer[] = [
  { unit: 'src/octets', about: 'octets and charsets', imports: [] },
  { unit: 'src/uri', about: 'generic syntax, one idea per file, without any scheme', imports: ['src/octets'] },
  {
    unit: 'src/message',
    about: 'messages: headers, encoded words, parts, dates',
    imports: ['src/octets', 'src/uri'],
  },
  {
    unit: 'src/idna',
    about: 'UTS 46 for host names, with its tables; pack/ is the script that writes them (npm run idna-tables)',
    imports: ['src/uri'],
  },
  { unit: 'src/schemes/scheme.ts', about: 'what the definition of a scheme has', imports: ['src/uri'] },
  { unit: 'src/schemes/sentence-parts.ts', about: 'parts of the sentences of schemes', imports: ['src/uri'] },
  { unit: 'src/schemes/message-id.ts', about: 'message identifiers in news, mid and cid links', imports: ['src/uri'] },
  {
    unit: 'src/schemes/documentation.ts',
    about: 'what documents say of a scheme: JSON Schema, entries of the gallery',
    imports: [],
  },
  { unit: 'src/schemes/shell-quoted.ts', about: 'quotes for commands that a shell reads', imports: [] },
  { unit: 'src/schemes/*', about: 'the definition of a scheme, one folder each', imports: DEFINITION },
  {
    unit: 'src/schemes/unknown.ts',
    about: 'schemes without a definition',
    imports: ['src/uri', 'src/schemes/scheme.ts', 'src/schemes/sentence-parts.ts'],
  },
  { unit: 'src/schemes/registry.ts', about: 'the list of all definitions', imports: ['src/schemes/*'] },
  { unit: 'src/schemes/linkable.ts', about: 'links that pages may have', imports: ['src/schemes/registry.ts'] },
  {
    unit: 'src/waypost.ts',
    about: 'createWaypost: the library with the schemes of your choice',
    imports: ['src/uri', 'src/schemes/scheme.ts', 'src/schemes/unknown.ts'],
  },
  { unit: 'src/replaced-parts.ts', about: 'new parts in a canonical URL', imports: ['src/uri'] },
  {
    unit: 'src/every-scheme.ts',
    about: 'the library with every scheme',
    imports: [
      'src/uri',
      'src/idna',
      'src/schemes/scheme.ts',
      'src/schemes/registry.ts',
      'src/waypost.ts',
      'src/replaced-parts.ts',
    ],
  },
  {
    unit: 'src/safe.ts',
    about: 'the functions of the library that return an error instead of throwing it',
    imports: ['src/uri', 'src/waypost.ts', 'src/replaced-parts.ts', 'src/every-scheme.ts'],
  },
  {
    unit: 'src/diagnostics.ts',
    about: 'every diagnostic in one table: the generic ones and those of each scheme',
    imports: ['src/uri', 'src/schemes/registry.ts', 'src/schemes/unknown.ts'],
  },
  {
    unit: 'src/definition-of.ts',
    about: 'what a scheme’s definition says about a resolution: title, sentence, wire octets',
    imports: [
      'src/schemes/scheme.ts',
      'src/schemes/sentence-parts.ts',
      'src/schemes/unknown.ts',
      'src/every-scheme.ts',
    ],
  },
  { unit: 'src/anatomy.ts', about: 'where each part of a canonical URL is', imports: ['src/uri'] },
  { unit: 'src/ladder.ts', about: 'why two URLs are equivalent: the rungs of RFC 3986 §6.2', imports: ['src/uri'] },
  {
    unit: 'src/surt.ts',
    about: 'sort-friendly keys, with a table of their rules',
    imports: ['src/uri', 'src/every-scheme.ts'],
  },
  {
    unit: 'src/gateway-links.ts',
    about: 'addresses of gateways for links',
    imports: ['src/uri', 'src/waypost.ts', 'src/every-scheme.ts', 'src/safe.ts'],
  },
  {
    unit: 'src/scheme.ts',
    about: 'what definitions of schemes are made from, for packages with schemes of their own',
    imports: ['src/octets', 'src/uri', 'src/schemes/scheme.ts', 'src/schemes/sentence-parts.ts'],
  },
  {
    unit: 'src/index.ts',
    about: 'the public exports',
    imports: [
      'src/uri',
      'src/idna',
      'src/schemes/scheme.ts',
      'src/schemes/*',
      'src/schemes/unknown.ts',
      'src/waypost.ts',
      'src/replaced-parts.ts',
      'src/every-scheme.ts',
      'src/safe.ts',
      'src/diagnostics.ts',
      'src/definition-of.ts',
      'src/anatomy.ts',
      'src/ladder.ts',
      'src/gateway-links.ts',
    ],
  },
  { unit: 'src/egress', about: 'which hosts, addresses and ports may be reached', imports: ['src/uri', 'src/idna'] },
  {
    unit: 'src/webhooks',
    about: 'the checks of a webhook URL that need no network',
    imports: ['src/uri', 'src/diagnostics.ts', 'src/every-scheme.ts', 'src/egress'],
  },
  {
    unit: 'src/text',
    about: 'links in text',
    imports: ['src/schemes/linkable.ts'],
  },
  {
    unit: 'src/protocols/*.ts',
    about: 'what all clients share: connections, lines, limits, errors',
    imports: ['src/octets', 'src/uri'],
  },
  {
    unit: 'src/protocols/http',
    about: 'HTTP/1.1 over a connection',
    imports: ['src/octets', 'src/uri', 'src/protocols/*.ts'],
  },
  {
    unit: 'src/protocols/telnet',
    about: 'telnet and rlogin: codecs of a session',
    imports: ['src/octets', 'src/protocols/*.ts', 'src/schemes/terminal'],
  },
  {
    unit: 'src/protocols/tn3270',
    about: '3270 terminals over telnet',
    imports: ['src/octets', 'src/protocols/*.ts', 'src/protocols/telnet', 'src/schemes/terminal'],
  },
  {
    unit: 'src/protocols/nntp',
    about: 'news servers',
    imports: ['src/octets', 'src/message', 'src/uri', 'src/protocols/*.ts', 'src/schemes/news'],
  },
  {
    unit: 'src/protocols/cnrp',
    about: 'CNRP services',
    imports: ['src/octets', 'src/uri', 'src/protocols/*.ts', 'src/protocols/http', 'src/schemes/go'],
  },
  {
    unit: 'src/protocols/*',
    about: 'the client of a protocol, one folder each: a connection in, typed values out',
    imports: ['src/octets', 'src/message', 'src/uri', 'src/protocols/*.ts', 'src/protocols/http', 'src/schemes/='],
  },
  {
    unit: 'src/protocols/index.ts',
    about: 'all clients, for the package: `waypost/protocols`',
    imports: ['src/octets', 'src/protocols/*.ts', 'src/protocols/*'],
  },

  {
    unit: 'worker/platform.d.ts',
    about: 'stands for the types of the DOM, which the Worker does not have',
    imports: [],
  },
  { unit: 'worker/version.ts', about: 'the version of package.json', imports: [] },
  {
    unit: 'worker/errors',
    about: 'every error: gateways, settings, and what each means',
    imports: ['src/uri', 'src/egress', 'src/protocols/*.ts'],
  },
  { unit: 'worker/log.ts', about: 'one line per request', imports: ['worker/errors'] },
  { unit: 'worker/metrics.ts', about: 'what this process has answered, for Prometheus', imports: ['worker/log.ts'] },
  {
    unit: 'worker/settings',
    about:
      'every binding, variable and secret: one entry in settings.ts has its type, default, parser, sentence and right form',
    imports: ['src/schemes/unknown.ts', ...LIBRARY, 'worker/errors'],
  },
  {
    unit: 'worker/http',
    about: 'HTTP and nothing else: methods, negotiation, entity tags, bodies, queries, batches, problem details',
    imports: [
      ...LIBRARY,

      'worker/version.ts',
      'worker/errors',
      'worker/log.ts',
      'worker/settings',
    ],
  },
  {
    unit: 'worker/net',
    about: 'DNS, sockets with deadlines under the egress policy, pump, WebSockets, rates',
    imports: [...LIBRARY, 'src/protocols/*.ts', 'src/protocols/http', ...GROUND],
  },
  {
    unit: 'worker/pages/parts',
    about: 'what several pages use: layout, forms, lists, styles, scripts',
    imports: ['src/webhooks', 'src/schemes/linkable.ts', ...LIBRARY, ...GROUND],
  },
  { unit: 'worker/pages/styles', about: 'style sheets', imports: [] },
  {
    unit: 'worker/pages/terminal',
    about: 'the page of a terminal session',
    imports: ['src/octets', 'src/protocols/telnet', 'src/protocols/tn3270', 'worker/pages/parts'],
  },
  {
    unit: 'worker/gateway/contract',
    about: 'what gateways agree on: types, paths, link builder, destination of a link',
    imports: [
      'src/schemes/registry.ts',
      'src/schemes/linkable.ts',
      'src/schemes/unknown.ts',
      ...LIBRARY,
      'src/protocols/*.ts',
      'src/protocols/prospero',
      ...GROUND,
      'worker/net',
      'worker/pages/parts',
    ],
  },
  {
    unit: 'worker/gateway/shared',
    about: 'rendering that several gateways use',
    imports: GATEWAY.filter((unit) => unit !== 'worker/gateway/shared'),
  },
  {
    unit: 'worker/gateway/news',
    about: 'news and nntp links',
    imports: [...GATEWAY, 'src/protocols/nntp'],
  },
  {
    unit: 'worker/gateway/go',
    about: 'go links',
    imports: [...GATEWAY, 'src/protocols/cnrp'],
  },
  {
    unit: 'worker/gateway/http',
    about: 'whether web links are alive',
    imports: GATEWAY,
  },
  {
    unit: 'worker/gateway/terminal',
    about: 'telnet, rlogin and tn3270 links',
    imports: [...GATEWAY, 'src/protocols/telnet', 'src/protocols/tn3270', 'worker/pages/terminal'],
  },
  {
    unit: 'worker/gateway/*',
    about: 'the gateway of a kind of links, one folder each: values in; pages, JSON and octets out',
    imports: GATEWAY,
  },
  {
    unit: 'worker/gateway/open',
    about: 'the registry of gateways, which opens links, checks them, redirects to them or explains them',
    imports: [...GATEWAY, 'worker/gateway/*'],
  },
  {
    unit: 'worker/links',
    about: 'short links',
    imports: [...LIBRARY, ...GROUND, 'worker/net', 'worker/pages/parts', 'worker/gateway/contract'],
  },
  {
    unit: 'worker/webhooks',
    about: 'verdicts and signatures',
    imports: ['src/webhooks', ...LIBRARY, ...GROUND, 'worker/net'],
  },
  { unit: 'worker/pages/embed', about: 'the script for other sites', imports: ['worker/pages/parts'] },
  {
    unit: 'worker/pages/own-links',
    about: 'the page of an owner’s short links',
    imports: ['worker/pages/parts', 'worker/links'],
  },
  {
    unit: 'worker/pages/explorer',
    about: 'the front page, which explains a link while it is typed',
    imports: [
      'src/every-scheme.ts',
      'src/idna',
      'src/webhooks',
      'src/schemes/*',
      'src/schemes/unknown.ts',
      ...LIBRARY,
      'src/schemes/documentation.ts',
      'src/schemes/shell-quoted.ts',
      ...GROUND,
      'worker/pages/parts',
    ],
  },
  {
    unit: 'worker/pages/*',
    about: 'a page, one folder each',
    imports: ['src/schemes/registry.ts', ...LIBRARY, ...GROUND, 'worker/pages/parts', 'worker/pages/embed'],
  },
  {
    unit: 'worker/old-browsers',
    about: '`format=html32`: pages in HTML 3.2, and original links for a proxy',
    imports: ['worker/http', 'worker/gateway/contract'],
  },
  {
    unit: 'worker/crawlers.ts',
    about: 'pages as crawlers get them',
    imports: ['worker/http', 'worker/gateway/contract', 'worker/old-browsers'],
  },
  {
    unit: 'worker/pages/docs',
    about: 'the documentation of the API: its pages, search and scripts',
    imports: ['worker/pages/parts'],
  },
  {
    unit: 'worker/routes',
    about: 'one file per resource of the HTTP API',
    imports: [
      'src/webhooks',
      ...LIBRARY,
      ...GROUND,
      'worker/metrics.ts',
      'worker/net',
      'worker/pages/parts',
      'worker/pages/*',
      'worker/gateway/contract',
      'worker/gateway/open',
      'worker/links',
      'worker/webhooks',
    ],
  },
  {
    unit: 'worker/router.ts',
    about: 'finds the route of a path',
    imports: ['worker/http', 'worker/gateway/contract'],
  },
  {
    unit: 'worker/handler.ts',
    about: 'the fetch handler: from a request to its answer and its line in the log',
    imports: [
      ...GROUND,
      'worker/metrics.ts',
      'worker/pages/parts',
      'worker/gateway/open',
      'worker/links',
      'worker/old-browsers',
      'worker/crawlers.ts',
      'worker/router.ts',
    ],
  },
];

/** What stands around the core: nothing above may import it. */
export const AROUND: readonly Layer[] = [
  {
    unit: 'worker/build',
    about: 'everything that runs before the Worker: the bundle, assets, the OpenAPI description, documents',
    imports: [
      'src/schemes/registry.ts',
      'src/webhooks',
      ...GATEWAY,
      'src/diagnostics.ts',
      'src/schemes/documentation.ts',
      'src/schemes/shell-quoted.ts',
      'worker/gateway/open',
      'worker/links',
      'worker/webhooks',
      'worker/routes',
      'worker/pages/*',
      'worker/pages/embed',
      'worker/pages/own-links',
      'worker/pages/terminal',
    ],
  },
  {
    unit: 'worker/relay',
    about: 'UDP for the Prospero gateway: a small server that runs in Node, and the transport that asks it',
    imports: [
      'src/octets',
      'src/egress',
      'src/schemes/prospero',
      'src/protocols/*.ts',
      'src/protocols/prospero',
      'src/index.ts',
      'worker/errors',
      'worker/gateway/contract',
      'worker/net',
    ],
  },
  {
    unit: 'worker/shorteners',
    about: 'the export formats of other shorteners, for imports',
    imports: ['worker/errors', 'worker/http', 'worker/links'],
  },
  {
    unit: 'worker/mounted',
    about: 'the gateways for Workers of others: `waypost/worker` of the npm package',
    imports: [
      ...LIBRARY,
      ...GROUND,
      'worker/pages/parts',
      'worker/gateway/open',
      'worker/routes',
      'worker/router.ts',
      'worker/handler.ts',
      'worker/relay',
    ],
  },
  {
    unit: 'worker/self-host',
    about: 'the server of `npm run build`: the Worker in workerd on your own machine, with its launcher',
    imports: [
      'src/schemes/registry.ts',
      ...LIBRARY,
      'src/safe.ts',
      'worker/settings',
      'worker/gateway/contract',
      'worker/old-browsers',
      'worker/build',
      'worker/relay',
    ],
  },
  {
    unit: 'worker/index.ts',
    about: 'the route table: joins the core with what stands around it',
    imports: [
      'worker/handler.ts',
      'worker/router.ts',
      'worker/routes',
      'worker/links',
      'worker/shorteners',
      'worker/relay',
    ],
  },
  {
    unit: 'bin/*.ts',
    about: 'what the commands share, and the guard of webhook connections',
    imports: ['src/webhooks', ...LIBRARY, 'worker/build', 'worker/pages/parts'],
  },
  {
    unit: 'bin/protocols-node.ts',
    about: 'connections for the clients over the sockets of Node: `waypost/protocols/node`',
    imports: [
      ...LIBRARY,
      'src/safe.ts',
      'src/schemes/prospero',
      'src/webhooks',
      'src/protocols/*.ts',
      'src/protocols/prospero',
      'worker/relay',
      'bin/*.ts',
    ],
  },
  { unit: 'bin/publish', about: 'static copies of short links', imports: [...LIBRARY, 'bin/*.ts'] },
  { unit: 'bin/rewrite', about: 'the tools that rewrite links in files', imports: [...LIBRARY, 'bin/*.ts'] },
  {
    unit: 'bin/network',
    about:
      '`waypost get` and `waypost check`: the gateways of the Worker over the sockets of Node, bundled on their own; WARC files',
    imports: [...GATEWAY, 'src/protocols/*', 'worker/gateway/open', 'worker/relay', 'worker/build', 'bin/*.ts'],
  },
  {
    unit: 'bin/command-line.ts',
    about: 'reads the command line',
    imports: [...LIBRARY, 'bin/*.ts', 'bin/publish', 'bin/rewrite', 'bin/network'],
  },
  {
    unit: 'bin/result.ts',
    about: 'the output for a link',
    imports: [...LIBRARY, 'bin/*.ts', 'bin/command-line.ts'],
  },
  { unit: 'bin/error-message.ts', about: 'the output for an error', imports: ['bin/*.ts', 'bin/result.ts'] },
  {
    unit: 'bin/queries.ts',
    about: 'links from standard input and files',
    imports: ['bin/*.ts', 'bin/command-line.ts', 'bin/result.ts'],
  },
  {
    unit: 'bin/run.ts',
    about: 'the commands',
    imports: [
      'bin/*.ts',
      'bin/publish',
      'bin/rewrite',
      'bin/network',
      'bin/command-line.ts',
      'bin/result.ts',
      'bin/error-message.ts',
      'bin/queries.ts',
    ],
  },
  { unit: 'bin/waypost.ts', about: 'the program `waypost`', imports: ['bin/run.ts'] },
  {
    unit: 'bin/build.ts',
    about: 'the build of the npm package',
    imports: ['src/schemes/registry.ts', 'worker/build', 'bin/*.ts', 'bin/network'],
  },
];

/** All rows, the lowest first. */
export const LAYERS: readonly Layer[] = [...CORE, ...AROUND];
