/** ws and wss (RFC 6455 §3): the same host, port and path as in browsers, as for http and https. */
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { browserSyntax } from '../../uri/syntax.ts';

export const ws: SchemeRules<never> = { name: 'ws', defaultPort: 80, syntax: /* @__PURE__ */ browserSyntax(80) };

export const wss: SchemeRules<never> = { name: 'wss', defaultPort: 443, syntax: /* @__PURE__ */ browserSyntax(443) };
