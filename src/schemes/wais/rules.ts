/**
 * wais (draft-hoffkohn-rfc1738bis §2.7, draft-ietf-uri-url-03 "WAIS").
 *
 * ```
 *   wais://<host>[:<port>]/<database>
 *   wais://<host>[:<port>]/<database>?<search>
 *   wais://<host>[:<port>]/<database>/<wtype>/<wpath>
 * ```
 * The wpath is opaque.
 */
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax } from '../../uri/syntax.ts';

export const wais: SchemeRules<never> = { name: 'wais', defaultPort: 210, syntax: internetSyntax(210) };
