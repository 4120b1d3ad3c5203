/**
 * The schemas of parameters that several routes share, with what the OpenAPI description says about them. It is made
 * from these schemas, as far as the first transformation of each: what comes after it is not what a client sends.
 */
import * as v from 'valibot';

const DIALECTS = ['current', 'url-1994'] as const;
const BOOLEANS = ['true', 'false'] as const;

/** Keywords of JSON Schema, such as `format` or `default`, that a schema does not have by itself. */
type Keywords = Readonly<Record<string, unknown>>;

/**
 * A text.
 *
 * @param description - of the text, for the OpenAPI description
 */
export const text = (description: string, keywords: Keywords = {}) =>
  v.pipe(v.string('must be a string'), v.metadata({ description, ...keywords }));

/** One of some words. */
export const oneOf = <const Values extends readonly string[]>(
  values: Values,
  description: string,
  keywords: Keywords = {},
) => v.pipe(v.picklist(values, `must be ${values.join(' or ')}`), v.metadata({ description, ...keywords }));

/** A list in a query. */
export const words = (description: string, examples?: readonly string[]) =>
  v.pipe(
    text(`${description} Separate values with commas.`, examples && { examples }),
    v.transform((text) => text.split(',').filter((word) => word !== '')),
  );

/** `true` or `false` in JSON. */
export const trueOrFalse = (description: string, keywords: Keywords = {}) =>
  v.pipe(v.boolean('must be true or false'), v.metadata({ description, ...keywords }));

/** `true` or `false` in a query. */
export const booleanWord = (description: string, keywords: Keywords = {}) =>
  v.exactOptional(
    v.pipe(
      oneOf(BOOLEANS, description, keywords),
      v.transform((word) => word === 'true'),
    ),
  );

/** In answers. */
export const canonical = text('The canonical URL: a URI by RFC 3986, in ASCII.', { format: 'uri' });

/** A whole number in JSON. */
export function wholeNumber(least: number, most: number, keywords: Keywords = {}) {
  const message = `must be a whole number from ${least} to ${most}`;
  const schema = v.pipe(
    v.number('must be a number'),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
    v.metadata(keywords),
  );
  // One fault for one number, whatever is wrong with it.
  return v.config(schema, { abortPipeEarly: true });
}

const LAX =
  'Whether `scheme:path` of the base’s scheme is relative (RFC 3986 §5.2.2). For http, https, ftp and file it always is.';

const base = v.exactOptional(text('The URL to resolve a reference against (RFC 3986 §5.2).'));
export const dialect = v.exactOptional(
  oneOf(DIALECTS, 'How the URL is parsed. The canonical form is always in the current dialect.', {
    default: 'current',
  }),
);

/** How a query says that a URL is to be parsed. */
export const options = { base, dialect, lax: booleanWord(LAX, { default: 'false' }) };

/** An item of a batch, with the options as JSON. An absent option is that of the query. */
export const item = {
  url: text('The URL.'),
  base,
  dialect: v.exactOptional(oneOf(DIALECTS, 'How the URL is parsed.')),
  lax: v.exactOptional(trueOrFalse(LAX)),
};

/** For a route without parameters. */
export const None = v.object({});
