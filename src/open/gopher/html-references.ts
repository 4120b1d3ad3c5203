/** References in HTML that came by gopher: which item they name. */
import { type Canonical, resolve } from '../../index.ts';
import { itemTypes, splitGopherPath } from '../../schemes/gopher/path.ts';
import { mediaTypeOf, UNKNOWN } from '../media-type.ts';

/** Whether an item type stands before a selector: `/I/pictures/post.gif`. */
function isTyped(reference: string): boolean {
  return /^\/.(?:\/|$)/.test(reference) && itemTypes.has(reference.charAt(1));
}

/**
 * Resolves a reference in HTML that came by gopher. RFC 4266 has no relative references, so pages were written for
 * servers that publish the same files on the Web: a path names a file, and its item type follows from its name.
 * `resolveItem('../a.gif', 'gopher://h.example/h/b/c.html', false)` is `'gopher://h.example/g/a.gif'`.
 */
export function resolveItem(reference: string, base: string, isPicture: boolean): Canonical {
  const [, root = '', path = ''] = /^([^:]+:\/\/[^/?#]*)(.*)$/.exec(base) ?? [];
  if (!/^gophers?:/.test(base)) return resolve(reference, base);
  const isPath = !/^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?|$)/i.test(reference);
  if (!isPath || isTyped(reference)) return resolve(reference, base);
  const { selector } = splitGopherPath(path);
  const target = resolve(reference, `${root}/h${selector.startsWith('/') ? selector : `/${selector}`}`);
  const file = target.slice(root.length).replace(/^\/h(?=\/)/, '');
  const relative = selector.startsWith('/') || reference.startsWith('/') ? file : file.slice(1);
  return resolve(`${root}/${isPicture ? 'I' : typeByName(file.replace(/[?#].*$/s, ''))}${relative}`, base);
}

function typeByName(path: string): string {
  if (path.endsWith('/')) return '1';
  const type = mediaTypeOf(path, null);
  if (type === 'image/gif') return 'g';
  const [kind = ''] = type.split('/');
  const byKind = new Map([
    ['image', 'I'],
    ['audio', 's'],
    ['video', ';'],
  ]);
  if (type === 'text/plain') return '0';
  return byKind.get(kind) ?? (type === 'text/html' || (type === UNKNOWN && !/\.[^/]*$/.test(path)) ? 'h' : '9');
}
