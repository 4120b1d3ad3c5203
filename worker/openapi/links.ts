/**
 * Short links: their operations, and the values that these are made of.
 */
import { failures, failuresOrPages, json, lines, notModified, ok, type Paths, parameter } from './operation.ts';
import { boolean, integer, list, nullable, object, oneOf, ref, type Schema, string } from './schema.ts';

const time = (description: string) => string(description, { format: 'date-time' });
/** An example, and its slug. */
const WISH = { url: 'GOPHER://gopher.floodgap.com:70/1' };
const SLUG = 'yadkkg582q';
const RECORD = {
  slug: SLUG,
  url: 'gopher://gopher.floodgap.com/',
  createdAt: '2026-01-31T12:00:00.000Z',
  clicks: 0,
  lastClickAt: null,
  blocked: null,
  claims: [{ owner: 'alice', createdAt: '2026-01-31T12:00:00.000Z', expiresAt: null }],
};

const slug = parameter('slug', true, string('A hash slug, or an alias.'), SLUG, 'path');
const token = [{ token: [] }];
const refused = ['token-required', 'links-disabled', 'rate-limited'] as const;
const expiresAt = nullable(time('When the wish for the link ends; null for never.'));

const members = {
  slug: string('The first characters of the SHA-256 of the URL in base 32; or the alias.'),
  url: ref('Canonical'),
  short: string('The short link.', { format: 'uri' }),
  inspect: string('Where it can be looked at without following it.', { format: 'uri' }),
  qr: string('Its QR code.', { format: 'uri' }),
  createdAt: time('When somebody first asked for it.'),
  expiresAt: nullable(time('When it ends for the reader; null for never.')),
  clicks: integer('How often it was followed.', { minimum: 0 }),
  lastClickAt: nullable(time('When it was last followed.')),
  blocked: nullable(
    object({ at: time('Since when.'), reason: string('For whoever follows the link.') }, 'Why nobody may follow it.'),
  ),
};

const claims = list(ref('Claim'), 'Everybody who wishes that the link lives; for administrators.');

/** An object that may have members which it need not have. */
const open = (required: Readonly<Record<string, Schema>>, optional: Readonly<Record<string, Schema>>): Schema => ({
  ...object({ ...required, ...optional }),
  required: Object.keys(required),
});

export const linkSchemas: Readonly<Record<string, Schema>> = {
  Link: open(members, { claims }),
  MadeLink: open({ created: boolean('Whether it was made just now.'), ...members }, { claims }),
  InspectedLink: object({ ...members, resolution: ref('Resolution') }),
  LinkList: object({
    links: list(ref('Link'), 'Those that the owner has a claim to.'),
    next: nullable(string('The cursor of the next page; null on the last one.')),
  }),
  Wish: open(
    { url: string('Where to lead, in any spelling.') },
    { alias: string('A slug of one’s own: letters, digits, hyphens, underscores.'), expiresAt },
  ),
  Amendment: open(
    {},
    {
      url: string('Where to lead from now on; only of an alias.'),
      expiresAt,
      blocked: nullable(string('Why nobody may follow it; null opens it again. For administrators.')),
    },
  ),
  Claim: object({
    owner: string('Whose token asked for it.'),
    createdAt: time('When.'),
    expiresAt,
  }),
  LinkRecord: object({
    slug: members.slug,
    url: members.url,
    createdAt: members.createdAt,
    clicks: members.clicks,
    lastClickAt: members.lastClickAt,
    blocked: members.blocked,
    claims,
  }),
  Imported: object({
    slug: members.slug,
    outcome: oneOf(['created', 'merged', 'unchanged'], 'What became of the line.'),
    warnings: list(
      oneOf(['url-not-canonical', 'alias-reserved'], 'The rules have changed since; what was stored stays as it is.'),
      'What is odd about it.',
    ),
  }),
};

const wish = 'A URL, or an object with more.';

