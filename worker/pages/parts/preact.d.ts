/**
 * The types of Preact that pages on a server need. Preact's own declarations include those of the DOM, which conflict
 * with the types of the Workers runtime, so tsconfig.json replaces them with these.
 */

export type ComponentChild = VNode | string | number | bigint | boolean | null | undefined;
export type ComponentChildren = ComponentChild | readonly ComponentChildren[];

/** The result of a JSX expression, and of a component. */
export interface VNode<Props = object> {
  readonly type: string | ((props: Props) => ComponentChildren);
  readonly props: Props;
}

/** Renders into an element of a document. Its type is `object`, because there are no types of the DOM here. */
export declare const render: (node: VNode, parent: object) => void;

/** Hooks into the making of elements, for scripts. */
export declare const options: { vnode?: ((node: VNode) => void) | undefined };

export declare const Fragment: (props: { readonly children?: ComponentChildren }) => VNode;
export declare const jsx: (type: unknown, props: unknown, key?: unknown) => VNode;
export declare const jsxs: typeof jsx;
export declare const jsxDEV: typeof jsx;

type Attribute = string | number | boolean | null | undefined;

/** The attributes of HTML that pages use. A misspelt one does not compile. */
interface HtmlAttributes {
  readonly children?: ComponentChildren;
  readonly key?: string | number;
  readonly dangerouslySetInnerHTML?: { readonly __html: string };
  readonly [data: `data-${string}` | `aria-${string}`]: Attribute;
  // Every element
  readonly class?: string | null | undefined;
  readonly dir?: 'ltr' | 'rtl' | 'auto';
  readonly hidden?: boolean;
  readonly id?: string | undefined;
  readonly lang?: string | undefined;
  readonly role?: string;
  readonly tabIndex?: number;
  readonly title?: string | undefined;
  // Links and resources
  readonly alt?: string;
  readonly content?: string;
  readonly property?: string;
  readonly charset?: string;
  readonly decoding?: 'async';
  readonly download?: string | boolean;
  readonly height?: number;
  readonly href?: string | undefined;
  readonly hreflang?: string;
  readonly loading?: 'lazy' | 'eager';
  readonly name?: string;
  readonly rel?: string | undefined;
  readonly src?: string;
  readonly sandbox?: string;
  readonly media?: string;
  readonly type?: string;
  readonly width?: number;
  readonly controls?: boolean;
  readonly preload?: 'none' | 'metadata';
  // Tables, lists, times
  readonly colSpan?: number;
  readonly rowSpan?: number;
  readonly scope?: 'col' | 'row';
  readonly datetime?: string;
  readonly start?: number;
  readonly value?: string | number | undefined;
  readonly open?: boolean;
  // Drawings
  readonly d?: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly viewBox?: string;
  // Forms
  readonly accept?: string;
  readonly action?: string | undefined;
  readonly autocomplete?: string;
  readonly autocapitalize?: string;
  readonly inputmode?: 'url';
  readonly formaction?: string;
  readonly checked?: boolean | undefined;
  readonly cols?: number;
  readonly disabled?: boolean;
  readonly enctype?: string | undefined;
  readonly for?: string;
  readonly max?: number;
  readonly maxLength?: number;
  readonly method?: 'get' | 'post';
  readonly multiple?: boolean;
  readonly placeholder?: string | undefined;
  readonly readOnly?: boolean;
  readonly required?: boolean;
  readonly rows?: number;
  readonly selected?: boolean | undefined;
  readonly size?: number;
  readonly spellcheck?: boolean;
  readonly step?: number | string;
  readonly wrap?: 'off' | 'soft' | 'hard';
}

export declare namespace JSX {
  type Element = VNode;
  type ElementType = string | ((props: never) => ComponentChildren);
  interface ElementChildrenAttribute {
    readonly children: unknown;
  }
  interface IntrinsicAttributes {
    readonly key?: string | number;
  }
  interface IntrinsicElements {
    readonly [element: string]: HtmlAttributes;
  }
}
