/**
 * The static files of the gateways' pages as a module, for a Worker without a binding for static assets. They are half a
 * megabyte, most of it the script of terminals.
 */
import type { Assets } from './published-gateway.d.ts';

/**
 * Serves the files from memory.
 *
 * @example
 * ```ts
 * const gateway = createGateway({ ASSETS: assets, BASE_PATH: '/old-web' });
 * ```
 */
export declare const assets: Assets;
