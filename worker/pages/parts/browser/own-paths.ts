/** Own paths in what Preact renders in a browser, as `withBasePath` does for what the server renders. */
import { options } from 'preact';
import { basePath } from './base-path.ts';

/** The attributes that have own paths. */
const ATTRIBUTES = ['href', 'src', 'action', 'formaction'];

/** Puts the base path before each own path in the elements that are made from now on. */
export function prefixOwnPaths(): void {
  const base = basePath();
  if (base === '') return;
  const { vnode: before } = options;
  options.vnode = (vnode) => {
    const { type, props } = vnode;
    if (typeof type === 'string') {
      for (const name of ATTRIBUTES) {
        const value: unknown = Reflect.get(props, name);
        if (typeof value === 'string' && value.startsWith('/')) Reflect.set(props, name, base + value);
      }
    }
    before?.(vnode);
  };
}
