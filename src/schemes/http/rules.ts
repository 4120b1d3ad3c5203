/** http and https (RFC 9110 §4.2): the same host, port and path as in browsers, in RFC 3986 spelling. */
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax, policies, type Syntax } from '../../uri/syntax.ts';

const syntax = (port: number): Syntax =>
  internetSyntax(port, {
    authority: 'browser',
    host: 'web',
    asBrowsersRead: true,
    dotSegments: true,
    policies: policies({ dots: true, browser: true }),
  });

export const http: SchemeRules<never> = { name: 'http', defaultPort: 80, syntax: /* @__PURE__ */ syntax(80) };

export const https: SchemeRules<never> = { name: 'https', defaultPort: 443, syntax: /* @__PURE__ */ syntax(443) };
