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

/**
 * The texts of the files by their paths, such as `assets/waypost.css`. `node node_modules/waypost/worker/write-assets.js
 * public` writes them into a folder.
 *
 * @example
 * ```ts
 * Object.keys(files).includes('assets/icon.svg'); // true
 * ```
 */
export declare const files: Readonly<Record<string, string>>;
