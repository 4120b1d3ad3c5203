/** Keys of Waypost 0.3, as that version made them. */
import { expect, test } from 'vitest';
import { keyOfWaypost03 } from '../../bin/waypost-0-3-key.ts';

test.each<[url: string, key: string]>([
  ['http://www.Archive.org:80/It%27s/?b=%22&a=1#top', 'org,archive)/it%27s?a=1&b=%22'],
  ['https://www2.h.example/A//b/', 'example,h)/a//b'],
  ['http://www.org/', 'org)/'],
  ['http://www/', 'www)/'],
  ['http://h.example.:8080', 'example,h:8080)/'],
  ['http://[::1]:81/', '[::1]:81)/'],
  ['http://bücher.example/ü', 'example,xn--bcher-kva)/%c3%bc'],
  ['http://u:p@h/?', 'h)/'],
  ['http://h/?&&', 'h)/?&&'],
  ['gopher://www.H:70/1/A/', 'gopher://(h,www)/1/A/'],
  ['ftp://me:x@h/A;type=i', 'ftp://(h)/A;type=i'],
  ['telnet://h/', 'telnet://(h)/'],
  ['mailto:me@h', 'mailto:me@h'],
  ['news:*', 'news:*'],
  ['file:///etc/Motd', 'file:///etc/Motd'],
  ['wais://h/A?b', 'wais://(h)/A?b'],
  ['http://h/a;jsessionid=0123456789abcdef0123456789abcdef?b', 'h)/a?b'],
  ['http://h/(S(abcdefghijklmnopqrstuvwx))/page.aspx', 'h)/page.aspx'],
  ['http://h/(abcdefghijklmnopqrstuvwx)/page.aspx', 'h)/page.aspx'],
  ['http://h/?PHPSESSID=0123456789abcdef0123456789abcdef&B', 'h)/?b'],
  ['http://h/?sid=0123456789abcdef0123456789abcdef', 'h)/'],
  ['http://h/?cfid=1&cftoken=2&x', 'h)/?x'],
  ['http://h/%7Ea%2Fb', 'h)/~a%2fb'],
  ['http://192.168.1.254/', '254,1,168,192)/'],
])('%s: %s', (url, key) => {
  expect(keyOfWaypost03(url)).toBe(key);
});
