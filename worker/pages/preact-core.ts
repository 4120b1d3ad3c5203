/**
 * What rendering to a string needs of Preact's core: wrangler.toml puts this in its place in the Worker, where there
 * is no document to draw into and the rest of it would be a twentieth of the bundle. Browsers get the whole.
 */
import { jsx } from 'preact/jsx-runtime';

/** Preact's hooks for extensions; there are none. */
export const options = {};

export function Fragment({ children }: { readonly children?: unknown }): unknown {
  return children;
}

/** An element by type, properties and children; those of JSX come from `jsx` itself. */
export function h(type: unknown, props: object | null, ...children: readonly unknown[]): object {
  return jsx(type, { ...props, children: children.length > 1 ? children : children[0] });
}

/** Whether a value is an element: only those have this constructor. */
export function isValidElement(value: object | null | undefined): boolean {
  return value?.constructor === jsx(Fragment, {}).constructor;
}
