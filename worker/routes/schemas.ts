/**
 * What the routes on URLs and the lists of links take: their parameters, and the items of their batches. The OpenAPI
 * description is made from these schemas, so this file imports nothing that only a Worker can run.
 */

import * as v from 'valibot';
import type { Comparison } from '../../src/index.ts';
import { instantOf, OWNER } from '../../src/links/record.ts';
import { isSlug } from '../../src/links/slug.ts';
import { FORMATS } from '../gateway/contract/contract.ts';
import { REDIRECTS } from '../gateway/contract/destination.ts';
import { RESOLVED_MEMBERS } from '../gateway/contract/resolved.ts';
import { fieldsOf } from '../http/fields.ts';
import { booleanWord, dialect, item, oneOf, options, text, trueOrFalse } from '../http/parameters.ts';
import { CreatedLink, INSTANT_FORM, OwnedLink, SLUG_FORM } from '../links/link.ts';
import type { ListPosition } from '../links/list-range.ts';
import { MOST_SHARDS } from '../settings/limits.ts';
import { Policy, policyParameters } from '../webhooks/policy.ts';
import { Sender } from '../webhooks/sender.ts';

/** The members of answers, in their order. */
const COMPARISON_MEMBERS = [
  ...['input', 'canonical', 'equivalent', 'because', 'spec', 'differs', 'request'],
] as const satisfies readonly (keyof Comparison)[];
const CHECK_MEMBERS = [
  ...['input', 'canonical', 'status', 'detail', 'reply', 'otherProtocol', 'reason', 'location', 'redirects'],
  ...['checkedAt', 'archives', 'suggestion', 'copy'],
];
const VERDICT_MEMBERS = [
  ...['failed', 'unknown', 'valid', 'input', 'canonical', 'checks', 'addresses', 'challenge', 'checkedAt'],
];

/** `/v1/resolve` with a batch. */
export const ResolveMany = v.object({
  ...options,
  fields: fieldsOf(
    RESOLVED_MEMBERS,
    '`surt` is a sort-friendly key, and only present if you ask for it. `canonical` and `surt` alone are fastest.',
  ),
  unwrap: v.exactOptional(
    oneOf(['gateways'], 'Resolve the link behind the address of a gateway, of an archived copy, or of this Waypost.'),
  ),
});
export type ResolveMany = v.InferOutput<typeof ResolveMany>;

export const Resolve = v.object({
  url: text('The URL.', { examples: ['GOPHER://Gopher.Micro.UMN.EDU:70/1'] }),
  ...ResolveMany.entries,
});

export const ResolveItem = v.strictObject(
  item,
  'An item is a string, or an object with `url` and, optionally, `base`, `dialect` and `lax`.',
);

/** `/v1/compare` with a batch. */
export const CompareMany = v.object({ dialect, fields: fieldsOf(COMPARISON_MEMBERS) });

export const Compare = v.object({
  a: text('The URL.', { examples: ['HTTP://h.example:80/%7Euser'] }),
  b: text('The URL.', { examples: ['http://h.example/~user'] }),
  ...CompareMany.entries,
});

export const CompareItem = v.strictObject(
  { a: text('The URL.'), b: text('The URL.'), dialect: item.dialect },
  'An item is an object with `a`, `b` and, optionally, `dialect`.',
);
export type CompareItem = v.InferOutput<typeof CompareItem>;

export const Relativize = v.object({
  url: text('The URL to which the reference leads.', { examples: ['http://h.example/docs/faq#top'] }),
  base: text('The URL from which it leads there.', { examples: ['http://h.example/docs/guide/start'] }),
  dialect: dialect,
});

/** The host that tests replace with a server. */
const CHECKED = 'gopher://museum.example/1/about';

export const Qr = v.object({ url: text('The link.', { examples: [CHECKED] }), ...options });

/** `/inspect`, as a form sends it: every field, whether it is filled in or not. */
export const Inspect = v.object({
  url: v.exactOptional(
    text('The URL, or a text with URLs.', { examples: ['<URL:GOPHER://Gopher.Micro.UMN.EDU:70/1>'] }),
  ),
  ...options,
  base: v.exactOptional(text('The URL to resolve a reference against (RFC 3986 §5.2); may be empty.')),
});

/** `/v1/check` with a batch. */
export const CheckMany = v.object({
  ...options,
  suggest: booleanWord(
    'Whether to ask the web server of the same host for the same path, in `suggestion`. Such a check counts twice for the ' +
      'rate limit, and needs a few more connections.',
    { default: 'false' },
  ),
  ask: v.exactOptional(
    oneOf(
      ['server', 'archives'],
      'Who is asked: the server whether it has the link, or archives whether they have a copy, in `copy`. Then the ' +
        'status is `not-checked`.',
      { default: 'server' },
    ),
  ),
  fields: fieldsOf(CHECK_MEMBERS),
});
export const Check = v.object({ url: text('The link.', { examples: [CHECKED] }), ...CheckMany.entries });

/** `/v1/validate` with a batch. */
export const ValidateMany = v.object({ ...policyParameters, fields: fieldsOf(VERDICT_MEMBERS) });
export const Validate = v.object({
  url: text('The URL.', { examples: ['https://hooks.example.com/in'] }),
  ...ValidateMany.entries,
});
/** `/inspect/webhook`, as an address or a form sends it. */
export const InspectWebhook = v.object({
  url: v.exactOptional(text('The URL; may be empty.', { examples: ['https://0x7f.1/admin'] })),
  ...policyParameters,
});
export const ValidateItem = v.strictObject(
  { url: text('The URL.'), policy: v.exactOptional(Policy) },
  'An item is a string, or an object with `url` and, optionally, `policy`. A `challenge` takes one URL, in an object that is the whole body.',
);

