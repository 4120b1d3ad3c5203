/**
 * What JSX compiles to in the Worker: plain objects for `render.ts`. Browsers get the functions of Preact instead, whose
 * elements have the same type and properties.
 */
import type { ComponentChildren, VNode } from 'preact';

/** Makes an element. */
export const jsx = (type: VNode['type'], props: VNode['props']): VNode => ({ type, props });
export const jsxs = jsx;

/** An element without a tag. */
export const Fragment = ({ children }: { readonly children?: ComponentChildren }): ComponentChildren => children;
