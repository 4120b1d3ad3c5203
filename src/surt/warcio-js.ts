/**
 * Keys of warcio.js (`getSurt`), with which Browsertrix, ArchiveWeb.page and wabac.js key their indexes. It reads http
 * and https URLs with the `URL` of the platform, in lower case. Every other URL is its own key.
 */

/** What the key is made from. */
interface PlatformUrl {
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
}

/** @throws TypeError on platforms without `URL` */
export function warcioKeyOf(url: string): string {
  if (!/^https?:/.test(url)) return url;
  const text = url.replace(/^(https?:\/\/)www\d*\./, '$1');
  const read = readUrl(text.toLowerCase());
  if (read === null) return text;
  const { hostname, port, pathname, search } = read;
  const host = hostname.split('.').reverse().join(',') + (port === '' ? '' : `:${port}`);
  const query = search === '' ? '' : `?${search.slice(1).split('&').sort().join('&')}`;
  return `${host})${pathname}${query}`;
}

/** `null` = it is not a URL. */
function readUrl(text: string): PlatformUrl | null {
  const platform: unknown = Reflect.get(globalThis, 'URL');
  if (typeof platform !== 'function') throw new TypeError('Keys of warcio.js need the URL of the platform.');
  try {
    return Reflect.construct(platform, [text]);
  } catch {
    return null;
  }
}
