/** Mutants that no test can notice, because the module behaves the same with them. Each has its reason. */

/** A mutant by its module, the beginning of its line, and what stood there → what it becomes, as it is printed. */
export interface Equivalent {
  readonly path: string;
  readonly line: string;
  readonly change: string;
  readonly because: string;
}

type Row = readonly [line: string, because: string, ...changes: readonly string[]];

const BY_MODULE: Readonly<Record<string, readonly Row[]>> = {
  'src/egress/address.ts': [
    [
      'const DECIMAL_OCTET',
      'The number is at most 255, whatever its digits are.',
      String.raw`/^(?:0|[1-9]\d{0,2})$/ → /^(?:0|[1-9]\d{0,3})$/`,
    ],
    ['if (parts.length !== 4', '`<=` compares a text of digits as a number.', 'Number(part) → part'],
    [
      "return groups === ''",
      'NaN becomes two octets of zero, which stand there anyway.',
      "groups === '' → false",
      `'' → "mutant"`,
    ],
    [
      'return canonicalIpv6(groups)',
      'Eight groups always have a canonical form: the rest is for the types.',
      'canonicalIpv6(groups) ?? groups → canonicalIpv6(groups)',
    ],
    [
      'const slash = ',
      'A block with two slashes is none, wherever it is cut.',
      "text.indexOf('/') → text.lastIndexOf('/')",
    ],
  ],
  'src/egress/host-list.ts': [
    [
      'const DNS_NAME',
      'The last label has a character.',
      String.raw`/^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)*(?!(?:\d+|0x[0-9a-f]*)$)[a-z0-9_-]{1,63}$/ → /^(?=.{1,253}$)(?:[a-z0-9_-]{1,63}\.)*(?!(?:\d*|0x[0-9a-f]*)$)[a-z0-9_-]{1,63}$/`,
    ],
    ['for (let dot', 'No label is empty.', '1 → (1 + 1)'],
    [
      'const SHORT_IPV4',
      'A host does not begin with a dot, and has no empty label.',
      String.raw`/^\d+(?:\.\d+){0,2}\.?$/ → /^\d*(?:\.\d+){0,2}\.?$/`,
      String.raw`/^\d+(?:\.\d+){0,2}\.?$/ → /^\d+(?:\.\d*){0,2}\.?$/`,
    ],
    [
      'const [, address',
      'An empty text is no address.',
      String.raw`/^(\[[\d.:a-f]+\]|[\d.:a-f]+)(?:\/(\d{1,3}))?$/i → /^(\[[\d.:a-f]*\]|[\d.:a-f]+)(?:\/(\d{1,3}))?$/i`,
      String.raw`/^(\[[\d.:a-f]+\]|[\d.:a-f]+)(?:\/(\d{1,3}))?$/i → /^(\[[\d.:a-f]+\]|[\d.:a-f]*)(?:\/(\d{1,3}))?$/i`,
    ],
    ['const [, prefix', 'An empty text is no host.', String.raw`/^(=|\*?\.)?([^\s,*=]+)$/ → /^(=|\*?\.)?([^\s,*=]*)$/`],
    ["return { kind: 'name'", 'Entries that are no blocks need no name of their kind.', `'name' → ""`],
    ["return { kind: 'name'", 'A prefix has one dot, at its end.', String.raw`/\.$/ → /\./`],
  ],
  'src/egress/judgement.ts': [
    ['const isExempt = host', 'No list has the port `null`.', 'host !== null && port !== null → host !== null'],
    [
      'if (port !== null && isListedTarget',
      'No list has the port `null`.',
      'port !== null && isListedTarget(host, port, policy) → isListedTarget(host, port, policy)',
    ],
    [
      'const hasBlocks',
      '`undefined > 0` is false: the rest is for the types.',
      'allow.get(port)?.blocks.length ?? 0 → allow.get(port)?.blocks.length',
    ],
  ],
  'src/egress/policy.ts': [
    ['throw error instanceof HostListError', 'Nothing else is thrown.', 'error instanceof HostListError → true'],
    [
      "const [, host = '', port = '']",
      'The first match begins at the first character.',
      String.raw`/^(.+):(\d{1,5})$/ → /(.+):(\d{1,5})$/`,
    ],
    ['const fault = ', '`>=` compares a text of digits as a number.', 'Number(port) → port'],
    ['if (canonicalHost(host) === null', '`>=` compares a text of digits as a number.', 'Number(port) → port'],
    [
      'const WEB_URL',
      'An empty host is refused elsewhere.',
      String.raw`/^https?:\/\/(\[[^\]]*\]|[^/?#:@\\]+)(?::(\d{1,5}))?(?:[/?#]|$)/ → /^https?:\/\/(\[[^\]]*\]|[^/?#:@\\]*)(?::(\d{1,5}))?(?:[/?#]|$)/`,
    ],
  ],
  'src/egress/ports.ts': [
    ['const from', 'A comparison with a number reads a text of digits as one.', 'Number(match?.[1]) → match?.[1]'],
    [
      'const to',
      'A comparison with a number reads a text of digits as one.',
      'Number(match?.[2] ?? from) → match?.[2] ?? from',
    ],
  ],
  'src/guarded-fetch/answer.ts': [
    ['return (coding === undefined', 'There is no decoder called “undefined”.', 'coding === undefined → false'],
    ['const names', 'No coding is called so.', `'' → "mutant"`],
    ['return (codings.length', 'A second cap changes nothing.', 'codings.length === 0 → false'],
    ["signal.addEventListener('abort', abort", 'A signal aborts once.', 'true → false'],
    [
      'octets += value',
      'Only the end has no octets, and nothing follows it.',
      'value?.byteLength ?? 0 → value?.byteLength',
    ],
  ],
  'src/guarded-fetch/deadline.ts': [
    ["parent.addEventListener('abort'", 'A signal aborts once.', 'true → false'],
    ["signal.addEventListener('abort'", 'A signal aborts once.', 'true → false'],
    ['if (this.#timer !== null)', 'To clear no timer is harmless.', 'this.#timer !== null → true'],
  ],
  'src/guarded-fetch/guarded-fetch.ts': [
    ['const text = String', '`URL` makes a text of it.', 'String(input) → input'],
    ['const certificateName', 'No canonical host has `^`.', String.raw`/[[\]]|\.$/g → /[[^\]]|\.$/g`],
  ],
  'src/links/blocks.ts': [
    [
      'const MAIL_DOMAIN',
      'No list has an empty name.',
      String.raw`/@(?:\[(?:IPv6:)?([^\]]*)\]|([^\s@,;<>()[\]]+))/gi → /@(?:\[(?:IPv6:)?([^\]]*)\]|([^\s@,;<>()[\]]*))/gi`,
    ],
    ['[...text.matchAll(MAIL_DOMAIN)]', 'Either group matches: the rest is for the types.', `'' → "mutant"`],
    [
      'return this.#hosts.find',
      'A host on the list of all is on one of them: the rest is for the types.',
      'this.#hosts.find(([hosts]) => isListed(blocked, hosts))?.[1] ?? null → this.#hosts.find(([hosts]) => isListed(blocked, hosts))?.[1]',
    ],
  ],
  'src/links/merge.ts': [
    [
      'claims: [...claims',
      'No two claims have one owner, and only the sign counts.',
      'a.owner < b.owner → a.owner <= b.owner',
      '1 → (1 + 1)',
    ],
    [
      'expiresAt: expiryOf',
      'There are two claims: the rest is for the types.',
      'expiryOf([own, other]) ?? null → expiryOf([own, other])',
    ],
    [
      'return [...days].map',
      'No two entries have one day, and only the sign counts.',
      'a.day < b.day → a.day <= b.day',
      '1 → (1 + 1)',
    ],
    ['const earliest', 'Equal times are equal.', 'a < b → a <= b'],
    ['return a > b', 'Equal times are equal.', 'a > b → a >= b'],
    ['if (a === null', 'No text is greater than `null`, nor less.', 'a === null || b === null → b === null'],
  ],
  'src/links/slug.ts': [
    ['value &= 31', 'Higher bits are cut off where digits are made.', 'value &= 31; → '],
    [
      'const folded',
      'Each letter that is replaced has its digit: the rest is for the types.',
      'MISREAD[letter] ?? letter → MISREAD[letter]',
    ],
  ],
  'src/lines/canonicalize-lines.ts': [
    ['if (to - begin > WINDOW)', 'A larger window only takes room.', 'to - begin > WINDOW → false'],
    ['const larger = ', 'More room only saves time.', '2 → (2 - 1)'],

    [
      'end = source.lastIndexOf',
      'A larger window only takes room.',
      'end = source.lastIndexOf(this.#terminator, begin + WINDOW - 1) + 1; → ',
    ],
  ],
  'src/lines/component-pass.ts': [
    [
      'const high = HEX',
      'The table has all octets: the rest is for the types.',
      'HEX[source[read + 1] ?? 0] ?? NOT_HEX → HEX[source[read + 1] ?? 0]',
    ],
    [
      'const low = high',
      'The table has all octets: the rest is for the types.',
      'HEX[source[read + 2] ?? 0] ?? NOT_HEX → HEX[source[read + 2] ?? 0]',
    ],
  ],
  'src/lines/plans.ts': [
    [
      'const packed = ',
      'A long name is found by its text.',
      '[...this.#byName].filter(([name]) => name.length <= PACKED) → [...this.#byName]',
    ],
    ['return (high << 8)', 'Any number that differs for each name will do.', '8 → (8 + 1)'],

    ['const SLOTS_BITS', 'More slots take only room.', '9 → (9 + 1)'],
    ['const slots = new Array', 'Slots behind the others take only room.', '2 → (2 + 1)'],

    ['return Math.imul(low', 'A slot far behind the others takes only room.', '32 - SLOTS_BITS → 32 + SLOTS_BITS'],
  ],
  'src/lines/tables.ts': [
    [
      'const isChecked = ',
      'Such a piece has another one behind it.',
      `missing !== '' || beginning !== '' → beginning !== ''`,
    ],
    [
      'for (let octet = 0; octet < escapes',
      'An array of octets takes no more.',
      'octet < escapes.length → octet <= escapes.length',
    ],
    ['if (octet <= 0x20', 'The host parser refuses them, too.', 'octet <= 0x20 || octet >= 0x7f → octet <= 0x20'],

    ['if (octet <= 0x20', 'The host parser refuses this octet, too.', 'octet >= 0x7f → octet > 0x7f'],
  ],
  'src/net/configured-servers.ts': [
    [
      'if (user === undefined || password',
      'Both are there, or neither.',
      'user === undefined || password === undefined → user === undefined',
      'user === undefined || password === undefined → password === undefined',
    ],
  ],
  'src/net/connection.ts': [
    [
      'const share = ',
      'The last address has no share, and only its error is told.',
      "timedOut('connect') → 'connect'",
      `'connect' → ""`,
    ],
  ],
  'src/net/deadline.ts': [
    ['if (parent !== null) own', 'Only a parent signal calls this.', 'parent !== null → true'],
    ['if (this.#timer !== null)', 'To clear no timer does nothing.', 'this.#timer !== null → true'],
  ],
  'src/net/deadlines.ts': [
    [
      'const UNITS',
      'A number without a unit counts milliseconds.',
      '{ ms: 1, s: 1000, m: 60_000, h: 3_600_000 } → { s: 1000, m: 60_000, h: 3_600_000 }',
    ],
  ],
  'src/net/dns-message.ts': [
    [
      'ttl: Math.min(',
      'Every owner is in the chain: the rest is for the types.',
      'chain.get(owner) ?? ttl → chain.get(owner)',
    ],
    [
      'for (let next',
      'After the last name, `undefined` joins the chain, which nobody looks up.',
      'next !== undefined && !chain.has(next) → !chain.has(next)',
    ],
    [
      'ttl = Math.min(',
      'Without an alias the loop ends, and nobody reads the number.',
      'alias?.ttl ?? ttl → alias?.ttl',
    ],
  ],
  'src/net/dns.ts': [
    [
      'const isAnswer',
      'Only a failure can be a silence.',
      "answer.kind !== 'failed' || answer.isSilence !== true → answer.isSilence !== true",
    ],
  ],
  'src/net/http-connection.ts': [
    [': [body.length === null', 'It becomes part of a text.', 'String(body.length) → body.length'],
  ],
  'src/net/socket.ts': [
    ['connection.timings.connect', 'To subtract `null` is to subtract 0: the rest is for the types.', 'dns ?? 0 → dns'],
    [
      'throw isFailure(error)',
      'A lookup throws nothing but failures.',
      "isFailure(error) && error.code === 'timeout' → error.code === 'timeout'",
      'isFailure(error) → error',
    ],
    [
      'return host.replace(',
      'A host has brackets at both ends or nowhere.',
      String.raw`/^\[(.*)\]$/ → /\[(.*)\]$/`,
      String.raw`/^\[(.*)\]$/ → /^\[(.*)\]/`,
    ],
  ],
  'src/net/turns.ts': [
    [
      'if (this.#last.get(server) === ended)',
      'Nobody waits for a turn that has ended: this only frees memory.',
      'this.#last.get(server) === ended → false',
    ],
  ],
  'src/open/article-json.ts': [
    [
      'place === null || number === null',
      'Without a place there is no number beside it: the rest is for the types.',
      'place === null || number === null → number === null',
    ],
    ['previous: beside', 'Without a place there is nothing beside it.', 'place?.previous ?? null → place?.previous'],
    ['next: beside', 'Without a place there is nothing beside it.', 'place?.next ?? null → place?.next'],
  ],
  'src/open/articles.ts': [
    [
      'const isKnown',
      '`null` is no message-id: the rest is for the types.',
      'messageId !== null && server.isMessageId(messageId) → server.isMessageId(messageId)',
    ],
  ],
  'src/open/check-link.ts': [
    [
      'const detail = finding.status',
      'The sentence of the finding itself counts: the rest is for the types.',
      "finding.status === 'not-checked' → false",
    ],
    [
      'const status = rule',
      'No rule is `null`: the rest is for the types.',
      'rule !== null && NOT_ASKED.has(rule) → NOT_ASKED.has(rule)',
    ],
  ],
  'src/open/dict/definitions.ts': [
    [
      'name: details.word',
      'A link to definitions has a word: the rest is for the types.',
      "details.word ?? '' → details.word",
      `'' → "mutant"`,
    ],
  ],
  'src/open/dict/dict.ts': [
    [
      'const asked = session.define',
      'Such a link has a word and a database: the rest is for the types.',
      "word ?? '' → word",
      `'' → "mutant"`,
      'database ?? undefined → database',
    ],
    [
      'const found = await session.match',
      'Such a link has a word, a database and a strategy: the rest is for the types.',
      "word ?? '' → word",
      `'' → "mutant"`,
      'database ?? undefined → database',
      'strategy ?? undefined → strategy',
    ],
    [
      'const where = { word',
      'Such a link has a word and a database: the rest is for the types.',
      "word ?? '' → word",
      `'' → "mutant"`,
      'database ?? DEFAULT_DATABASE → database',
    ],
    [
      'if (!(error instanceof ProtocolError)',
      'Only an error of the protocol has this status.',
      '!(error instanceof ProtocolError) || error.status !== NO_MATCH → error.status !== NO_MATCH',
    ],
  ],
  'src/open/dict/links.ts': [
    [
      'const command = strategy',
      'Without a strategy, both commands are of one length, and can have the same words.',
      'strategy === undefined → false',
    ],
    [
      "const [server = '']",
      'A canonical link has a scheme and a server.',
      String.raw`/^[^:]+:\/\/[^/]*/ → /[^:]+:\/\/[^/]*/`,
      String.raw`/^[^:]+:\/\/[^/]*/ → /^[^:]*:\/\/[^/]*/`,
      String.raw`/^[^:]+:\/\/[^/]*/.exec(canonical) ?? [] → /^[^:]+:\/\/[^/]*/.exec(canonical)`,
    ],
  ],
  'src/open/dict/lists.ts': [
    ['const isOfOne', 'The function is called only if there is a match.', 'matches[0]?.database → matches[0].database'],
    [
      'title: link.details.word',
      'A link to words has a word: the rest is for the types.',
      "link.details.word ?? '' → link.details.word",
      `'' → "mutant"`,
    ],
    ['return rows.sorted(order)', 'Each row has its item.', 'items[index] ?? [] → items[index]'],
    ["const NAME: ListingRow = { kind: 'name', name: ''", 'Each row has a name of its own.', `'' → "mutant"`],
  ],
  'src/open/few-rows.ts': [
    ['const turn = direction', 'Only the sign counts.', '1 → (1 + 1)'],
    [
      'return Number(column',
      'A boolean is subtracted as a number.',
      "Number(column === 'name' ? row.kind !== 'directory' : row[column] === null) → column === 'name' ? row.kind !== 'directory' : row[column] === null",
    ],
    [
      'return (a.size ?? 0)',
      'Either both sizes are known or none is, and `null` counts as 0.',
      'a.size ?? 0 → a.size',
      'b.size ?? 0 → b.size',
    ],
    ['return one < other', 'Only the sign counts.', '1 → (1 + 1)'],
  ],
  'src/open/ftp/directory.ts': [
    ['readme: readme && {', 'The name of a README is ASCII.', 'decode(readme.name) → readme.name'],
  ],
  'src/open/go/names.ts': [
    [
      'const [, authority]',
      'Only the URI of a service matches: the rest is for the types.',
      "service ?? '' → service",
      `'' → "mutant"`,
    ],
    [
      "const [, query = ''] = ",
      'Every go link matches.',
      String.raw`/^go:(?:\/\/[^?]*\??)?(.*)$/s.exec(canonical) ?? [] → /^go:(?:\/\/[^?]*\??)?(.*)$/s.exec(canonical)`,
    ],
  ],
  'src/open/go/services.ts': [
    [
      'only !== undefined && others.length',
      'There is at least one service: the rest is for the types.',
      'only !== undefined && others.length === 0 → others.length === 0',
    ],
  ],
  'src/open/gopher/attributes.ts': [
    [
      'modified: first',
      'There is an item: the rest is for the types.',
      'first === undefined || another !== undefined → another !== undefined',
    ],
  ],
  'src/open/gopher/file.ts': [['mediaType: itemMediaType(', 'No known format begins so.', `'' → "mutant"`]],
  'src/open/gopher/form.ts': [
    [
      'const entries',
      'The link of a form has a Gopher+ string: the rest is for the types.',
      'item.link.details.gopherPlus?.answers → item.link.details.gopherPlus.answers',
    ],
  ],
  'src/open/gopher/html-references.ts': [
    [
      'const [, root',
      'The address of a page always matches, and the first match begins at its first character.',
      String.raw`/^([^:]+:\/\/[^/?#]*)(.*)$/ → /([^:]+:\/\/[^/?#]*)(.*)$/`,
      String.raw`/^([^:]+:\/\/[^/?#]*)(.*)$/ → /^([^:]*:\/\/[^/?#]*)(.*)$/`,
      String.raw`/^([^:]+:\/\/[^/?#]*)(.*)$/ → /^([^:]+:\/\/[^/?#]*)(.*)/`,
    ],
    ['const file = ', 'The path begins with it.', String.raw`/^\/h(?=\/)/ → /\/h(?=\/)/`],
    ['return resolve(`', 'The longest match ends with the path.', '/[?#].*$/s → /[?#].*/s'],
  ],
  'src/open/gopher/item.ts': [
    [
      'host: components.host',
      'A gopher link has a host: the rest is for the types.',
      "components.host ?? '' → components.host",
      `'' → "mutant"`,
    ],
    [
      'if (host !== last.host',
      'A root that is made again is the same, and host and port determine whether it is secure.',
      'host !== last.host || port !== last.port || secure !== last.secure → true',
      'host !== last.host || port !== last.port || secure !== last.secure → host !== last.host || port !== last.port',
      'secure !== last.secure → secure === last.secure',
    ],
    ["host: ''", 'No URL begins with a root that is `null`, whatever is beside it.', `'' → "mutant"`],
    ['port: 0', 'No URL begins with a root that is `null`, whatever is beside it.', '0 → (0 + 1)'],
    ['secure: false', 'No URL begins with a root that is `null`, whatever is beside it.', 'false → true'],
  ],
  'src/open/gopher/menu.ts': [
    [
      'const isLeftOut',
      'Without a title, no line is the title.',
      "lines === 'untitled' && title !== null → lines === 'untitled'",
    ],
  ],
  'src/open/http/check.ts': [
    ['const url = withoutUserInfo(canonical', 'One piece needs nothing between pieces.', `'' → "mutant"`],
  ],
  'src/open/http/http.ts': [
    [
      'const time = Date.parse',
      'Neither is a date: the rest is for the types.',
      "firstValue(head, 'last-modified') ?? '' → firstValue(head, 'last-modified')",
    ],
  ],
  'src/open/encoded-file.ts': [
    [
      "if (this.#state === 'done') return",
      'No later file of the article has this number.',
      "this.#state === 'done' → false",
      `'done' → ""`,
    ],
    [
      'if ((first === 0x65 ||',
      'The first octet only saves time.',
      '(first === 0x65 || first === ESCAPE) && isEncodedEnd(latin1Of(line), this.#encoding) → isEncodedEnd(latin1Of(line), this.#encoding)',
    ],
    [
      "this.#state = this.#state === 'inside' ?",
      'No later file of the article has this number.',
      "this.#state === 'inside' → false",
      `'inside' → ""`,
    ],
  ],
  'src/open/media-type.ts': [
    [
      'return BY_EXTENSION',
      'Whoever asks takes `undefined` for `null`.',
      'BY_EXTENSION.get(file.slice(dot + 1).toLowerCase()) ?? null → BY_EXTENSION.get(file.slice(dot + 1).toLowerCase())',
    ],
  ],
  'src/open/message-parts.ts': [
    [
      'if (part === undefined || described',
      'Without a part there is no description.',
      'part === undefined || described === undefined → described === undefined',
    ],
  ],
  'src/open/news/article.ts': [
    ["const { value } = parseStructured(fieldOf(fields, 'Content-Type')", 'Neither is a multipart.', `'' → "mutant"`],
    [
      "const encoding = fieldOf(fields, 'Content-Transfer-Encoding')",
      'Neither hides a line.',
      "fieldOf(fields, 'Content-Transfer-Encoding') ?? '' → fieldOf(fields, 'Content-Transfer-Encoding')",
      `'' → "mutant"`,
    ],
  ],
  'src/open/news/article-text.ts': [['const complete = isEncodedEnd', 'Neither text ends a file.', `'' → "mutant"`]],
  'src/open/prospero/archie.ts': [
    ["{ search = '', match = '' }", 'No kind of match has this name.', `'' → "mutant"`],
    [
      "const [server = '']",
      'A canonical link has a scheme and a server.',
      String.raw`/^[^:]+:\/\/[^/]*/ → /[^:]+:\/\/[^/]*/`,
      String.raw`/^[^:]+:\/\/[^/]*/ → /^[^:]*:\/\/[^/]*/`,
      String.raw`/^[^:]+:\/\/[^/]*/.exec(canonical) ?? [] → /^[^:]+:\/\/[^/]*/.exec(canonical)`,
    ],
  ],
  'src/open/prospero/ask.ts': [
    [
      'const server = { host',
      'The scheme has a default port: the rest is for the types.',
      'prospero.defaultPort ?? null → prospero.defaultPort',
    ],
    ['const listener = ', 'Nobody listens in both cases.', 'listen?.(peer) ?? null → listen?.(peer)'],
  ],
  'src/open/prospero/question.ts': [
    ['const NO_SERVER', 'A server without a port is none, either.', '{ host: null, port: null } → { port: null }'],
    ['const NO_SERVER', 'A server without a host is none, either.', '{ host: null, port: null } → { host: null }'],
    [
      'if (!(error instanceof ProsperoError))',
      'The function throws nothing else.',
      '!(error instanceof ProsperoError) → false',
      'throw error; → ',
    ],
  ],
  'src/open/terminal/terminal.ts': [
    [
      'while (greeting.length < GREETING_LIMIT',
      'A greeting of this length is never undecided.',
      'greeting.length < GREETING_LIMIT → greeting.length <= GREETING_LIMIT',
    ],
  ],
  'src/open/threads.ts': [
    [
      'const number = order[index]',
      'The article was found: the rest is for the types.',
      'order[index]?.number ?? 0 → order[index]?.number',
      'order[index]?.number → order[index].number',
      '0 → (0 + 1)',
    ],
    [
      'const id = node.article',
      'Only a missing article is `null`, and those are added later.',
      'node.article?.messageId → node.article.messageId',
    ],
    [
      'const { references = [], subject',
      'Only a missing article is `null`, and those are added later.',
      'root.article ?? {} → root.article',
    ],
    [
      'return [{ article: null, absent',
      'Only a missing article is `null`, and those are added later.',
      'first.article?.references[0] → first.article.references[0]',
    ],
  ],
  'src/open/wais/links.ts': [
    [
      'return canonicalize(databaseOf(link))',
      'This part of a canonical link is canonical.',
      'canonicalize(databaseOf(link)) → databaseOf(link)',
    ],
    [
      'const [database = canonical]',
      'Every canonical link matches.',
      String.raw`/^[^:]+:\/\/[^/?#]+(?:\/[^/?#]*)?/.exec(canonical) ?? [] → /^[^:]+:\/\/[^/?#]+(?:\/[^/?#]*)?/.exec(canonical)`,
    ],
  ],
  'src/open/wais/results.ts': [
    [
      'const isSized = index',
      'Without a length, both links are the same.',
      'index === 0 && hit.bytes !== null → index === 0',
    ],
  ],
  'src/uri/authority.ts': [
    [
      "for (const letter of 'abcdefghijklmnopqrstuvwxyz",
      'The quick scan only saves time.',
      'HOST[letter.charCodeAt(0)] = LETTER; → ',
    ],
    [
      'if (label === index || (index < length',
      'The complete functions read such a host, too.',
      'index < length && !endsHost(text.charCodeAt(index)) → !endsHost(text.charCodeAt(index))',
      'index < length && !endsHost(text.charCodeAt(index)) → index < length',
    ],
    [
      'if (code < 0x30 || code > 0x39) return',
      'The complete functions read such a port, too.',
      'code === SLASH || code === QUESTION || code === HASH → code === HASH',
      'code === SLASH || code === QUESTION || code === HASH → code === SLASH || code === QUESTION',
      'code === SLASH || code === QUESTION → code === SLASH',
      'code === SLASH || code === QUESTION → code === QUESTION',
    ],
  ],
  'src/uri/components.ts': [
    [
      'user: userInfo === null',
      'Without user information there is no colon.',
      'userInfo === null || colon === ABSENT → colon === ABSENT',
    ],
    [
      'password: userInfo === null',
      'Without user information there is no colon.',
      'userInfo === null || colon === ABSENT → colon === ABSENT',
    ],
  ],
  'src/uri/percent.ts': [
    ['return code < 128', 'The table has all of ASCII: the rest is for the types.', 'HEX[code] ?? NOT_HEX → HEX[code]'],
    ['if (plain.test(octets))', 'The expression only saves time.', 'plain.test(octets) → false'],
    ['action = code < 128', 'The table ends there, and what it does not have is escaped.', '128 → (128 + 1)'],
  ],
  'src/uri/rewrite.ts': [
    ['return this.copied === this.text', 'An empty end adds nothing.', 'this.copied === this.text.length → false'],
    ['cleaned = false', 'Each pass sets it when it begins.', 'false → true'],
  ],
  'src/uri/scheme-rules.ts': [
    ['return length * 32', 'A name begins with one of 26 letters, which fewer places keep apart.', '32 → (32 - 1)'],
  ],
  'src/schemes/dict/request.ts': [
    [
      'if (host === null || port',
      'Each link has a host and a port: the rest is for the types.',
      'host === null || port === null → port === null',
    ],

    [
      'if (!isAtom(database',
      'What has no database, or no strategy, has `null`, which as a text is an atom.',
      'database ?? DEFAULT_DATABASE → database',
      'strategy ?? DEFAULT_STRATEGY → strategy',
    ],
    [
      'return [defineCommand(word',
      'A definition has a word and a database: the rest is for the types.',
      "word ?? '' → word",
      `'' → "mutant"`,
      'database ?? DEFAULT_DATABASE → database',
    ],
    [
      'return [matchCommand(word',
      'A match has a word, a database and a strategy: the rest is for the types.',
      "word ?? '' → word",
      `'' → "mutant"`,
      'database ?? DEFAULT_DATABASE → database',
      'strategy ?? DEFAULT_STRATEGY → strategy',
    ],
  ],
  'src/schemes/file/rules.ts': [
    [
      'const oldDrive',
      'Without a drive, it looks at the first letter of the scheme.',
      'drive !== ABSENT && text.charCodeAt(bar) === 0x7c → text.charCodeAt(bar) === 0x7c',
    ],

    [
      'for (let match = SEGMENT',
      'The expression matches an empty text, too.',
      "match !== null && match[0] !== '' → match[0] !== ''",
    ],
  ],
  'src/schemes/ftp/rules.ts': [
    ['const clean =', 'Where no dot segment is, none is removed.', 'pass.dotSegment === ABSENT → false'],
  ],
  'src/schemes/go/request.ts': [
    ['url: details.server', 'A server has a port: the rest is for the types.', 'parts.port ?? 1096 → parts.port'],

    [
      'const PROPERTY_TYPES',
      'The type of every other property is the same.',
      "[ ['geography', 'iso3166-1'], ['language', 'rfc1766'], ['category', 'freeform'], ['range', 'start-length'], ['dataseturi', 'uri'], ] → [ ['geography', 'iso3166-1'], ['language', 'rfc1766'], ['range', 'start-length'], ['dataseturi', 'uri'], ]",
    ],
  ],
  'src/schemes/mailto/rules.ts': [
    ['const domain = policy', 'Its text ends before both.', `'?#' → ""`],
    [
      'const domain = address',
      'An address with two of them is read elsewhere.',
      `address.lastIndexOf('@') → address.indexOf('@')`,
    ],

    [
      "const domain = parts.pop() ?? ''",
      'A text that is split has a part: the rest is for the types.',
      "parts.pop() ?? '' → parts.pop()",
      `'' → "mutant"`,
    ],
  ],
  'src/webhooks/challenge.ts': [
    ['function checkOptions', 'Any whole number from 1 on is a rate.', '1 → (1 + 1)'],
    [
      'if (callback !== undefined',
      'An expression is tried on the text of a `URL`, too.',
      'writtenUrl(callback) → callback',
    ],
    ['const isOpen', 'There is a step: the rest is for the types.', 'steps.at(-1)?.outcome → steps.at(-1).outcome'],
    [
      'const permitted',
      'A field that is absent is no number, whatever stands for it.',
      `'' → "mutant"`,
      "answer.headers.get('WebHook-Allowed-Rate') ?? '' → answer.headers.get('WebHook-Allowed-Rate')",
    ],
    [
      'const timestamp = headers',
      'A field that is absent is no number.',
      `'' → "mutant"`,
      "headers.get('webhook-timestamp') ?? '' → headers.get('webhook-timestamp')",
    ],
    ['const signatures', 'An absent field matches nothing, whatever stands for it.', `'' → "mutant"`],
    [
      'if (octets === null',
      'The options were checked: the rest is for the types.',
      String.raw`octets === null || !/^\d{1,12}$/.test(timestamp) → !/^\d{1,12}$/.test(timestamp)`,
    ],
  ],
  'src/webhooks/checks.ts': [
    [
      'const lookalike',
      'A host has a form in Unicode: the rest is for the types.',
      'url.parts.hostUnicode ?? host → url.parts.hostUnicode',
    ],
    [
      'const deviation',
      'A host has a form in Unicode: the rest is for the types.',
      'url.parts.hostUnicode ?? host → url.parts.hostUnicode',
    ],
  ],
  'src/webhooks/delivery.ts': [],
  'src/webhooks/policy.ts': [],
  'src/webhooks/scripts.ts': [
    ['if (mixed.length', 'A mixture has at least two scripts.', '0 → (0 + 1)'],
    ['const letters = [...new Set(', 'Letters of ASCII are left out.', `'' → "mutant"`],
    [
      'return letters.map',
      'A letter has a script: the rest is for the types.',
      'scriptsOf(letter)[0] ?? OTHER → scriptsOf(letter)[0]',
    ],
    [': [...new Set(each.map', 'A letter has a script: the rest is for the types.', 'first ?? OTHER → first'],
    ['[...pairs.matchAll', 'Both groups match: the rest is for the types.', `'' → "mutant"`],
  ],
  'src/webhooks/signature.ts': [
    ['const key = await', 'Nobody else sees the key, so nobody can extract it.', 'false → true'],
    ['const age', '`-` reads a text of digits as a number.', 'Number(message.timestamp) → message.timestamp'],
  ],
  'worker/cache/cache.ts': [
    ['isKept: true', 'What is said of a copy does not tell whether it is kept.', 'true → false'],
    [
      'if (length === null || length <= limits.sharedBody)',
      '`null` is less than any limit: the rest is for the types.',
      'length === null || length <= limits.sharedBody → length <= limits.sharedBody',
    ],
    [
      'length: length ??',
      'Without a body nobody asks for its length.',
      'length ?? (await body?.lengthAtOnce()) ?? null → length ?? (await body?.lengthAtOnce())',
    ],
    [
      'done: isKept',
      'An answer without a body is not kept, and its failure is not heard.',
      'isKept && body !== null → isKept',
    ],
    [
      'if (whole !== null) await',
      'Without octets nothing is kept, and its failure is not heard.',
      'whole !== null → true',
    ],
  ],
  'worker/cache/copies.ts': [
    ['const age = ', 'A subtraction reads a text of digits as a number.', 'Number(storedAt) → storedAt'],
    ['const policy = policyOf', 'A header is a text, and a policy reads numbers, too.', 'String(age) → age'],
    ['return policy.storable()', 'What is not storable has no time.', 'policy.storable() → true'],
    ["'content-length': String", 'A header is a text.', 'String(body.byteLength) → body.byteLength'],
    ['[STORED_AT]: String', 'A header is a text.', 'String(this.#now()) → this.#now()'],
  ],
  'worker/cache/copy-block.ts': [
    ["const hosts = parseHostList([value], 'url')", 'Names are only compared with `dns`.', `'url' → ""`],
    ["const host = hostIn(canonicalIn(link) ?? '')", 'A text without a scheme has no host either.', `'' → "mutant"`],
    ['return hasAuthority ?', 'Without an authority, the path begins before its place.', 'hasAuthority → true'],
    [
      "return host !== ''",
      'No list has an empty name.',
      "host !== '' && isListed(host, hosts) → isListed(host, hosts)",
    ],
  ],
  'worker/cache/reader-answer.ts': [
    ["if (copy !== null) headers.set('Age'", 'A header is a text.', 'String(copy.age) → copy.age'],
    ["signal.addEventListener('abort'", 'A signal aborts once.', 'true → false'],
    [
      'const since = ',
      'None of these is a time.',
      "asked.get('If-Modified-Since') ?? '' → asked.get('If-Modified-Since')",
      `'' → "mutant"`,
    ],
    [
      'return lastModified !== undefined',
      'No time is before or after another one that is missing: the rest is for the types.',
      'lastModified !== undefined && Date.parse(lastModified) <= since → Date.parse(lastModified) <= since',
    ],
  ],
  'worker/cache/shared-body.ts': [
    [
      'return this.#first === 0',
      'What is not kept from its beginning is longer than what is kept.',
      'this.#first === 0 && this.#octets <= this.#keep → this.#octets <= this.#keep',
    ],
    ["if (this.#ending !== 'none') return;", 'Nobody waits after the end.', "this.#ending !== 'none' → false"],
  ],
  'worker/gateway/contract/destination.ts': [
    [
      'if (isInBrowser(scheme)) return',
      'A link of the Web has a host: the rest is for the types.',
      "components.host ?? '' → components.host",
      `'' → "mutant"`,
    ],
    ['const front = ', 'No collection is called “undefined”.', 'collection === undefined → false'],
    [
      'const found = definition.explanation',
      'Every definition has an explanation: the rest is for the types.',
      `definition.explanation?.(link) ?? { what: \`\${definition.title}.\` } → definition.explanation?.(link)`,
      `\`\${definition.title}.\` → ""`,
    ],
  ],
  'worker/gateway/contract/gateway-path.ts': [
    ["const slash = path.indexOf('/', 1)", 'No scheme is empty.', '1 → (1 + 1)'],
    ["return authority.startsWith('%')", 'The test only saves time.', "authority.startsWith('%') → true", `'%' → ""`],
    ["return authority.startsWith('[')", 'The test only saves time.', "authority.startsWith('[') → true", `'[' → ""`],
    ["const mark = link.indexOf('#')", 'A URL has one `#`.', "link.indexOf('#') → link.lastIndexOf('#')"],
    ['const bare = ', 'The test only saves time.', "whole.includes('@') → true", `'@' → ""`],
    [
      'if (gatewayPath !== null && query === undefined)',
      'Without parameters, the rest makes the same path, more slowly.',
      'gatewayPath !== null && query === undefined → false',
    ],
    ['const parameters = ', 'A gateway path without parameters was returned before.', 'query ?? {} → query'],
    [
      'const authority = slash === -1',
      'Every link with a gateway path has a slash after its server.',
      'slash === -1 → false',
      '1 → (1 + 1)',
    ],
    [
      "if (authority === ''",
      'No canonical link has an empty server.',
      "authority === '' || authority === NO_SERVER → authority === NO_SERVER",
      `'' → "mutant"`,
    ],
    [
      'return path === null || FRAGILE',
      'What is no path is not fragile: the rest is for the types.',
      'path === null || FRAGILE.test(path) → FRAGILE.test(path)',
    ],
    [
      'return mayLackSlash(scheme)',
      'A scheme that names servers is not empty.',
      String.raw`/^([^:]+):\/(?!\/)/ → /^([^:]*):\/(?!\/)/`,
    ],
  ],
  'worker/gateway/contract/link-builder.ts': [
    [
      'const HAS_USER_INFO',
      'The slow way finds the same address.',
      String.raw`/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/ → /[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/`,
    ],
    [
      'const HAS_USER_INFO',
      'No scheme that is opened here has a plus sign.',
      String.raw`/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/ → /^[a-z][a-z0-9*.-]*:\/\/[^/?#]*@/`,
    ],
    [
      'const HAS_ESCAPES',
      'No scheme whose spelling counts has a plus sign.',
      '/^([a-z][a-z0-9+.-]*):[^#]*%/i → /^([a-z][a-z0-9*.-]*):[^#]*%/i',
    ],
    [
      'const [, written',
      'A canonical link is written as it is: this only saves time.',
      'link !== url && HAS_ESCAPES.exec(url) → HAS_ESCAPES.exec(url)',
    ],
    ['if (!HAS_USER_INFO', 'The slow way finds the same address.', '!HAS_USER_INFO.test(canonical) → false'],
    ['if (isInBrowser(scheme))', 'Its destination is the same address.', 'isInBrowser(scheme) → false'],
    [
      "if (destination.kind === 'unsafe')",
      'No unsafe scheme may be linked: the rest is for the types.',
      "destination.kind === 'unsafe' → false",
      `'unsafe' → ""`,
    ],
    ["const scheme = listing.slice(0, listing.indexOf(':') + 1)", 'Listings have a server.', '1 → (1 + 1)'],
    [
      'const isPath',
      'What has no address has no gateway path, and each gateway path takes parameters: the rest is for the types.',
      'address !== null && repeating !== null && GATEWAY_PATH.test(address) → GATEWAY_PATH.test(address)',
      'address !== null && repeating !== null → address !== null',
      'address !== null && repeating !== null → repeating !== null',
    ],
    [
      'const isPath',
      'The slow way finds the same address.',
      'address !== null → address === null',
      'repeating !== null → repeating === null',
    ],
    [
      'const path = isPath',
      'The slow way finds the same address.',
      'isPath && url.startsWith(listing) → false',
      'url.slice(listing.length) → url',
    ],
    ['if (PLAIN.test(path))', 'The slow way finds the same address.', 'PLAIN.test(path) → false'],
    [
      'if (PLAIN.test(path))',
      'Both addresses are there: the rest is for the types.',
      'repeating?.slice(address?.length) → repeating.slice(address?.length)',
      'repeating?.slice(address?.length) → repeating?.slice(address.length)',
      'address?.length → address.length',
    ],
    [
      'const PLAIN',
      'The slow way finds the same address.',
      String.raw`/^(?!\.{1,2}\/?$)(?:[\w.~!$&'()*+,:=@-]|%(?!5C|[01]|7F)[\dA-F]{2}){1,1000}\/?$/ → /^(?!\.{1,3}\/?$)(?:[\w.~!$&'()*+,:=@-]|%(?!5C|[01]|7F)[\dA-F]{2}){1,1000}\/?$/`,
      String.raw`/^(?!\.{1,2}\/?$)(?:[\w.~!$&'()*+,:=@-]|%(?!5C|[01]|7F)[\dA-F]{2}){1,1000}\/?$/ → /^(?!\.{1,2}\/?$)(?:[\w.~!$&'()*+,:=@-]|%(?!5C|[01]|7F)[\dA-F]{2}){1,1001}\/?$/`,
    ],
    [
      'const GATEWAY_PATH',
      'The slow way finds the same address.',
      String.raw`/^\/[^?]*\/$/ → /^\/[?]*\/$/`,
      String.raw`/^\/[^?]*\/$/ → /^\/[^?]\/$/`,
    ],
  ],
  'worker/gateway/gopher/attributes-page.tsx': [
    ['const octets = Number(amount)', 'A product reads a text as a number.', 'Number(amount) → amount'],
  ],
  'worker/gateway/gopher/phone-book-page.tsx': [['return respondTagged', 'No charset has this name.', `'' → "mutant"`]],
  'worker/gateway/open/open.ts': [
    [
      'if (destination.kind !==',
      'A password follows a user name, which may be empty.',
      "destination.kind !== 'gateway' || user !== null || password !== null → destination.kind !== 'gateway' || user !== null",
    ],
    ['canonical: canonicalize', 'A URL has one `#`.', "canonical.indexOf('#') → canonical.lastIndexOf('#')"],
  ],
  'worker/gateway/shapes/download.tsx': [
    ['const shown = { title:', '`displayText` leaves null as it is.', 'title === null → false'],
  ],
  'worker/gateway/shapes/file.tsx': [
    ['const range: RequestedRange', 'A range that is neither a part nor wrong needs no name.', `'whole' → ""`],
  ],
  'worker/gateway/shared/framed-html.ts': [
    ['const src = picture', 'Every attribute has a name.', 'picture === undefined → false'],
    ['if (href === null || own', 'No address begins with “null”.', 'href === null || own === null → href === null'],
  ],
  'worker/gateway/shared/message-html.ts': [
    ['return names.filter', 'No reference leads to nothing.', 'names.filter((name) => name !== null) → names'],
    ["const [path = ''", 'The third part of an address is not read.', '2 → (2 + 1)'],
  ],
  'worker/gateway/shapes/groups.tsx': [
    ['return common === null', 'Only a list with groups has hierarchies.', `'' → "mutant"`],
  ],
  'worker/gateway/shapes/names.tsx': [
    ['const location = only.uri', 'No URL is none that could be canonical.', 'only.uri === null → false'],
    ['throw error;', 'Names of codes fail in no other way.', 'throw error; → '],
  ],
  'worker/http/address.ts': [
    ['const start = ', 'A URL has a host.', '2 → (2 + 1)'],
    [
      'return basePath ===',
      'Without a base path, nothing stands before an own path.',
      "basePath === '' → false",
      `'' → "mutant"`,
    ],
    [
      'const isSecure',
      'Without this member it is another value: the rest is for the types.',
      "cf !== undefined && 'waypostScheme' in cf → cf !== undefined",
    ],
    [
      'const LOOPBACK',
      'No URL has such an address.',
      String.raw`/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/ → /^(?:localhost|127(?:\.\d{1,4}){3}|\[::1\])$/`,
    ],
    [
      'if (hosts.includes(url.slice',
      'The parser of URLs finds the same host, more slowly.',
      'hosts.includes(url.slice(from, end)) → false',
      'url.slice(from, end) → url',
    ],
    ['const from = ', 'A URL has a host.', '2 → (2 + 1)'],
    ['return url.slice(0, url.indexOf', 'A URL has a host.', '2 → (2 + 1)'],
  ],
  'worker/http/query.ts': [
    ['const spaced', 'A text without `+` stays as it is, only faster.', `'+' → ""`],
    [
      'return { name: decode(name)',
      'Both decoders read UTF-8 alike.',
      'value ?? decodeLossy(text) → decodeLossy(text)',
    ],
    ['const spaced', 'A text without a plus sign stays as it is.', "text.includes('+') → true"],
    [
      "if (!spaced.includes('%'))",
      'A text without an escape stays as it is.',
      "!spaced.includes('%') → false",
      `'%' → ""`,
    ],
    [
      'return decodeEscapes(spaced)',
      'A text without a stray percent sign stays as it is.',
      "decodeEscapes(spaced) ?? decodeEscapes(spaced.replace(STRAY_PERCENT, '%25')) → decodeEscapes(spaced.replace(STRAY_PERCENT, '%25'))",
    ],
    [
      'return new URLSearchParams',
      'The parameter is always there: the rest is for the types.',
      `new URLSearchParams(\`value=\${text}\`).get('value') ?? '' → new URLSearchParams(\`value=\${text}\`).get('value')`,
      `'' → "mutant"`,
    ],
    ['if (options.base', 'Only the base can be at fault.', `'url' → ""`, `'#' → ""`],
  ],
  'worker/http/body.ts': [
    ['const contentType = ', 'No route takes a body without a type.', `'' → "mutant"`],
    [
      'if (Number(request.headers',
      '`>` compares a text of digits as a number.',
      "Number(request.headers.get('Content-Length')) → request.headers.get('Content-Length')",
    ],
    [
      'if (!(error instanceof SyntaxError))',
      'The parser of JSON throws nothing else: the rest is for the types.',
      '!(error instanceof SyntaxError) → false',
      `'' → "mutant"`,
    ],
    [
      '.replace(/(?: in JSON)?',
      'A position has a digit, and is the last of a message.',
      String.raw`/(?: in JSON)? at position \d+ \((.*)\)$/ → /(?: in JSON)? at position \d+ \((.*)\)/`,
      String.raw`/(?: in JSON)? at position \d+ \((.*)\)$/ → /(?: in JSON)? at position \d* \((.*)\)$/`,
    ],
    [
      '.replace(/, (.*) is not',
      'The longest match ends with the message.',
      '/, (.*) is not valid JSON$/s → /, (.*) is not valid JSON/s',
    ],
  ],
  'worker/http/headers.ts': [
    [
      'return ifNoneMatch === tag',
      'A tag alone is a list of one.',
      "ifNoneMatch === tag || ifNoneMatch.trim() === '*' → ifNoneMatch.trim() === '*'",
    ],
  ],
  'worker/http/methods.ts': [
    ["'Access-Control-Max-Age'", 'A header is a text.', 'String(PREFLIGHT_SECONDS) → PREFLIGHT_SECONDS'],
  ],
  'worker/http/ndjson.ts': [
    ['if (taken !== undefined)', 'To wait for nothing is only slower.', 'taken !== undefined → true'],
    ['const decoder', 'This is the default.', '{ fatal: true, ignoreBOM: false } → { fatal: true }'],
    [
      'return 3 * line.length',
      'The length in characters only saves time, and no multiple of three is a power of two.',
      '3 * line.length >= LONGEST_LINE && encoder.encode(line).length >= LONGEST_LINE → encoder.encode(line).length >= LONGEST_LINE',
      '3 * line.length >= LONGEST_LINE → 3 * line.length > LONGEST_LINE',
      '3 → (3 + 1)',
    ],
    ['const from = skipping', 'The place counts only if a line ends before `end`.', 'buffer.subarray(0, end) → buffer'],
    [
      'if (value !== undefined) buffer',
      'Only a stream that was cancelled returns no buffer.',
      'value !== undefined → true',
    ],
  ],
  'worker/http/negotiation.ts': [
    [
      'return destination === null',
      'A field that is absent names no type.',
      "headers.get('Accept') ?? '' → headers.get('Accept')",
    ],
    [
      'if (accept === null',
      'Anything gets the first offer, too, more slowly.',
      "accept === null || accept === '*/*' → accept === null",
      `'*/*' → ""`,
    ],
    ['const ranges = (accept ??', 'No other text is HTML.', `'' → "mutant"`],
    [
      'const html = ',
      '`undefined > 0` is false: the rest is for the types.',
      "ranges.find(({ type }) => type === 'text/html')?.weight ?? 0 → ranges.find(({ type }) => type === 'text/html')?.weight",
    ],
    ['const family', 'A media type has one slash.', "type.indexOf('/') → type.lastIndexOf('/')"],
    ['return destination === null', 'No other text is HTML.', `'' → "mutant"`],
  ],
  'worker/http/passwords.ts': [
    ['return text.includes', 'A text without `@` has no user info; this is only faster.', `'@' → ""`],
    ['if (!AT.test(url))', 'The test only saves time.', '!AT.test(url) → false'],
    [
      "return text.includes('@')",
      'The test only saves time.',
      "text.includes('@') && text.split(PARTS).some(isUserInfo) → text.split(PARTS).some(isUserInfo)",
    ],
  ],
  'worker/http/parameters.ts': [
    ['text(`', 'JSON has no member that is undefined.', 'examples && { examples } → { examples }'],
  ],
  'worker/http/response.ts': [
    [
      "return new Response(null, { headers: { ...ofType, 'Content-Length'",
      'A field becomes a text.',
      'String(encoder.encode(text).length) → encoder.encode(text).length',
    ],
  ],
  'worker/http/text-stream.ts': [
    ['return Promise.race', 'A timer takes a millisecond at least.', '0 → (0 + 1)'],
    ['await new Promise((resolve)', 'A timer takes a millisecond at least.', '0 → (0 + 1)'],
  ],
  'worker/links/access.ts': [
    [
      'const [, token',
      'The text `null` has no token.',
      "request.headers.get('Authorization') ?? '' → request.headers.get('Authorization')",
      `'' → "mutant"`,
    ],
  ],
  'worker/links/click-writer.ts': [
    ['if (this.#clicks.length', 'To write no clicks does nothing.', 'this.#clicks.length === 0 → false'],
    ['if (at > last)', 'Equal times are equal.', 'at > last → at >= last'],
  ],
  'worker/links/link-table.ts': [
    [
      'return row?.links',
      'A count has a row: the rest is for the types.',
      'row?.links ?? 0 → row?.links',
      'row?.links → row.links',
      '0 → (0 + 1)',
    ],
  ],
  'worker/links/store.ts': [
    ["registry(slug = '')", 'Neither text is a hash slug.', `'' → "mutant"`],
    [
      'slug = page.more',
      'A page with more after it has a link: the rest is for the types.',
      'page.links.at(-1)?.slug ?? slug → page.links.at(-1)?.slug',
      'page.links.at(-1)?.slug → page.links.at(-1).slug',
    ],
    [
      'slug = page.links',
      'After a page without links comes another shard.',
      'page.links.at(-1)?.slug ?? slug → page.links.at(-1)?.slug',
    ],
    [
      'if (found.length > limit) return',
      'A page has at least one link: the rest is for the types.',
      'shown.at(-1)?.at ?? from → shown.at(-1)?.at',
      'shown.at(-1)?.at → shown.at(-1).at',
    ],
  ],
  'worker/links/target.ts': [
    ['return readUrlParameter(canonicalize', 'A URL that is stored was read before.', `'url' → ""`],
  ],
  'worker/net/pump.ts': [
    [
      'if (length !== null && length > cap)',
      '`null > cap` is false: the rest is for the types.',
      'length !== null && length > cap → length > cap',
    ],
    ['return left ?', 'What is neither complete nor broken is cancelled.', `'cancelled' → ""`],
    [
      'if (length !== null && sent < length)',
      '`sent < null` is false: the rest is for the types.',
      'length !== null && sent < length → sent < length',
    ],
  ],
  'worker/net/socket-transport.ts': [
    ['const lifetime', 'It has no time, so its error is never told.', "timedOut('total') → 'total'", `'total' → ""`],
    [
      'const NO_DEADLINES',
      'A connection has no session, and its lifetime is another.',
      '{ connect: null, first: null, idle: null, total: null, session: null, longest: null } → { connect: null, first: null, idle: null, session: null, longest: null }',
      '{ connect: null, first: null, idle: null, total: null, session: null, longest: null } → { connect: null, first: null, idle: null, total: null, longest: null }',
      '{ connect: null, first: null, idle: null, total: null, session: null, longest: null } → { connect: null, first: null, idle: null, total: null, session: null }',
    ],
    ['const dialer', 'Nothing opens another connection by it.', 'parseEgressPolicy({}) → {}'],
    ['const connection', 'Without TLS nobody reads the name.', "serverName ?? '' → serverName", `'' → "mutant"`],
    ['const ATTEMPTS_TIME', 'A timer counts whole milliseconds of a share.', '9000 → (9000 + 1)'],
  ],
  'worker/webhooks/lookups.ts': [
    ['#pausedUntil = 0', 'No clock stands at the first millisecond of 1970.', '0 → (0 + 1)'],
    ['const deadline = new Deadline', 'Nobody sees the words of the timeout.', `'connect' → ""`],
    ['const deadline = ', 'Nobody reads the reason of this signal.', "timedOut('connect') → 'connect'"],
  ],
  'worker/webhooks/verdict.ts': [
    [
      'const lookup = subject === null',
      'Without a subject there is a reason.',
      'subject === null || reason !== null → reason !== null',
    ],
    [
      'subject === null || lookup === null',
      'Without a subject there is no lookup.',
      'subject === null || lookup === null → lookup === null',
    ],
    ['? [...checks, publicDns', 'Without a lookup there is a reason.', 'reason ?? UNREADABLE → reason'],
    ['const literal = parseAddress', 'No text without a number is an address.', `'' → "mutant"`],
  ],
  'src/lines/line-functions.ts': [
    ['plans.set(lineEnd', 'Tables that are kept only save time.', 'plans.set(lineEnd, made); → '],
  ],
  'src/lines/octet-pass.ts': [
    [
      'high = packHigh',
      'A scheme that is not found by numbers is found by its name.',
      'high = packHigh(high, low); → ',
    ],
    [
      'const next = isLast',
      'The table has all of ASCII: the rest is for the types.',
      'piece.next[delimiter] ?? null → piece.next[delimiter]',
    ],

    ['if (first.isWhole', 'The shortcut only saves time.', 'first.isWhole || write === LEFT → write === LEFT'],
  ],
  'src/lines/plain-base.ts': [
    ['const USUAL', 'What the table lacks is not usual.', '256 → (256 - 1)'],
    ['#segment = 0', 'Each base sets it.', '0 → (0 + 1)'],

    ['const UPPER_A', 'An at sign is no part of a name.', '0x41 → (0x41 - 1)'],
    ['#pathTo = 0', 'Each base sets it.', '0 → (0 + 1)'],
  ],
  'src/schemes/finger/request.ts': [
    [
      'if (host === null || port',
      'Each link has a host and a port: the rest is for the types.',
      'host === null || port === null → false',
    ],
  ],
  'src/schemes/gopher/request.ts': [
    ['search: encoded.search', 'Both are there, or neither: the rest is for the types.', `search ?? '' → search`],
  ],
  'src/schemes/gopher/rules.ts': [
    ['current: {', 'What is absent is not so.', '{ oldSearch: false } → {}'],
    ['if (question === ABSENT', 'A question mark is no number sign.', 'question >= end → question > end'],
    ['if (first > from && raw', 'The complete check allows a blank, too.', 'raw > 0x20 → raw >= 0x20'],
  ],
  'src/schemes/prospero/rules.ts': [
    ['policies: policies({ path: OPAQUE', 'Each piece has a policy of its own.', 'false → true'],
  ],
  'src/schemes/terminal/explanation.ts': [
    ['const name = host?.', 'In a host, only an address has brackets.', String.raw`/^\[|\]$/g → /\[|\]$/g`],
  ],
  'src/lines/octet-forms.ts': [
    [
      'if (kept === LEFT',
      'What is sure only saves time.',
      'plainBase.isSure || line.rewrite(to) !== LEFT → line.rewrite(to) !== LEFT',
    ],
    ['const words = ', 'A copy that is the same only costs time.', 'length >> 3 → length << 3'],
  ],
  'src/schemes/dict/rules.ts': [
    ['number.replace(', 'Nothing is replaced by nothing.', '/^0+(?=[0-9])/ → /^0*(?=[0-9])/'],
  ],
  'src/schemes/wais/fields.ts': [
    [`override readonly name = 'WaisError'`, 'Nobody reads the name.', `'WaisError' → ""`],
  ],
  'src/schemes/prospero/tokens.ts': [
    [`override readonly name = 'ProsperoError'`, 'Nobody reads the name.', `'ProsperoError' → ""`],
  ],
  'src/schemes/http/definition.ts': [
    [
      'if (parts.host === null',
      'Both are there, or neither: the rest is for the types.',
      'parts.host === null || parts.port === null → parts.host === null',
    ],
  ],
};

export const EQUIVALENT: readonly Equivalent[] = Object.entries(BY_MODULE).flatMap(([path, rows]) =>
  rows.flatMap(([line, because, ...changes]) => changes.map((change) => ({ path, line, change, because }))),
);
