/** whois (RFC 3912): `whois://<host>[:<port>]/[<query>]`. No document specifies such URLs. */
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax } from '../../uri/syntax.ts';

export const whois: SchemeRules<never> = { name: 'whois', defaultPort: 43, syntax: internetSyntax(43) };
