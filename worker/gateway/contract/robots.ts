/** Which clients are robots. */

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

/** The product token of a robot, from `User-Agent`, or `null`: `robotOf('Googlebot/2.1;')` is `'Googlebot'`. */
export function robotOf(userAgent: string | null): string | null {
  return userAgent === null ? null : (TOKENS.exec(userAgent)?.[0] ?? null);
}
