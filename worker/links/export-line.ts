/** Lines of an export: a link with all that is known of it, or the slug of a purged one. */
import * as v from 'valibot';
import { isTime, type LinkRecord, MOST_CLICKS } from '../../src/links/record.ts';
import { isSlug } from '../../src/links/slug.ts';
import { wholeNumber } from '../http/parameters.ts';
import { OWNER } from '../settings/secrets.ts';
import { Note, Reason, Time, Title } from './link.ts';

export const SLUG_FORM =
  'must be 1 to 64 letters, digits, and `_`, `.`, `~`, `-`, but not `.` or `..`, and without `.svg` at the end';

const Slug = v.pipe(v.string('must be a string'), v.check(isSlug, SLUG_FORM));

/** A line of an export for a tombstone. */
export const TombstoneLine = v.strictObject({ slug: Slug, purged: v.literal(true) });

const Count = wholeNumber(0, MOST_CLICKS);

const Day = v.pipe(
  v.string('must be a string'),
  v.check((text) => isTime(`${text}T00:00:00.000Z`), 'must be a day such as 2026-01-31'),
);

/** A line of an export. Older exports have no titles and no notes. */
export const ExportLine = v.strictObject({
  slug: Slug,
  url: v.string('must be a string'),
  createdAt: Time,
  clicks: Count,
  lastClickAt: v.nullable(Time),
  blocked: v.nullable(v.strictObject({ at: Time, reason: Reason })),
  claims: v.array(
    v.strictObject({
      owner: v.pipe(v.string('must be a string'), v.regex(OWNER, 'must be a name')),
      createdAt: Time,
      expiresAt: v.nullable(Time),
      title: v.optional(Title, null),
      note: v.optional(Note, null),
    }),
    'must be an array',
  ),
  days: v.exactOptional(v.array(v.strictObject({ day: Day, clicks: Count }), 'must be an array')),
  alias: v.exactOptional(v.literal(true, 'must be true')),
}) satisfies v.GenericSchema<unknown, LinkRecord>;
