/**
 * Recognises robots by their User-Agent. A robot that follows links through a gateway must obey the robots.txt of the
 * server behind the gateway (RFC 9309), which it cannot read itself.
 */

/**
 * Product tokens of crawlers, archivers and link previews, up to the slash or another end. Browsers have no such token,
 * except on telephones of the brand Cubot.
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
 * The product token of a robot; `null` for any other client.
 *
 * @param userAgent - the value of `User-Agent`; `null` = the client sent none
 * @example
 * ```ts
 * robotOf('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'); // 'Googlebot'
 * ```
 */
export function robotOf(userAgent: string | null): string | null {
  return userAgent === null ? null : (TOKENS.exec(userAgent)?.[0] ?? null);
}
