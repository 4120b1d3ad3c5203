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

const layer = (unit: string, about: string, imports: readonly string[]): Layer => ({ unit, about, imports });

/** What a definition of a scheme is made from. */
const DEFINITION = [
  'src/octets',
  'src/uri',
  'src/schemes/scheme.ts',
  'src/schemes/sentence-parts.ts',
  'src/schemes/message-id.ts',
  'src/schemes/message-id-diagnostics.ts',
  'src/schemes/documentation.ts',
];

/** The library as the Worker and the command line use it. */
const LIBRARY = [
  'src/index.ts',
  'src/anatomy.ts',
  'src/definition-of.ts',
  'src/ladder.ts',
  'src/comparison.ts',
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
  layer('src/octets', 'octets and charsets', []),
  layer('src/uri', 'generic syntax, one idea per file, without any scheme', ['src/octets']),
  layer('src/lines', 'lines of octets: tables made from the policies of src/uri, and the pass that they drive', [
    'src/octets',
    'src/uri',
  ]),
  layer('src/message', 'messages: headers, encoded words, parts, dates', ['src/octets', 'src/uri']),
  layer(
    'src/idna',
    'UTS 46 for host names, with its tables; pack/ is the script that writes them (npm run idna-tables)',
    ['src/uri'],
  ),
  layer('src/schemes/scheme.ts', 'what the definition of a scheme has', ['src/uri']),
  layer('src/schemes/sentence-parts.ts', 'parts of the sentences of schemes; quotes for people and for shells', [
    'src/uri',
  ]),
  layer('src/schemes/message-id.ts', 'message identifiers in news, mid and cid links', ['src/uri']),
  layer('src/schemes/message-id-diagnostics.ts', 'the diagnostics of message identifiers', [
    'src/uri',
    'src/schemes/message-id.ts',
  ]),
  layer('src/schemes/documentation.ts', 'what documents say of a scheme: JSON Schema, entries of the gallery', []),
  layer('src/schemes/*', 'the rules and the definition of a scheme, one folder each', DEFINITION),
  layer('src/schemes/unknown.ts', 'schemes without a definition', [
    'src/uri',
    'src/schemes/scheme.ts',
    'src/schemes/sentence-parts.ts',
  ]),
  layer('src/schemes/registry.ts', 'the list of all definitions', ['src/schemes/*']),
  layer('src/schemes/rules.ts', 'the rules of every scheme, made from that list by `npm run readme`', [
    'src/uri',
    'src/schemes/*',
  ]),
  layer('src/schemes/linkable.ts', 'links that pages may have', ['src/schemes/registry.ts']),
  layer('src/ladder.ts', 'why two URLs are equivalent: the rungs of RFC 3986 §6.2', ['src/uri']),
  layer('src/comparison.ts', 'how two URLs differ: the parts, the first octet of their requests, the clause', [
    'src/octets',
    'src/uri',
    'src/schemes/scheme.ts',
    'src/ladder.ts',
  ]),
  layer('src/canonicalizer.ts', 'canonical forms and reference resolution for a set of rules', [
    'src/uri',
    'src/lines',
  ]),
  layer('src/canonical.ts', 'the small door of the package: canonical forms alone', [
    'src/uri',
    'src/idna',
    'src/lines',
    'src/schemes/rules.ts',
    'src/canonicalizer.ts',
  ]),
  layer('src/told.ts', 'how much is told of one URL: limits of lists, texts and diagnostics', [
    'src/uri',
    'src/schemes/scheme.ts',
  ]),
  layer('src/waypost.ts', 'createWaypost: the library with the schemes of your choice', [
    'src/told.ts',
    'src/uri',
    'src/canonicalizer.ts',
    'src/comparison.ts',
    'src/schemes/scheme.ts',
    'src/schemes/unknown.ts',
  ]),
  layer('src/replaced-parts.ts', 'new parts in a canonical URL', ['src/uri']),
  layer('src/every-scheme.ts', 'the library with every scheme', [
    'src/uri',
    'src/lines',
    'src/comparison.ts',
    'src/idna',
    'src/schemes/scheme.ts',
    'src/schemes/registry.ts',
    'src/waypost.ts',
    'src/replaced-parts.ts',
  ]),
  layer('src/safe.ts', 'the functions of the library that return an error instead of throwing it', [
    'src/uri',
    'src/comparison.ts',
    'src/waypost.ts',
    'src/replaced-parts.ts',
    'src/every-scheme.ts',
  ]),
  layer('src/diagnostics.ts', 'every diagnostic in one table: the generic ones and those of each scheme', [
    'src/uri',
    'src/schemes/registry.ts',
    'src/schemes/unknown.ts',
  ]),
  layer('src/definition-of.ts', 'what a scheme’s definition says about a resolution: title, sentence, wire octets', [
    'src/schemes/scheme.ts',
    'src/schemes/sentence-parts.ts',
    'src/schemes/unknown.ts',
    'src/every-scheme.ts',
  ]),
  layer('src/anatomy.ts', 'where each part of a canonical URL is', ['src/uri']),
  layer('src/surt.ts', 'sort-friendly keys, with a table of their rules', ['src/uri', 'src/every-scheme.ts']),
  layer('src/gateway-links.ts', 'addresses of gateways for links', [
    'src/uri',
    'src/told.ts',
    'src/waypost.ts',
    'src/every-scheme.ts',
    'src/safe.ts',
  ]),
  layer('src/scheme.ts', 'what definitions of schemes are made from, for packages with schemes of their own', [
    'src/octets',
    'src/uri',
    'src/schemes/scheme.ts',
    'src/schemes/sentence-parts.ts',
  ]),
  layer('src/index.ts', 'the public exports', [
    'src/uri',
    'src/lines',
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
    'src/comparison.ts',
    'src/gateway-links.ts',
  ]),
  layer('src/egress', 'which hosts, addresses and ports may be reached', ['src/uri', 'src/idna']),
  layer('src/webhooks', 'webhooks: checks of URLs without a network, signatures, and the proof of a receiver', [
    'src/octets',
    'src/uri',
    'src/diagnostics.ts',
    'src/every-scheme.ts',
    'src/egress',
  ]),
  layer(
    'src/guarded-fetch',
    '`fetch` for URLs of strangers: judged hops and limits, over the transport of a platform',
    ['src/egress', 'src/webhooks'],
  ),
  layer('src/text', 'links in texts of several formats, with a reader for each', [
    'src/uri',
    'src/schemes/registry.ts',
    'src/schemes/linkable.ts',
    'src/schemes/unknown.ts',
  ]),
  layer('src/protocols/*.ts', 'what all clients share: connections, lines, limits, errors', ['src/octets', 'src/uri']),
  layer('src/protocols/http', 'HTTP/1.1 over a connection', ['src/octets', 'src/uri', 'src/protocols/*.ts']),
  layer('src/protocols/telnet', 'telnet and rlogin: codecs of a session', [
    'src/octets',
    'src/protocols/*.ts',
    'src/schemes/terminal',
  ]),
  layer('src/protocols/tn3270', '3270 terminals over telnet', [
    'src/octets',
    'src/protocols/*.ts',
    'src/protocols/telnet',
    'src/schemes/terminal',
  ]),
  layer('src/protocols/nntp', 'news servers', [
    'src/octets',
    'src/message',
    'src/uri',
    'src/protocols/*.ts',
    'src/schemes/news',
  ]),
  layer('src/protocols/cnrp', 'CNRP services', [
    'src/octets',
    'src/uri',
    'src/protocols/*.ts',
    'src/protocols/http',
    'src/schemes/go',
  ]),
  layer('src/protocols/*', 'the client of a protocol, one folder each: a connection in, typed values out', [
    'src/octets',
    'src/message',
    'src/uri',
    'src/protocols/*.ts',
    'src/protocols/http',
    'src/schemes/=',
  ]),
  layer('src/protocols/index.ts', 'all clients, for the package: `waypost/protocols`', [
    'src/octets',
    'src/protocols/*.ts',
    'src/protocols/*',
  ]),

  layer('worker/platform.d.ts', 'stands for the types of the DOM, which the Worker does not have', []),
  layer('worker/version.ts', 'the version of package.json', []),
  layer('worker/errors', 'every error: gateways, settings, and what each means', [
    'src/uri',
    'src/egress',
    'src/protocols/*.ts',
  ]),
  layer('worker/log.ts', 'one line per request', ['worker/errors']),
  layer('worker/metrics.ts', 'what this process has answered, for Prometheus', ['worker/log.ts']),
  layer(
    'worker/settings',
    'every binding, variable and secret: one entry in settings.ts has its type, default, parser, sentence and right form',
    ['src/schemes/unknown.ts', 'src/webhooks', ...LIBRARY, 'worker/errors'],
  ),
  layer(
    'worker/http',
    'HTTP and nothing else: methods, negotiation, entity tags, bodies, queries, batches, problem details',
    [
      ...LIBRARY,

      'worker/version.ts',
      'worker/errors',
      'worker/log.ts',
      'worker/settings',
    ],
  ),
  layer('worker/net', 'DNS, sockets with deadlines under the egress policy, pump, WebSockets, rates', [
    ...LIBRARY,
    'src/protocols/*.ts',
    'src/protocols/http',
    'src/guarded-fetch',
    ...GROUND,
  ]),
  layer('worker/pages/parts', 'what several pages use: layout, forms, lists, styles, scripts', [
    'src/webhooks',
    'src/schemes/linkable.ts',
    ...LIBRARY,
    ...GROUND,
  ]),
  layer('worker/pages/styles', 'style sheets', []),
  layer('worker/pages/terminal', 'the page of a terminal session', [
    'src/octets',
    'src/protocols/telnet',
    'src/protocols/tn3270',
    'worker/pages/parts',
  ]),
  layer('worker/gateway/contract', 'what gateways agree on: types, paths, link builder, destination of a link', [
    'src/schemes/registry.ts',
    'src/schemes/linkable.ts',
    'src/schemes/unknown.ts',
    ...LIBRARY,
    'src/protocols/*.ts',
    'src/protocols/prospero',
    ...GROUND,
    'worker/net',
    'worker/pages/parts',
  ]),
  layer(
    'worker/gateway/shared',
    'rendering that several gateways use',
    GATEWAY.filter((unit) => unit !== 'worker/gateway/shared'),
  ),
  layer('worker/gateway/news', 'news and nntp links', [...GATEWAY, 'src/protocols/nntp']),
  layer('worker/gateway/go', 'go links', [...GATEWAY, 'src/protocols/cnrp']),
  layer('worker/gateway/http', 'whether web links are alive', GATEWAY),
  layer('worker/gateway/terminal', 'telnet, rlogin and tn3270 links', [
    ...GATEWAY,
    'src/protocols/telnet',
    'src/protocols/tn3270',
    'worker/pages/terminal',
  ]),
  layer(
    'worker/gateway/*',
    'the gateway of a kind of links, one folder each: values in; pages, JSON and octets out',
    GATEWAY,
  ),
  layer(
    'worker/gateway/open',
    'the registry of gateways, which opens links, checks them, redirects to them or explains them',
    [...GATEWAY, 'worker/gateway/*'],
  ),
  layer('worker/links', 'short links', [
    ...LIBRARY,
    ...GROUND,
    'worker/net',
    'worker/pages/parts',
    'worker/gateway/contract',
  ]),
  layer('worker/webhooks', 'verdicts, events and senders', ['src/webhooks', ...LIBRARY, ...GROUND, 'worker/net']),
  layer('worker/pages/embed', 'the script for other sites', ['worker/pages/parts']),
  layer('worker/pages/own-links', 'the page of an owner’s short links', ['worker/pages/parts', 'worker/links']),
  layer('worker/pages/explorer', 'the front page, which explains a link while it is typed', [
    'src/every-scheme.ts',
    'src/safe.ts',
    'src/idna',
    'src/webhooks',
    'src/schemes/*',
    'src/schemes/unknown.ts',
    ...LIBRARY,
    'src/schemes/documentation.ts',
    'src/schemes/sentence-parts.ts',
    'src/text',
    ...GROUND,
    'worker/pages/parts',
  ]),
  layer('worker/pages/*', 'a page, one folder each', [
    'src/schemes/registry.ts',
    ...LIBRARY,
    ...GROUND,
    'worker/pages/parts',
    'worker/pages/embed',
  ]),
  layer('worker/old-browsers', '`format=html32`: pages in HTML 3.2, and original links for a proxy', [
    'worker/http',
    'worker/gateway/contract',
  ]),
  layer('worker/crawlers.ts', 'pages as crawlers get them', [
    'worker/http',
    'worker/gateway/contract',
    'worker/old-browsers',
  ]),
  layer('worker/pages/docs', 'the documentation of the API: its pages, search and scripts', ['worker/pages/parts']),
  layer('worker/routes', 'the routes of the HTTP API and of the pages', [
    'src/webhooks',
    'src/guarded-fetch',
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
  ]),
  layer('worker/router.ts', 'finds the route of a path', ['worker/http', 'worker/gateway/contract']),
  layer('worker/handler.ts', 'the fetch handler: from a request to its answer and its line in the log', [
    ...GROUND,
    'worker/metrics.ts',
    'worker/pages/parts',
    'worker/gateway/open',
    'worker/links',
    'worker/old-browsers',
    'worker/crawlers.ts',
    'worker/router.ts',
  ]),
];

