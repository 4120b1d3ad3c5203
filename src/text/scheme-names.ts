/**
 * The names of the schemes of the registry, apart from what else it knows of them: the scripts of the explorer have
 * these lists, written out by the build, instead of the definitions.
 */
import { definitions } from '../schemes/registry.ts';
import { UNSAFE_SCHEMES } from '../schemes/unknown.ts';

/** In lower case. */
export const SCHEME_NAMES: readonly string[] = definitions.map(({ name }) => name);

/** Schemes whose URLs contain code or content, and are no links. */
export const CONTENT_SCHEMES: readonly string[] = [...UNSAFE_SCHEMES];

/** Those that browsers open themselves. */
export const IN_BROWSER: readonly string[] = definitions.filter(({ inBrowser }) => inBrowser).map(({ name }) => name);

/** Those whose URLs need not name a server to have one. */
export const WITH_DEFAULT_SERVER: readonly string[] = definitions
  .filter(({ usesDefaultServer }) => usesDefaultServer)
  .map(({ name }) => name);

/** The default ports of those that pages may link to. The first of several schemes with a port is the last one here. */
export const DEFAULT_PORTS: readonly (readonly [port: number, name: string])[] = definitions
  .filter(({ linkable }) => linkable)
  .flatMap(({ defaultPort, name }) => (defaultPort === null ? [] : [[defaultPort, name] as const]))
  .toReversed();