export const linkPaths: Paths = {
  '/v1/links': {
    get: {
      operationId: 'listLinks',
      summary: 'The links of an owner',
      security: token,
      parameters: [
        parameter('cursor', false, string('`next` of the page before.')),
        parameter('limit', false, { ...integer('Links on a page.', { minimum: 1, maximum: 200 }), default: 50 }),
      ],
      responses: { '200': ok('A page.', json(ref('LinkList'))), ...failures('invalid-parameter', ...refused) },
    },
    post: {
      operationId: 'makeLinks',
      summary: 'Make a short link, or find the one that is there',
      description:
        'The same URL has the same slug, in whatever spelling it is given. Lines (NDJSON), each a URL or an object, ' +
        'are answered with lines. With an `Idempotency-Key`, the same request is answered as the first time for a day.',
      security: token,
      parameters: [parameter('Idempotency-Key', false, string('Stands for this request.'), undefined, 'header')],
      requestBody: {
        required: true,
        content: {
          ...json(ref('Wish'), WISH),
          ...lines({ description: wish, anyOf: [string('The URL.'), ref('Wish')] }, [WISH.url, WISH]),
        },
      },
      responses: {
        '200': ok('It was there already; or one answer for each line.', {
          ...json(ref('MadeLink')),
          ...lines({ anyOf: [ref('MadeLink'), ref('Problem')] }),
        }),
        '201': ok('It was made.', json(ref('MadeLink'))),
        ...failures(
          ...(['invalid-parameter', 'invalid-body', ...refused, 'conflict', 'body-too-large'] as const),
          ...(['unsupported-media-type', 'invalid-url', 'link-refused', 'key-reused', 'link-blocked'] as const),
        ),
      },
    },
  },
  '/v1/links/export': {
    get: {
      operationId: 'exportLinks',
      summary: 'Every link, as lines',
      description: 'Administrators get all there is, enough to build the service anew; owners what is their own.',
      security: token,
      responses: {
        '200': ok('A line for each link.', lines(ref('LinkRecord'))),
        ...failures('invalid-parameter', ...refused),
      },
    },
  },
  '/v1/links/import': {
    post: {
      operationId: 'importLinks',
      summary: 'Take in the lines of an export',
      description: 'A line whose slug is not the hash of its URL is refused. The same import again changes nothing.',
      security: token,
      requestBody: { required: true, content: lines(ref('LinkRecord'), [RECORD]) },
      responses: {
        '200': ok('One answer for each line.', lines({ anyOf: [ref('Imported'), ref('Problem')] })),
        ...failures('invalid-parameter', ...refused, 'administrators-only', 'unsupported-media-type'),
      },
    },
  },
  '/v1/links/{slug}': {
    get: {
      operationId: 'readLink',
      summary: 'One link',
      security: token,
      parameters: [slug],
      responses: {
        '200': ok('The link.', json(ref('Link'))),
        ...failures('invalid-parameter', ...refused, 'not-found', 'link-gone'),
      },
    },
    patch: {
      operationId: 'changeLink',
      summary: 'Lead an alias elsewhere, or let a link end at another time',
      security: token,
      parameters: [slug],
      requestBody: { required: true, content: json(ref('Amendment'), { expiresAt: '2100-01-01T00:00:00Z' }) },
      responses: {
        '200': ok('The link as it is now.', json(ref('Link'))),
        ...failures(
          ...([
            'invalid-parameter',
            'invalid-body',
            ...refused,
            'administrators-only',
            'not-found',
            'conflict',
          ] as const),
          ...(['body-too-large', 'unsupported-media-type', 'invalid-url', 'link-refused'] as const),
        ),
      },
    },
    delete: {
      operationId: 'deleteLink',
      summary: 'Give up a link',
      description: 'It ends when nobody else wishes that it lives. Its slug never leads anywhere else.',
      security: token,
      parameters: [slug],
      responses: {
        '204': { description: 'It is given up.' },
        ...failures('invalid-parameter', ...refused, 'not-found', 'link-gone'),
      },
    },
  },
  '/{slug}': {
    get: {
      operationId: 'followLink',
      summary: 'Follow a short link',
      description:
        'With `+` behind the slug: what the link is, without following it. With `.svg`: its QR code. Letters that ' +
        'look like digits of a hash slug are read as those.',
      parameters: [slug],
      responses: {
        '200': ok('What the link is, or its QR code.', {
          ...json(ref('InspectedLink')),
          'text/html': { schema: { type: 'string' } },
          'image/svg+xml': { schema: { type: 'string' } },
        }),
        '302': { description: 'Where an alias leads today.' },
        ...notModified,
        '308': { description: 'Where a hash slug leads.' },
        ...failuresOrPages('not-found', 'link-gone', 'link-blocked'),
      },
    },
  },
};
