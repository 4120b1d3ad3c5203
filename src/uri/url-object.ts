/**
 * `URL` objects as inputs. The library needs no `URL` of the platform and never turns another object into text: only
 * the platform's own getter of `href` tells a `URL` object from what looks like one. It runs no code of the object, so
 * a subclass cannot change the answer.
 */

/**
 * A `URL` object of the platform: of the DOM, of Node or of Workers, whose types differ in details. A location and an
 * anchor lack some of these members.
 */
export interface UrlObject {
  readonly href: string;
  readonly origin: string;
  readonly searchParams: object;
  toJSON(): string;
}

/** A URL as a text or as a `URL` object of the platform. Of an object, the library reads `href`. */
export type UrlInput = string | UrlObject;

/** The text of an input. @throws TypeError if it is neither a string nor a `URL` object */
export function writtenUrl(url: UrlInput): string {
  const text = typeof url === 'string' ? url : hrefOf(url);
  if (text === null) throw new TypeError('A URL must be a string or a URL object.');
  return text;
}

/** The `href` of a `URL` object; `null` for everything else, and on platforms without `URL`. */
export function hrefOf(value: unknown): string | null {
  const platform: unknown = Reflect.get(globalThis, 'URL');
  const prototype: unknown = typeof platform === 'function' ? platform.prototype : null;
  if (typeof prototype !== 'object' || prototype === null || typeof value !== 'object' || value === null) return null;
  const getter = Object.getOwnPropertyDescriptor(prototype, 'href')?.get;
  if (getter === undefined) return null;
  try {
    const href: unknown = getter.call(value);
    return typeof href === 'string' ? href : null;
  } catch {
    return null;
  }
}
