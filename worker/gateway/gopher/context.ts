/** The context of a request for a gopher link: the context of every gateway, and the item that the link names. */
import { type GopherItem, itemOf, nameOf } from '../../../src/open/gopher/item.ts';
import { readableServer } from '../../pages/parts/host-name.tsx';
import type { GatewayContext, View } from '../contract/contract.ts';
import type { ItemContext } from '../shapes/item-page.ts';

export interface GopherContext extends GatewayContext<'gopher'>, GopherItem {
  readonly opener: ItemContext['opener'];
  /** `null` = the reply is not to a form. */
  readonly answeredForm: AnsweredForm | null;
}

/** The form that a reply is to. */
export interface AnsweredForm {
  /** The address of the form with its answers. */
  readonly href: string;
  /** Whether the browser keeps the reply, so that loading the page again does not send the answers again. */
  readonly isKept: boolean;
}

/** The part of a context that needs no browser: what is asked, and how its links and texts are read. */
export interface GopherLink extends GopherItem, Pick<GopherContext, 'resolution' | 'links'> {
  readonly view: Pick<View, 'charset'>;
}

/** Adds the item to a context, once for each request. */
export function gopherContext<
  Context extends Pick<GopherLink, 'resolution' | 'view'> & Pick<GatewayContext, 'connect' | 'memory'>,
>(context: Context): Context & Omit<GopherContext, keyof GatewayContext> {
  const { resolution, view, connect, memory } = context;
  return {
    ...context,
    ...itemOf(resolution, { connect, charset: view.charset, memory }),
    opener: { name: 'Gopher', schemeNames: { gophers: 'Gopher over TLS' } },
    answeredForm: null,
  };
}

/** The last part of the selector; for an empty selector, the server. */
export function itemName({ resolution }: Pick<GopherContext, 'resolution'>): string {
  return nameOf(resolution) || readableServer(resolution.components);
}
