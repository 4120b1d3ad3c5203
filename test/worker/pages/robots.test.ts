/** Names of robots. */
import { describe, expect, test } from 'vitest';
import { robotOf } from '../../../worker/pages/parts/crawlers.ts';

describe('robots by their User-Agent (RFC 9309 §2.2.1)', () => {
  test.each([
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
    ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
    ['Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)', 'archive.org_bot'],
    ['CCBot/2.0 (https://commoncrawl.org/faq/)', 'CCBot'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)', 'GPTBot'],
    ['facebookexternalhit/1.1', 'facebookexternalhit'],
    ['ia_archiver', 'ia_archiver'],
    ['Wget/1.21', 'Wget'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', null],
    ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15', null],
    ['curl/8.5.0', null],
    ['Lynx/2.9.0 libwww-FM/2.14', null],
    ['Mozilla/5.0 (Linux; CUBOT X30) Chrome/120', null],
    ['Mozilla/5.0 (Linux; Android 10; CUBOT) Chrome/120', null],
    ['Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)', 'Slurp'],
    ['ClaudeBot/1.0; +claudebot@anthropic.com', 'ClaudeBot'],
    ['', null],
    [null, null],
  ])('%s: %s', (agent, robot) => {
    expect(robotOf(agent)).toBe(robot);
  });
});
