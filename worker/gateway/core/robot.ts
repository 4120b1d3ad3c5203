/**
 * Known robots by their User-Agent: a robot that follows links through a gateway must heed the robots.txt of the
 * server behind it (RFC 9309), which it cannot see itself.
 */

/**
 * Product tokens of crawlers, archivers and link previews, as far as the slash or whatever ends them. People's
 * browsers have none of them; a telephone by the name of CUBOT is none either.
 */
const TOKENS = new RegExp(
  `\\b(?!cubot)(?:${[
    '[a-z0-9._-]*(?:bot|crawler|spider)',
    ...['slurp', 'mediapartners-google', 'ia_archiver', 'heritrix', 'facebookexternalhit', 'meta-externalagent'],
    ...['chatgpt-user', 'perplexity-user', 'claude-web', 'scrapy', 'nutch', 'wget'],
  ].join('|')})(?=[/;,)]| \\+|$)`,
  'i',
);

/**
 * The product token of a robot; `null` for everyone else.
 *
 * @example
 * ```ts
 * robotOf('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'); // 'Googlebot'
 * ```
 */
export function robotOf(userAgent: string | null): string | null {
  return userAgent === null ? null : (TOKENS.exec(userAgent)?.[0] ?? null);
}
