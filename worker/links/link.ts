/**
 * A short link: the schemas of its record, and of what the API says about it. The OpenAPI description and the types of
 * answers are made from them. Browser scripts import the types alone.
 */
import * as v from 'valibot';
import { isTime, MOST_CLICKS, OWNER, type LinkRecord as StoredLink } from '../../src/links/record.ts';
import { isSlug } from '../../src/links/slug.ts';
import { canonical, text, trueOrFalse } from '../http/parameters.ts';

/** A value that nobody changes, and nothing in it. */
type Frozen<Value> = Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value;

const TIME_FORM = 'must be a time such as 2026-01-31T12:00:00.000Z';
/** What a time in a request must be. */
export const INSTANT_FORM = 'must be a time such as 2027-01-31T12:00:00Z';
/** A time of a record. */
export const time = (description: string) =>
  v.pipe(text(description, { format: 'date-time' }), v.check(isTime, TIME_FORM));

const COUNT_FORM = `must be a whole number from 0 to ${MOST_CLICKS}`;
const count = (description: string) => {
  const schema = v.pipe(
    v.number('must be a number'),
    v.integer(COUNT_FORM),
    v.minValue(0, COUNT_FORM),
    v.check((value) => value <= MOST_CLICKS, COUNT_FORM),
    v.description(description),
  );
  // One fault for one number, whatever is wrong with it.
  return v.config(schema, { abortPipeEarly: true });
};
const list = <const Entry extends v.GenericSchema>(entry: Entry, description: string) =>
  v.pipe(v.array(entry, 'must be an array'), v.description(description));

/** A text of the owner about a link. Blanks around it are removed; an empty text is no text. */
const ownText = (longest: number, description: string) =>
  v.nullable(
    v.pipe(
      v.string('must be a string, or null'),
      v.description(description),
      v.trim(),
      v.maxLength(longest, `must have at most ${longest} characters`),
      v.transform((text) => text || null),
    ),
  );
export const LONGEST_TITLE = 200;
export const LONGEST_NOTE = 2000;
/** The name of the link in the lists of its owner. */
export const Title = ownText(LONGEST_TITLE, 'Your title of the link, for you alone; null = none.');
export const Note = ownText(LONGEST_NOTE, 'Your note about the link, for you alone; null = none.');

const LONGEST_REASON = 500;
/** Why somebody blocks something. */
export const reason = (description: string) =>
  v.pipe(
    text(description),
    v.trim(),
    v.nonEmpty('must not be empty'),
    v.maxLength(LONGEST_REASON, `must have at most ${LONGEST_REASON} characters`),
  );
export const Reason = reason('Shown to those who follow or make such a link.');

/** An owner's claim, which keeps a link alive until it ends. */
export const Claim = v.strictObject({
  owner: v.pipe(text('The owner of the token.'), v.regex(OWNER, 'must be a name')),
  createdAt: time('The time of the claim.'),
  expiresAt: v.nullable(time('The end of the claim; null = never.')),
  title: Title,
  note: Note,
});

const Block = v.strictObject({
  at: time('The start of the block.'),
  reason: text('Shown to those who follow the link.'),
});

const DayClicks = v.strictObject({
  day: v.pipe(
    text('A day in UTC.', { format: 'date' }),
    v.check((day) => isTime(`${day}T00:00:00.000Z`), 'must be a day such as 2026-01-31'),
  ),
  clicks: count('Its clicks.'),
});

export const SLUG_FORM =
  'must be 1 to 64 letters, digits, and `_`, `.`, `~`, `-`, but not `.` or `..`, and without `.svg` at the end';

