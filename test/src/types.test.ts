/**
 * The public types of the library. `npm run types` checks them: a union that loses a member, or a member that loses its
 * `null`, is an error there. When the tests run, the assertions about types do nothing.
 */

import { describe, expect, expectTypeOf, test } from 'vitest';
import type { ConnectionOptions } from '../../bin/protocols-node.ts';
import type { GuardedFetchOptions } from '../../bin/webhooks-node.ts';
import {
  type Canonical,
  type ComparedPart,
  type Comparison,
  type Components,
  canonicalize,
  compare,
  createWaypost,
  type Diagnostic,
  type DiagnosticCode,
  type DialectName,
  type ExplainOptions,
  type equivalent,
  explain,
  explainOf,
  type LibraryOptions,
  type Options,
  type ParsedUrl,
  parse,
  type RequestComparison,
  type Resolution,
  relativize,
  resolve,
  type Safe,
  type Severity,
  safeCompare,
  safeRelativize,
  type UnwrapOptions,
  type UrlError,
} from '../../src/index.ts';
import type { cso, ftp, gopher, nntp, ProtocolErrorOptions } from '../../src/protocols/index.ts';
import type { ReplacedParts } from '../../src/replaced-parts.ts';
import { definitions } from '../../src/schemes/registry.ts';
import type { Scheme } from '../../src/schemes/scheme.ts';
import type { SurtOptions } from '../../src/surt.ts';
import { defineDiagnostics } from '../../src/uri/diagnostic.ts';
import type { SchemeRules } from '../../src/uri/scheme-rules.ts';
import { genericSyntax } from '../../src/uri/syntax.ts';
import type { UrlInput } from '../../src/uri/url-object.ts';
import type { ChallengeOptions, SignOptions, WebhookOptions } from '../../src/webhooks/index.ts';
import type { GatewaySettings } from '../../worker/mounted/published-gateway.d.ts';
import type { GuardedFetchOptions as WorkersFetchOptions } from '../../worker/mounted/published-webhooks.d.ts';

/** The member of a union with this kind. */
type Of<Kind extends Resolution['kind']> = Extract<Resolution, { kind: Kind }>;

/** The members of options that may be absent, all `undefined`. */
type AsUndefined<Options> = {
  readonly [Name in keyof Options as object extends Pick<Options, Name> ? Name : never]-?: undefined;
};

describe('a resolution', () => {
  test('is a union with one member for each kind', () => {
    // A new scheme may add a kind.
    expectTypeOf<
      | 'afs'
      | 'file'
      | 'ftp'
      | 'go'
      | 'gopher'
      | 'http'
      | 'mailto'
      | 'mid'
      | 'news'
      | 'prospero'
      | 'terminal'
      | 'unknown'
      | 'wais'
    >().toExtend<Resolution['kind']>();
    expectTypeOf<string>().not.toExtend<Resolution['kind']>();
  });

  test('has the same parts for every kind', () => {
    expectTypeOf<Resolution['canonical']>().toEqualTypeOf<Canonical>();
    expectTypeOf<Resolution['scheme']>().toEqualTypeOf<string>();
    expectTypeOf<Resolution['components']>().toEqualTypeOf<Components>();
  });

  test('is narrowed by its kind', () => {
    const found = explain('gopher://h.example/7find%09gold');
    if (found.kind === 'gopher') {
      expectTypeOf(found).toEqualTypeOf<Of<'gopher'>>();
      expectTypeOf(found.details.search).toEqualTypeOf<string | null>();
      // @ts-expect-error a gopher URL has no message-id
      found.details.messageId;
    }
    if (found.kind === 'ftp') expectTypeOf(found.details.type).toEqualTypeOf<'a' | 'i' | 'd' | null>();
    expect(found.kind).toBe('gopher');
  });

  test('may have no request', () => {
    expectTypeOf<null>().toExtend<Of<'gopher'>['request']>();
    expectTypeOf<null>().toExtend<Of<'unknown'>['request']>();
  });
});

describe('a diagnostic', () => {
  test('has one of three severities, and a range or null', () => {
    expectTypeOf<Severity>().toEqualTypeOf<'error' | 'warning' | 'info'>();
    expectTypeOf<Diagnostic['severity']>().toEqualTypeOf<Severity>();
    expectTypeOf<Diagnostic['at']>().toEqualTypeOf<readonly [start: number, end: number] | null>();
  });

  test('has a code of a closed set', () => {
    expectTypeOf<'percent-malformed'>().toExtend<DiagnosticCode>();
    expectTypeOf<string>().not.toExtend<DiagnosticCode>();
  });
});

