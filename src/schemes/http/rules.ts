/** http and https (RFC 9110 §4.2): the same host, port and path as in browsers, in RFC 3986 spelling. */
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { browserSyntax } from '../../uri/syntax.ts';

export const http: SchemeRules<never> = { name: 'http', defaultPort: 80, syntax: /* @__PURE__ */ browserSyntax(80) };

export const https: SchemeRules<never> = {
  name: 'https',
  defaultPort: 443,
  syntax: /* @__PURE__ */ browserSyntax(443),
};