/** The members that the record has too. */
const stored = {
  slug: v.pipe(
    text('The first characters of the SHA-256 of the URL in base 32, or the alias.'),
    v.check(isSlug, SLUG_FORM),
  ),
  url: canonical,
  createdAt: time('The time it was first created.'),
  clicks: count('The number of times it was followed. Clicks of the last minute and a half may be missing.'),
  lastClickAt: v.nullable(time('The time it was last followed.')),
  blocked: v.nullable(v.pipe(Block, v.description('The block.'))),
};
const claims = list(Claim, 'The claims that keep the link alive. Only administrators see them.');
const days = list(DayClicks, 'The clicks of each day on which there were any, of the last 400.');

export const LinkRecord = v.strictObject({
  ...stored,
  claims,
  days: v.exactOptional(days),
  alias: v.exactOptional(
    v.pipe(
      v.literal(true, 'must be true'),
      v.description('Present if the slug is an alias that looks like a hash slug.'),
    ),
  ),
}) satisfies v.GenericSchema<unknown, StoredLink>;

/** A line of an export. Older exports have no titles and no notes. */
export const ExportLine = v.strictObject({
  ...LinkRecord.entries,
  blocked: v.nullable(v.strictObject({ ...Block.entries, reason: Reason })),
  claims: v.array(
    v.strictObject({ ...Claim.entries, title: v.optional(Title, null), note: v.optional(Note, null) }),
    'must be an array',
  ),
}) satisfies v.GenericSchema<unknown, StoredLink>;

/** Of a link that was purged, only the slug is left. */
export const Tombstone = v.strictObject({
  slug: stored.slug,
  purged: v.pipe(v.literal(true), v.description('Only the slug is left.')),
});

/** The last line of an export of changes. */
export const ExportEnd = v.strictObject({
  next: v.pipe(
    v.strictObject({ changedSince: time('The `changedSince` of the next export, which then lacks nothing.') }),
    v.description('The parameters of the next export.'),
  ),
});

const { slug, url, ...figures } = stored;

/** A link as everybody sees it. */
export const PublicLink = v.strictObject({
  canonical: url,
  slug,
  short: text('The short link.', { format: 'uri' }),
  inspect: text('A page about the link, which does not follow it.', { format: 'uri' }),
  qr: text('Its QR code.', { format: 'uri' }),
  ...figures,
  expiresAt: v.nullable(time('The end of your own claim, or else of the last claim; null = never.')),
});

/** A link as its owners see it. */
export const OwnedLink = v.strictObject({
  input: v.exactOptional(text('The URL as it was sent, in the answer to a request with a URL.')),
  ...PublicLink.entries,
  title: Title,
  note: Note,
  /** Only in the answer for one link. */
  days: v.exactOptional(days),
  claims: v.exactOptional(claims),
});
export type OwnedLink = Frozen<v.InferOutput<typeof OwnedLink>>;

/** A token that may only create sees what everybody sees, and not what others wrote with tokens of the same owner. */
export const CreatedLink = v.strictObject({
  ...v.omit(OwnedLink, ['days']).entries,
  title: v.exactOptional(Title),
  note: v.exactOptional(Note),
  createdAt: v.exactOptional(figures.createdAt),
  clicks: v.exactOptional(figures.clicks),
  lastClickAt: v.exactOptional(figures.lastClickAt),
  input: text('The URL as it was sent.'),
  created: trueOrFalse('Whether this request created it.'),
});

export const LinkList = v.strictObject({
  links: list(OwnedLink, 'The links that the owner has a claim to.'),
  next: v.nullable(text('The cursor of the next page; null on the last one.')),
});

type Figure = 'clicks' | 'lastClickAt' | 'createdAt';
type PublicAnswer = Frozen<v.InferOutput<typeof PublicLink>>;
/** A link as everybody sees it: with `CLICKS=private` without its figures. */
export type ShownLink = Omit<PublicAnswer, Figure> & Partial<Pick<PublicAnswer, Figure>>;

/** The JSON of a link in the API, for any reader. */
export type LinkAnswer = Frozen<v.InferOutput<typeof PublicLink>> & Partial<OwnedLink>;
