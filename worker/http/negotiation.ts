/** Proactive content negotiation: the media type and the languages that a client prefers (RFC 9110 §12.5). */

/**
 * The offer with the highest weight; among equals, the first. If the client accepts no offer, it gets the first: any
 * answer is more useful than a 406.
 */
export function negotiate<Offer extends string>(accept: string | null, offers: readonly [Offer, ...Offer[]]): Offer {
  let [best] = offers;
  if (accept === null || accept === '*/*') return best;
  const ranges = accept.toLowerCase().split(',').map(readRange);
  let highest = 0;
  for (const offer of offers) {
    const weight = weightOf(offer, ranges);
    if (weight > highest) [best, highest] = [offer, weight];
  }
  return best;
}

/**
 * Whether a client is a browser: it names HTML, and no JSON with the same weight. A program accepts anything. Lynx
 * names HTML and plain text alike, and w3m `application/*`, so neither says what it prefers.
 */
export function isBrowser(accept: string | null): boolean {
  const ranges = (accept ?? '').toLowerCase().split(',').map(readRange);
  const html = ranges.find(({ type }) => type === 'text/html')?.weight ?? 0;
  return html > 0 && ranges.every(({ type, weight }) => !NOT_FOR_PEOPLE.test(type) || weight < html);
}

const NOT_FOR_PEOPLE = /^application\/(?:.*\+)?json$/;

interface MediaRange {
  readonly type: string;
  readonly weight: number;
}

function readRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
}

/** The most specific range that covers a type decides: the type itself, then `type/*`, then everything. */
function weightOf(type: string, ranges: readonly MediaRange[]): number {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  for (const pattern of [type, family, '*/*']) {
    const range = ranges.find((range) => range.type === pattern);
    if (range !== undefined) return range.weight;
  }
  return 0;
}

/** A language tag of RFC 4647 §2.1, without `*`. */
const LANGUAGE = /^[a-z]{1,8}(?:-[a-z\d]{1,8}){0,4}$/i;
/** The most languages that are read: browsers send fewer. */
const MOST_LANGUAGES = 8;

/**
 * The languages of `Accept-Language`, the best first. Empty if every language will do: without the field, or with `*`.
 *
 * @example
 * ```ts
 * acceptedLanguages('en;q=0.5, de-AT, fr;q=0'); // ['de-AT', 'en']
 * ```
 */
export function acceptedLanguages(field: string | null): readonly string[] {
  const ranges = (field ?? '').split(',').map(readRange);
  const accepted = ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  if (accepted.some(({ type }) => type === '*')) return [];
  const tags = accepted.map(({ type }) => type).filter((type) => LANGUAGE.test(type));
  return [...new Set(tags)].slice(0, MOST_LANGUAGES);
}

/**
 * Whether a client opens the address in a window of its own, as `Sec-Fetch-Dest` says. `Accept` is for browsers that do
 * not send it, as over http.
 */
export function opensWindow(headers: Headers): boolean {
  const destination = headers.get('Sec-Fetch-Dest');
  return destination === null ? /\btext\/html\b/i.test(headers.get('Accept') ?? '') : destination === 'document';
}
