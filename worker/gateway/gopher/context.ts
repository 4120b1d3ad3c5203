/**
 * The context of a request for a gopher link: the context of every gateway, and the parts of the link that the files of
 * this folder need.
 */
import type { ServerAddress } from '../../../src/protocols/gopher/menu.ts';
import { type GopherPath, splitGopherPath } from '../../../src/schemes/gopher/path.ts';
import type { GatewayContext } from '../contract/contract.ts';

export interface GopherContext extends GatewayContext<'gopher'> {
  /** The fields of the link's path, percent-encoded. */
  readonly path: GopherPath;
  /** The server that the link names. */
  readonly server: ServerAddress;
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

/** Adds the fields of the path and the server to a context, once for each request. */
export function gopherContext(context: GatewayContext<'gopher'>): GopherContext {
  const { host, port, path } = context.resolution.components;
  return {
    ...context,
    path: splitGopherPath(path),
    server: { host: host ?? '', port: port ?? 70 },
    answeredForm: null,
  };
}