describe('the functions', () => {
  test('return canonical strings, and not every string is canonical', () => {
    expectTypeOf(canonicalize).returns.toEqualTypeOf<Canonical>();
    expectTypeOf(resolve).returns.toEqualTypeOf<Canonical>();
    expectTypeOf<Canonical>().toExtend<string>();
    expectTypeOf<string>().not.toExtend<Canonical>();
  });

  test('take strings and options', () => {
    expectTypeOf<Parameters<typeof explain>>().toEqualTypeOf<[url: UrlInput, options?: ExplainOptions | undefined]>();
    expectTypeOf<URL>().toExtend<UrlInput>();
    expectTypeOf<{ readonly href: string }>().not.toExtend<UrlInput>();
    expectTypeOf<ExplainOptions>().toExtend<Options>();
    expectTypeOf<Diagnostic['omitted']>().toEqualTypeOf<
      { readonly before: number; readonly after: number } | undefined
    >();
    expectTypeOf<Resolution['base']>().toEqualTypeOf<Canonical | undefined>();
    expectTypeOf<Resolution['omittedDiagnostics']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Resolution['omitted']>().toEqualTypeOf<Readonly<Record<string, number>> | undefined>();
    expectTypeOf<Parameters<typeof equivalent>>().toEqualTypeOf<
      [a: UrlInput, b: UrlInput, options?: Options | undefined]
    >();
    expectTypeOf<Options['dialect']>().toEqualTypeOf<DialectName | undefined>();
    expectTypeOf<DialectName>().toEqualTypeOf<'current' | 'url-1994'>();
  });

  test('take options that are `undefined`, as programs make them from others', () => {
    expectTypeOf<AsUndefined<Options>>().toExtend<Options>();
    expectTypeOf<AsUndefined<ExplainOptions>>().toExtend<ExplainOptions>();
    expectTypeOf<AsUndefined<LibraryOptions>>().toExtend<LibraryOptions>();
    expectTypeOf<AsUndefined<UnwrapOptions>>().toExtend<UnwrapOptions>();
    expectTypeOf<AsUndefined<ReplacedParts>>().toExtend<ReplacedParts>();
    expectTypeOf<AsUndefined<SurtOptions>>().toExtend<SurtOptions>();
    expectTypeOf<AsUndefined<WebhookOptions>>().toExtend<WebhookOptions>();
    expectTypeOf<AsUndefined<SignOptions>>().toExtend<SignOptions>();
    expectTypeOf<AsUndefined<ChallengeOptions>>().toExtend<Partial<ChallengeOptions>>();
    expectTypeOf<AsUndefined<GuardedFetchOptions>>().toExtend<GuardedFetchOptions>();
    expectTypeOf<AsUndefined<ConnectionOptions>>().toExtend<ConnectionOptions>();
    expectTypeOf<AsUndefined<ftp.LoginOptions>>().toExtend<ftp.LoginOptions>();
    expectTypeOf<AsUndefined<ftp.RetrieveOptions>>().toExtend<ftp.RetrieveOptions>();
    expectTypeOf<AsUndefined<gopher.PeekOptions>>().toExtend<gopher.PeekOptions>();
    expectTypeOf<AsUndefined<nntp.SessionOptions>>().toExtend<nntp.SessionOptions>();
    expectTypeOf<AsUndefined<cso.CsoOptions>>().toExtend<cso.CsoOptions>();
    expectTypeOf<AsUndefined<ProtocolErrorOptions>>().toExtend<ProtocolErrorOptions>();
    expectTypeOf<AsUndefined<WorkersFetchOptions>>().toExtend<WorkersFetchOptions>();
    expectTypeOf<AsUndefined<GatewaySettings>>().toExtend<Partial<GatewaySettings>>();
  });

  test('of two URLs give a reference and a comparison, and have forms that do not throw', () => {
    expectTypeOf(relativize).returns.toEqualTypeOf<string>();
    expectTypeOf<Parameters<typeof relativize>[2]>().toEqualTypeOf<Pick<Options, 'dialect'> | undefined>();
    expectTypeOf(compare).returns.toEqualTypeOf<Comparison>();
    expectTypeOf(safeRelativize).returns.toEqualTypeOf<Safe<string>>();
    expectTypeOf(safeCompare).returns.toEqualTypeOf<Safe<Comparison>>();
    expectTypeOf<Comparison['differs']>().toEqualTypeOf<readonly ComparedPart[]>();
    expectTypeOf<Comparison['request']>().toEqualTypeOf<RequestComparison | null>();
    expectTypeOf<RequestComparison['octet']>().toEqualTypeOf<number | null>();
  });

  test('distinguish absent from empty', () => {
    expectTypeOf(parse).returns.toEqualTypeOf<ParsedUrl>();
    for (const name of ['user', 'password', 'host', 'query', 'fragment'] as const) {
      expectTypeOf<ParsedUrl[typeof name]>().toEqualTypeOf<string | null>();
    }
    expectTypeOf<Components['port']>().toEqualTypeOf<number | null>();
  });

  test('throw errors with the input and an index', () => {
    expectTypeOf<UrlError['index']>().toEqualTypeOf<number>();
    expectTypeOf<UrlError['input']>().toEqualTypeOf<string>();
  });
});

test('a library of fewer schemes has fewer kinds', () => {
  const [http] = definitions;
  const few = createWaypost([http]);
  const explainFew = explainOf(few);
  expectTypeOf<ReturnType<typeof explainFew>['kind']>().toEqualTypeOf<'http' | 'unknown'>();
  expect([...few.schemes.keys()]).toEqual(['http']);
});

test('the table of a scheme has every code that its rules name, and its rules name no other', () => {
  const rules: SchemeRules<'x-long' | 'x-query'> = {
    name: 'x',
    defaultPort: null,
    syntax: genericSyntax,
    path(pass, from) {
      pass.note('x-long', from, from);
      pass.note('percent-case', from, from);
      // @ts-expect-error neither a code of these rules nor a generic one
      if (from < 0) pass.fail('y-long', from);
      return from;
    },
  };
  const entry = { severity: 'info', message: 'm', spec: { document: 'X', section: '1' } } as const;
  type Own<Code extends string> = Pick<Scheme<'x', null, never, Code>, keyof SchemeRules | 'diagnostics'>;
  const complete: Own<'x-long' | 'x-query' | 'x-more'> = {
    ...rules,
    diagnostics: defineDiagnostics({ 'x-long': entry, 'x-query': entry, 'x-more': entry }),
  };
  // @ts-expect-error the table lacks `x-query`
  const lacking: Own<'x-long'> = { ...rules, diagnostics: defineDiagnostics({ 'x-long': entry }) };
  expect([complete.name, lacking.name]).toEqual(['x', 'x']);
});
