/** Short links: their operations, and the schemas of their bodies. */
import { canonical } from '../../http/parameters.ts';
import { BlockLine, BlockName, LinkBlock, NewBlock } from '../../links/blocks.ts';
import { HandedOver, HandOver, LinkHandOver } from '../../links/hand-over.ts';
import {
  Claim,
  CreatedLink,
  ExportEnd,
  LinkList,
  LinkRecord,
  OwnedLink,
  PublicLink,
  Tombstone,
} from '../../links/link.ts';
import { Repointed, RepointingBody } from '../../links/repoint.ts';
import { LinkChange, NewLink } from '../../links/request.ts';
import { WARNINGS } from '../../links/warnings.ts';
import {
  ChangeLinks,
  CreateLinks,
  DeleteLink,
  ExportLinks,
  ImportLinks,
  ListLinks,
  ReadLink,
} from '../../routes/schemas.ts';
import {
  html,
  json,
  lines,
  notModified,
  ok,
  operation,
  operationParameters,
  parameter,
  textContent,
} from './operation.ts';
import * as s from './schema.ts';

/** An example of a new link, and its slug. */
const NEW_LINK = { url: 'GOPHER://gopher.floodgap.com:70/1' };
const SLUG = 'yadkkg582q';
const RECORD = {
  slug: SLUG,
  url: 'gopher://gopher.floodgap.com/',
  createdAt: '2026-01-31T12:00:00.000Z',
  clicks: 0,
  lastClickAt: null,
  blocked: null,
  claims: [{ owner: 'alice', createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null, title: null, note: null }],
};
const BLOCK = { kind: 'host', value: 'example.org', reason: 'By order of a court.' };

const { PublicLink: publicLink, ...schemas } = s.derived({
  Canonical: canonical,
  ...{ Link: OwnedLink, CreatedLink, PublicLink, LinkList, Claim, LinkRecord, Tombstone, NewLink, LinkChange },
  ...{ Repointing: RepointingBody, Repointed, HandOver, LinkHandOver, HandedOver },
  ...{ NewBlock, LinkBlock, ExportedBlock: BlockLine, ExportEnd },
});

const FIGURES: ReadonlySet<string> = new Set(['clicks', 'lastClickAt', 'createdAt']);

const inspectedLink = s.object({
  ...Object(publicLink?.properties),
  resolution: s.ref('Resolution'),
  archives: s.ref('Archives'),
});

const { LinkList: linkList } = schemas;

export const linkSchemas = {
  ...schemas,
  LinkList: {
    ...linkList,
    properties: {
      ...Object(linkList?.properties),
      problems: s.list(s.ref('StoreProblem'), 'The stores that failed. Absent = all answered.'),
    },
  },
  // With `CLICKS=private`, it has no figures.
  InspectedLink: {
    ...inspectedLink,
    required: (inspectedLink.required ?? []).filter((name) => !FIGURES.has(name)),
  },
  Imported: {
    ...s.object({
      slug: s.derived(LinkRecord.entries).slug ?? {},
      canonical: 'The target. Only in a dry run, and not of a link that was purged.',
      outcome: s.oneOf(
        ['created', 'merged', 'unchanged', 'skipped'],
        'The result of the import; `skipped` = the link belongs to another store than that of `store`.',
      ),
      warnings: s.list(
        s.oneOf(
          Object.keys(WARNINGS),
          Object.entries(WARNINGS)
            .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
            .join(' '),
        ),
        'What is lost. The rest of the record is stored unchanged.',
      ),
      unread: s.list(
        s.string('As the document has it.'),
        'The names of columns or members that Waypost does not know. Each is in one answer; absent = no further ones.',
      ),
    }),
    required: ['slug', 'outcome', 'warnings'],
  },
};

const slug = parameter('slug', true, s.string('A hash slug or an alias.'), SLUG, 'path');

/** The lines of an export. */
const exported = [s.ref('LinkRecord'), s.ref('Tombstone'), s.ref('ExportedBlock')];
/** The conditions of a change (RFC 9110 §13.1). */
const conditions = [
  parameter(
    'If-Match',
    false,
    s.string(
      'The `ETag` of the link as you know it. If somebody has changed the link since, the answer is 412, and nothing is changed.',
    ),
    undefined,
    'header',
  ),
  parameter(
    'If-None-Match',
    false,
    s.string('Tags that the link must not have; `*` = there must be no link.'),
    undefined,
    'header',
  ),
];

/** A link as another shortener exports it. */
const foreign: s.Schema = { type: 'object', description: 'A link of another shortener, with its own names.' };

const shared = [
  ...(['invalid-parameter', 'token-required', 'token-limited', 'links-disabled', 'rate-limited'] as const),
  'store-away',
] as const;

