/**
 * What JSX compiles to in the Worker: plain objects for `render.ts`. Browsers get the functions of Preact instead, whose
 * elements have the same type and properties.
 *
 * The children of an element are arguments, because a bundle is smaller without their name in every element.
 */
import type { ComponentChildren, VNode } from 'preact';

/**
 * Makes an element.
 *
 * @param props - an object of this element alone
 */
export function jsx(
  type: VNode['type'],
  props: Record<string, unknown> | null,
  ...children: ComponentChildren[]
): VNode {
  const own = props ?? {};
  if (children.length > 0) own.children = children.length > 1 ? children : children[0];
  return { type, props: own };
}

/** An element without a tag. */
export const Fragment = ({ children }: { readonly children?: ComponentChildren }): ComponentChildren => children;
