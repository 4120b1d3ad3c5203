/**
 * telnet, rlogin and tn3270: interactive sessions, `//[user[:password]@]host[:port]/`
 * (draft-hoffkohn-rfc1738bis §2.6, RFC 4248; draft-ietf-uri-url-03, "TELNET, RLOGIN, TN3270").
 */
import type { SchemeRules } from '../../uri/scheme-rules.ts';
import { internetSyntax } from '../../uri/syntax.ts';

function rulesOf(name: string, port: number): SchemeRules<never> {
  const syntax = internetSyntax(port);
  return {
    name,
    defaultPort: port,
    syntax,
  };
}

export const telnet: SchemeRules<never> = /* @__PURE__ */ rulesOf('telnet', 23);

export const rlogin: SchemeRules<never> = /* @__PURE__ */ rulesOf('rlogin', 513);

export const tn3270: SchemeRules<never> = /* @__PURE__ */ rulesOf('tn3270', 23);