/** What stands around the core: nothing above may import it. */
export const AROUND: readonly Layer[] = [
  layer(
    'worker/build',
    'everything that runs before the Worker: the bundle, assets, the OpenAPI description, documents',
    [
      'src/schemes/registry.ts',
      'src/webhooks',
      ...GATEWAY,
      'src/diagnostics.ts',
      'src/schemes/documentation.ts',
      'src/schemes/sentence-parts.ts',
      'worker/gateway/open',
      'worker/links',
      'worker/webhooks',
      'worker/routes',
      'worker/pages/*',
      'worker/pages/embed',
      'worker/pages/own-links',
      'worker/pages/terminal',
    ],
  ),
  layer(
    'worker/relay',
    'UDP for the Prospero gateway: a small server that runs in Node, and the transport that asks it',
    [
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
  ),
  layer('worker/shorteners', 'the export formats of other shorteners, for imports', [
    'worker/errors',
    'worker/http',
    'worker/links',
  ]),
  layer('worker/mounted', 'the gateways and `guardedFetch` for Workers of others, in the npm package', [
    ...LIBRARY,
    'src/webhooks',
    'src/guarded-fetch',
    'worker/net',
    ...GROUND,
    'worker/pages/parts',
    'worker/gateway/open',
    'worker/routes',
    'worker/router.ts',
    'worker/handler.ts',
    'worker/relay',
  ]),
  layer(
    'worker/self-host',
    'the server of `npm run build`: the Worker in workerd on your own machine, with its launcher',
    [
      'src/schemes/registry.ts',
      ...LIBRARY,
      'src/safe.ts',
      'worker/settings',
      'worker/gateway/contract',
      'worker/old-browsers',
      'worker/build',
      'worker/relay',
    ],
  ),
  layer('worker/index.ts', 'the route table: joins the core with what stands around it', [
    'worker/handler.ts',
    'worker/router.ts',
    'worker/routes',
    'worker/links',
    'worker/shorteners',
    'worker/relay',
  ]),
  layer('bin/*.ts', 'what the commands share, and the guard of webhook connections', [
    'src/webhooks',
    'src/guarded-fetch',
    ...LIBRARY,
    'worker/build',
    'worker/pages/parts',
  ]),
  layer('bin/protocols-node.ts', 'connections for the clients over the sockets of Node: `waypost/protocols/node`', [
    ...LIBRARY,
    'src/safe.ts',
    'src/schemes/prospero',
    'src/webhooks',
    'src/protocols/*.ts',
    'src/protocols/prospero',
    'worker/relay',
    'bin/*.ts',
  ]),
  layer('bin/publish', 'static copies of short links', [...LIBRARY, 'bin/*.ts']),
  layer('bin/rewrite', 'the tools that rewrite links in files', [...LIBRARY, 'src/text', 'bin/*.ts']),
  layer(
    'bin/network',
    '`waypost get` and `waypost check`: the clients of protocols over the sockets of Node, with the JSON of the gateways and the checks of the Worker, bundled on their own; WARC files',
    [
      ...GATEWAY,
      'src/protocols/*',
      'worker/gateway/gopher',
      'worker/gateway/ftp',
      'worker/gateway/news',
      'worker/gateway/wais',
      'worker/gateway/prospero',
      'worker/gateway/go',
      'worker/gateway/open',
      'worker/relay',
      'worker/build',
      'bin/*.ts',
    ],
  ),
  layer('bin/command-line.ts', 'reads the command line', [
    ...LIBRARY,
    'bin/*.ts',
    'bin/publish',
    'bin/rewrite',
    'bin/network',
  ]),
  layer('bin/result.ts', 'the output for a link, or for an error', [...LIBRARY, 'bin/*.ts', 'bin/command-line.ts']),
  layer('bin/queries.ts', 'links from standard input and files', ['bin/*.ts', 'bin/command-line.ts', 'bin/result.ts']),
  layer('bin/canonical-lines.ts', '`waypost canonicalize`, lines in and lines out', [
    'src/index.ts',
    'bin/*.ts',
    'bin/command-line.ts',
    'bin/result.ts',
    'bin/queries.ts',
  ]),
  layer('bin/run.ts', 'the commands', [
    'src/index.ts',
    'bin/*.ts',
    'bin/publish',
    'bin/rewrite',
    'bin/network',
    'bin/command-line.ts',
    'bin/result.ts',
    'bin/queries.ts',
    'bin/canonical-lines.ts',
  ]),
  layer('bin/waypost.ts', 'the program `waypost`', ['bin/run.ts']),
  layer('bin/build.ts', 'the build of the npm package', [
    'src/schemes/registry.ts',
    'worker/build',
    'bin/*.ts',
    'bin/network',
  ]),
];

/** All rows, the lowest first. */
export const LAYERS: readonly Layer[] = [...CORE, ...AROUND];
