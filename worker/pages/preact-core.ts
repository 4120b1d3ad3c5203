/**
 * The part of Preact's core that rendering to a string needs. worker/bundle.ts makes the Worker use it instead of Preact.
 * The rest of Preact renders into a document, which the Worker does not have, and would be a twentieth of the bundle.
 * Browsers get all of Preact.
 */
import { jsx } from 'preact/jsx-runtime';

/** Hooks for extensions of Preact. Waypost uses no extensions. */
export const options = {};

export function Fragment({ children }: { readonly children?: unknown }): unknown {
  return children;
}

/** Creates an element from type, properties and children. JSX calls `jsx` instead. */
export function h(type: unknown, props: object | null, ...children: readonly unknown[]): object {
  return jsx(type, { ...props, children: children.length > 1 ? children : children[0] });
}

/** Whether a value is an element: no other object has this constructor. */
export function isValidElement(value: object | null | undefined): boolean {
  return value?.constructor === jsx(Fragment, {}).constructor;
}