export const linkOperations = {
  listLinks: operation('GET /v1/links', 'List your links', {
    parameters: operationParameters(ListLinks),
    answers: { 200: ok('A page.', json(s.ref('LinkList'))) },
    problems: shared,
  }),
  createLinks: operation('POST /v1/links', 'Create short links', {
    description:
      'Every spelling of a URL has the same slug, so creating a link twice returns the link that exists. Send lines ' +
      '(NDJSON), each a URL or an object, to get lines. For a day, a request with the same `Idempotency-Key` gets the ' +
      'same answer. A refusal is not kept: it has changed nothing, so the same request is tried again. The redirect to the target can have at most 8,000 characters. ' +
      'A token that may only create gets what everybody can see: no title, no note, and no figures that are private.',
    parameters: [
      ...operationParameters(CreateLinks),
      parameter('Idempotency-Key', false, s.string('Identifies this request.'), undefined, 'header'),
    ],
    body: {
      ...json(s.ref('NewLink'), NEW_LINK),
      ...lines({ description: 'A URL, or an object.', anyOf: [s.string('The URL.'), s.ref('NewLink')] }, [
        NEW_LINK.url,
        NEW_LINK,
      ]),
    },
    answers: {
      200: ok('The link existed; or one answer for each line.', {
        ...json(s.ref('CreatedLink')),
        ...lines({ anyOf: [s.ref('CreatedLink'), s.ref('Problem')] }),
      }),
      201: ok('The link is created.', json(s.ref('CreatedLink'))),
    },
    problems: [
      ...shared,
      ...(['store-full', 'conflict', 'invalid-url', 'link-refused', 'key-reused', 'link-blocked'] as const),
      ...(['quota-reached', 'link-changed'] as const),
    ],
  }),
  repointLinks: operation('PATCH /v1/links', 'Re-point links whose site has moved, or hand them over', {
    description:
      'Gives your aliases that lead to the host `from` the same targets at `to`: a host, which keeps scheme and port, or ' +
      'an origin, which replaces them. Administrators change those of all owners. `dryRun` only shows what would change. ' +
      'A hash slug keeps its target. Administrators hand over all links of `formerOwner` to `owner`. If a store fails, ' +
      'the others go on, and the answer ends with a problem that names it.',
    parameters: operationParameters(ChangeLinks),
    body: json(
      { anyOf: [s.ref('Repointing'), s.ref('HandOver')] },
      { from: 'gopher.example.org', to: 'gopher.floodgap.com', dryRun: true },
    ),
    answers: {
      200: ok(
        'A line for each link that leads to the host, or is handed over.',
        lines({ anyOf: [s.ref('Repointed'), s.ref('HandedOver'), s.ref('StoreProblem')] }),
      ),
    },
    problems: [...shared, 'administrators-only', 'invalid-url', 'store-full', 'link-changed'],
  }),
  exportLinks: operation('GET /v1/links/export', 'Export links', {
    description:
      'An administrator gets every link, enough to rebuild the service. An owner gets their own links. The order never ' +
      'changes, so an export that broke off goes on after its last slug. If a store fails, the export goes on with the ' +
      'next one, and ends with a problem that names it: `?store=` asks for it later. `changedSince` asks for what has ' +
      'changed: also deleted and purged links, and every block. Its last line is the `changedSince` of the next export, ' +
      'in which no change is missing. If a store failed, or with `after`, it repeats that of this export.',
    parameters: operationParameters(ExportLinks),
    answers: {
      200: ok(
        'A line for each block and each link.',
        lines({ anyOf: [...exported, s.ref('ExportEnd'), s.ref('StoreProblem')] }),
      ),
    },
    problems: shared,
  }),
  importLinks: operation('POST /v1/links/import', 'Import links', {
    description:
      'Takes exports of Waypost, YOURLS, bit.ly, Shlink, Kutt, Sink, dub, Polr, Rebrandly and Short.io, in lines, CSV or ' +
      'JSON. A link comes over unchanged, or with a warning for each thing that is lost. Other CSV needs a header ' +
      'with `slug`, `url` and, optionally, `created`, `clicks`, `title`, `note` and `expires`. Links keep their slugs, ' +
      'and aliases their case. An alias that is the name of a route or a scheme is refused. If an alias has the hash ' +
      'slug of a link, the link gets a longer slug. In exports of Waypost, a hash slug must be the hash of its URL. No ' +
      'link may lead back to this service. Links with a password, and links without a slug, are refused. Repeating an ' +
      'import changes nothing.',
    parameters: operationParameters(ImportLinks),
    body: {
      ...lines({ anyOf: [...exported, s.ref('ExportEnd'), foreign] }, [RECORD]),
      'text/csv': {
        schema: s.string('A header and records.'),
        example: 'slug,url,created,clicks\r\naB3xY,https://example.org/,2012-03-04,8\r\n',
      },
      ...json({ anyOf: [s.list(foreign, 'Links.'), foreign] }),
    },
    answers: {
      200: ok('One answer for each line, record or link.', {
        ...lines({ anyOf: [s.ref('Imported'), s.ref('ExportedBlock'), s.ref('ExportEnd'), s.ref('Problem')] }),
        ...json(s.list({ anyOf: [s.ref('Imported'), s.ref('Problem')] }, 'For JSON.')),
      }),
    },
    problems: [...shared, 'administrators-only', 'link-changed'],
  }),
  listBlocks: operation('GET /v1/blocks', 'List the blocks of targets, hosts and owners', {
    answers: { 200: ok('The blocks.', json(s.object({ blocks: s.list(s.ref('LinkBlock'), 'The blocks.') }))) },
    problems: [...shared, 'administrators-only'],
  }),
  addBlock: operation('POST /v1/blocks', 'Block a target, a host or an owner', {
    description:
      'Within a minute, no link to it is made or followed anywhere. A target is compared without its fragment. A host ' +
      'is blocked with every name below it; `=example.org` is this host alone, and `192.0.2.0/24` a block of addresses. A ' +
      'link that several owners have a claim to is blocked if all of them are. Links stay in the store. To block one ' +
      'link, change its `blocked`.',
    body: json(s.ref('NewBlock'), BLOCK),
    answers: { 200: ok('The block.', json(s.ref('LinkBlock'))) },
    problems: [...shared, 'administrators-only', 'invalid-url'],
  }),
  removeBlock: operation('DELETE /v1/blocks', 'Remove a block', {
    parameters: operationParameters(BlockName),
    answers: { 204: 'The block is removed.' },
    problems: [...shared, 'administrators-only', 'not-found', 'invalid-url'],
  }),
  readLink: operation('GET /v1/links/{slug}', 'Read a link', {
    parameters: [slug, ...operationParameters(ReadLink)],
    answers: { 200: ok('The link.', json(s.ref('Link'))), ...notModified },
    problems: [...shared, 'not-found', 'link-gone', 'link-changed'],
  }),
  changeLink: operation('PATCH /v1/links/{slug}', 'Update a link', {
    description:
      'Changes the target of an alias, or the end of your claim, its title and its note. Administrators can change every ' +
      'link, and block it. If they have no claim, they change those of all owners. With `owner`, they give the claim of ' +
      'an owner to another one. With `If-Match`, only the link that you know is changed. A click in between does not matter.',
    parameters: [slug, ...conditions],
    body: json({ anyOf: [s.ref('LinkChange'), s.ref('LinkHandOver')] }, { expiresAt: '2100-01-01T00:00:00Z' }),
    answers: { 200: ok('The link as it is now.', json(s.ref('Link'))) },
    problems: [
      ...shared,
      'administrators-only',
      'not-found',
      'conflict',
      'link-gone',
      'invalid-url',
      'link-refused',
      'link-blocked',
      ...(['link-changed', 'quota-reached', 'store-full'] as const),
    ],
  }),
  deleteLink: operation('DELETE /v1/links/{slug}', 'Delete a link', {
    description:
      'This ends your claim. The link is gone when no other owner has one. Its slug never gets another target. If an ' +
      'administrator has no claim, it ends all claims. `purge=true`, for administrators, removes all but the slug.',
    parameters: [slug, ...operationParameters(DeleteLink), ...conditions],
    answers: { 204: 'The claim has ended, or the link is purged.' },
    problems: [...shared, 'administrators-only', 'not-found', 'link-gone', 'link-changed'],
  }),
  followLink: operation('GET /{slug}', 'Follow a short link', {
    description:
      'Append `+` for a page about the link, or `.svg` for its QR code; neither follows it. In a hash slug, letters ' +
      'that look like digits are read as digits. A redirect removes a full stop, a bracket or a slash after a slug. ' +
      '`Link` names the canonical URL, unless `Location` is this URL.',
    parameters: [slug],
    answers: {
      200: ok('A description of the link, or its QR code.', {
        ...json(s.ref('InspectedLink')),
        ...html,
        ...textContent('image/svg+xml'),
      }),
      302: 'A redirect to the target of an alias, or to the slug without the characters after it.',
      ...notModified,
      308:
        'A redirect to the target of a hash slug. Caches may keep it for at most a minute, so a block, a deletion or ' +
        'an end takes effect everywhere by then.',
    },
    problems: ['not-found', 'link-gone', 'link-blocked', 'rate-limited', 'store-away'],
  }),
};
