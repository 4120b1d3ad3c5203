/**
 * Everything that the definition of a scheme is made from: syntax as data, policies of characters, the scan that
 * rewrites a component, patterns of canonical URLs, octets and sentences. Entry `waypost/scheme` of the package.
 */

export {
  base64Of,
  concatOctets,
  latin1Of,
  lineOctets,
  lineText,
  octetsOfBase64,
  octetsOfLatin1,
  utf8Of,
  utf8OrLatin1Of,
} from './octets/octets.ts';
export type { Explanation, ResolutionOf, Scheme } from './schemes/scheme.ts';
export { capital, hostAndPort, quote } from './schemes/sentence-parts.ts';
export { rewriteAuthority } from './uri/authority.ts';
export type { Canonical, Components, Parts } from './uri/canonical-parts.ts';
export { ALPHA, CharacterSet, DIGIT, PCHAR, QUERY, REG_NAME, SUB_DELIMS, UNRESERVED } from './uri/characters.ts';
export { decodeOctets, decodeOptional, decodeText } from './uri/decode.ts';
export {
  type DiagnosticEntry,
  type DiagnosticTable,
  defineDiagnostics,
  defineErrors,
  error,
  info,
  type Severity,
  type Specification,
  warning,
} from './uri/diagnostic.ts';
export { type GenericDiagnosticCode, generic } from './uri/generic-diagnostics.ts';
export { removeDotSegments, rewritePath, rootPath } from './uri/generic-path.ts';
export type { HostKind } from './uri/host.ts';
export { authorityPattern, pathPattern, runPattern, tailPattern } from './uri/pattern.ts';
export { type Excluded, type Policy, policy, rewriteComponent } from './uri/percent.ts';
export { transform } from './uri/reference-resolution.ts';
export { ABSENT, Rewrite } from './uri/rewrite.ts';
export type { Dialect, DialectName, OctetRules, SchemeRules } from './uri/scheme-rules.ts';
export { genericSyntax, internetSyntax, type Policies, policies, type Syntax, syntaxOf } from './uri/syntax.ts';