/** `/v1/validate` with one URL in a body: the endpoint can be asked, too. */
export const ValidateOne = v.pipe(
  v.strictObject(
    {
      ...ValidateItem.entries,
      challenge: v.exactOptional(
        trueOrFalse('Whether to ask the endpoint if it wants to be called. It needs a token.', { default: false }),
      ),
      sender: v.exactOptional(Sender),
    },
    'The body is an object with `url` and, optionally, `policy`, `challenge` and `sender`.',
  ),
  v.check(({ sender, challenge }) => sender === undefined || challenge === true, '`sender` needs `"challenge": true`.'),
);

/** `/open`: the parameters of the link. All others are for its gateway. */
export const Open = v.looseObject({
  url: text('The link.', { examples: ['gopher://gopher.floodgap.com/1/world'] }),
  ...options,
});

/** `/r` */
export const Redirect = v.object({
  ...Open.entries,
  status: v.exactOptional(
    v.pipe(
      v.string(),
      v.metadata({ description: 'The status of the redirect.', enum: REDIRECTS.map(String), default: '302' }),
      v.transform(Number),
      v.picklist(REDIRECTS, `must be ${REDIRECTS.join(', ').replace(/, (\d+)$/, ' or $1')}`),
    ),
  ),
  format: v.exactOptional(
    oneOf(
      FORMATS,
      'The format of an answer that is not a redirect: `json` for JSON, else a page. Default: by `Accept`.',
    ),
  ),
});

/** The most links of one answer. */
export const MOST_LINKS = 200;
export const DEFAULT_LINKS = 50;

/** The longest search, in UTF-16 code units. */
const LONGEST_SEARCH = 200;

const LIMIT_FAULT = `must be a number from 1 to ${MOST_LINKS}`;
const LIMIT = { type: 'integer', minimum: 1, maximum: MOST_LINKS, default: DEFAULT_LINKS };

/** The store that is asked alone. */
const store = v.exactOptional(
  v.pipe(
    text('The number of one store, from 0. Only its links are meant.', {
      ...{ type: 'integer', minimum: 0, maximum: MOST_SHARDS - 1 },
    }),
    v.regex(/^\d{1,4}$/, 'must be the number of a store'),
    v.transform(Number),
  ),
);

/** `/v1/links` */
export const ListLinks = v.object({
  store,
  cursor: v.exactOptional(
    v.pipe(
      text('`next` of the previous page.'),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const position = positionOf(dataset.value);
        if (position !== null) return position;
        addIssue({ message: 'must be the `next` of a previous page' });
        return NEVER;
      }),
    ),
  ),
  limit: v.exactOptional(
    v.pipe(
      text('The most links on a page.', LIMIT),
      v.regex(/^\d{1,3}$/, LIMIT_FAULT),
      v.transform(Number),
      v.minValue(1, LIMIT_FAULT),
      v.maxValue(MOST_LINKS, LIMIT_FAULT),
    ),
  ),
  q: v.exactOptional(
    v.pipe(
      text('Words to search for, in any case. A link is listed if each of them is in its slug, URL, title or note.'),
      v.maxLength(LONGEST_SEARCH, `must have at most ${LONGEST_SEARCH} characters`),
    ),
  ),
  fields: fieldsOf(Object.keys(v.omit(OwnedLink, ['input', 'days']).entries), 'They are those of each link.'),
});
export const CreateLinks = v.object({ fields: fieldsOf(Object.keys(CreatedLink.entries)) });
export const ReadLink = v.object({ fields: fieldsOf(Object.keys(v.omit(OwnedLink, ['input']).entries)) });

/** The position of a cursor; `null` for a text that is not a cursor. */
function positionOf(cursor: string): ListPosition | null {
  const [, shard = '', slug = ''] = /^(\d{1,4})\.(.*)$/.exec(cursor) ?? [];
  return shard !== '' && (slug === '' || isSlug(slug)) && Number(shard) < MOST_SHARDS
    ? { shard: Number(shard), slug }
    : null;
}

export const DeleteLink = v.object({
  purge: booleanWord('Whether to remove all but the slug.', { default: 'false' }),
});

export const ChangeLinks = v.object({ store });

export const ExportLinks = v.object({
  store,
  after: v.exactOptional(v.pipe(text('The slug after which the export begins.'), v.check(isSlug, SLUG_FORM))),
  changedSince: v.exactOptional(
    v.pipe(
      text(
        'An instant (RFC 3339): only what has changed since then, and a last line with the instant for the next export.',
        {
          format: 'date-time',
        },
      ),
      v.transform(instantOf),
      v.number(`${INSTANT_FORM}, with \`%2B\` for a plus sign`),
    ),
  ),
});

export const ImportLinks = v.object({
  store,
  owner: v.exactOptional(
    v.pipe(
      text('The owner of links from other shorteners; by default you.', { examples: ['alice'] }),
      v.regex(OWNER, 'must be a name'),
    ),
  ),
  dryRun: booleanWord('Whether to store nothing. The answers are the same.', { default: 'false' }),
  slugs: v.exactOptional(
    oneOf(['hash'], 'Gives hash slugs to links from other shorteners that have none; by default they are refused.'),
  ),
});

/** `/health`. Other parameters are ignored, because watchers add them against caches. */
export const Health = v.looseObject({
  ready: v.exactOptional(
    v.pipe(
      v.picklist(['', 'follow'], 'must be empty or `follow`'),
      v.metadata({
        description:
          'Asks the stores of short links, too: an empty value asks whether links can be followed and made, `follow` only whether they can be followed.',
      }),
    ),
  ),
});
