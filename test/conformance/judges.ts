/**
 * How a row is judged: what its suite expects, put into the library's terms. Suites disagree on what a normal
 * form is, so each is measured by its own convention.
 */
import { canonicalize, equivalent, explain, parse, resolve, UrlError } from '../../src/index.ts';
import { surtOf } from '../../src/surt.ts';
import type { Operation, Row } from './rows.ts';

export interface Judgement {
  readonly pass: boolean;
  /** What the library gave, for the report. */
  readonly got: string;
  /** Codes of the diagnostics, or of the error. */
  readonly codes: readonly string[];
}

/** A base for rows that are relative references; its path is long, so that no row climbs over its root. */
const BASE = 'x-base://base.example/1/2/3/4/';
/**
 * A base for rows that begin with a host: those of an unknown scheme are left alone. Only IPvFuture, which http
 * refuses, stays with {@link BASE}.
 */
const HOST_BASE = 'http://base.example/';

/** The result of a function, or the library error that it threw. */
function attempt(give: () => string): { readonly text: string; readonly error: UrlError | null } {
  try {
    return { text: give(), error: null };
  } catch (error) {
    if (error instanceof UrlError) return { text: `error ${error.code} at ${error.index}`, error };
    throw error;
  }
}

const isAbsolute = (text: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text);
const settle = (text: string): string =>
  isAbsolute(text) ? canonicalize(text) : resolve(text, /^\/\/(?!\[v)/.test(text) ? HOST_BASE : BASE);

function judged(pass: boolean, got: ReturnType<typeof attempt>): Judgement {
  return { pass, got: got.text, codes: got.error === null ? [] : [got.error.code] };
}

/** Equal once both sides are canonical; `null` expects an error. */
function judgeResolve({ input, base = '', expect, spec = '' }: Row): Judgement {
  const got = attempt(() => resolve(input, base, { lax: spec.includes('lax') }));
  if (typeof expect !== 'string') return judged(got.error !== null, got);
  const wanted = attempt(() => canonicalize(expect));
  return judged(got.error === null && got.text === wanted.text, got);
}

/**
 * Some rows show one step of a normalization, or one component of a URL, and leave the rest as it was: those ask
 * whether the two sides are the same URL. The others ask for a normal form.
 */
const oneStep = /^normalize|^URI_NORMALIZE_/;

function judgeNormalize({ input, expect, note = '' }: Row): Judgement {
  const got = attempt(() => settle(input));
  const wanted = attempt(() => (isAbsolute(input) && !oneStep.test(note) ? String(expect) : settle(String(expect))));
  return judged(got.error === null && got.text === wanted.text, got);
}

/** The path of a URL whose scheme has no rules of its own. */
function judgeNormalizePath({ input, expect }: Row): Judgement {
  const place = (path: string): string =>
    path.startsWith('/') ? canonicalize(`x-base://base.example${path}`) : resolve(path, 'x-base://base.example/');
  const got = attempt(() => place(input));
  return judged(got.error === null && got.text === attempt(() => place(String(expect))).text, got);
}

/** `parse` keeps the components as they were written: put together again they are the input. */
function judgeRoundtrip({ input, expect }: Row): Judgement {
  const got = attempt(() => recompose(input));
  return judged(got.text === expect, got);
}

/** RFC 3986 §5.3, with the authority taken apart. */
function recompose(url: string): string {
  const { user, password, host, port, path, query, fragment } = parse(url);
  const userInfo = user === null ? '' : `${user}${password === null ? '' : `:${password}`}@`;
  const authority = host === null ? '' : `//${userInfo}${host}${port === null ? '' : `:${port}`}`;
  const scheme = url.slice(0, url.indexOf(':') + 1);
  return `${scheme}${authority}${path}${query === null ? '' : `?${query}`}${fragment === null ? '' : `#${fragment}`}`;
}

function judgeEqual({ input, other = '', expect }: Row): Judgement {
  const got = attempt(() => String(equivalent(input, other)));
  return judged(got.text === String(expect), got);
}

function judgeRequest({ input, expect }: Row): Judgement {
  const got = attempt(() => {
    const resolution = explain(input);
    if (resolution.kind !== 'gopher' || resolution.request === null) return 'no request';
    return atob(resolution.request.octets);
  });
  return judged(got.error === null && got.text === expect, got);
}

function judgeHostIpv4({ input, expect }: Row): Judgement {
  const got = attempt(() => explain(`http://${input}/`).components.host ?? '');
  // If the suite expects no address, a name is right.
  return judged(expect === null ? !/^[0-9.]+$/.test(got.text) : got.text === expect, got);
}

/** The key that the program of the archives makes. */
function judgeSurt({ input, expect }: Row): Judgement {
  const got = attempt(() => surtOf(input));
  return judged(got.text === expect, got);
}

const control = /[\0-\x1f\x7f-\x9f]/;

/** Every string within a JSON value. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** As user and as host: no control character reaches the request of a client. */
function judgeTelnetClean({ input }: Row): Judgement {
  const results = [`telnet://${input}@h.example/`, `telnet://${input}/`].map((url) =>
    attempt(() => JSON.stringify(explain(url).request)),
  );
  const clean = results.every(
    ({ text, error }) => error !== null || !stringsIn(JSON.parse(text)).some((sent) => control.test(sent)),
  );
  return {
    pass: clean,
    got: results.map(({ text }) => text).join(' | '),
    codes: results.flatMap(({ error }) => (error === null ? [] : [error.code])),
  };
}

/** Diagnostics that do not concern the syntax of a URL. */
const CREDENTIALS = 'credentials-in-url';
const harmless: ReadonlySet<string> = new Set([
  CREDENTIALS,
  // What a server gets, or does not get, of a link that the grammar allows.
  'article-number-range',
  'ftp-empty-segment',
  'port-reserved',
  'prospero-field-unsent',
  'wais-control',
]);

/**
 * A valid row deserves no error, and no warning but {@link harmless} ones; an invalid one deserves some notice,
 * or a canonical form that is not the input.
 */
function judgeValidate({ input, valid }: Row): Judgement {
  const absolute = isAbsolute(input);
  try {
    const { canonical, diagnostics } = absolute ? explain(input) : explain(input, { base: BASE });
    const codes = diagnostics.map(({ code }) => code);
    const warned = diagnostics.some(({ severity, code }) => severity !== 'info' && !harmless.has(code));
    const noticed = diagnostics.some(({ code }) => code !== CREDENTIALS);
    const rewritten = absolute ? canonical !== input : !canonical.endsWith(input);
    return { pass: valid === true ? !warned : noticed || rewritten, got: canonical, codes };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    return { pass: valid !== true, got: `error ${error.code} at ${error.index}`, codes: [error.code] };
  }
}

const judges: Readonly<Record<Operation, (row: Row) => Judgement>> = {
  resolve: judgeResolve,
  normalize: judgeNormalize,
  'normalize-path': judgeNormalizePath,
  roundtrip: judgeRoundtrip,
  equal: judgeEqual,
  request: judgeRequest,
  'host-ipv4': judgeHostIpv4,
  surt: judgeSurt,
  'telnet-clean': judgeTelnetClean,
  validate: judgeValidate,
};

/** Judges one row. */
export function judge(row: Row): Judgement {
  return judges[row.op](row);
}

/** The group of a row; rows of older specifications or of rules that are off by default are counted apart. */
export function groupOf({ suite, op, spec = '' }: Row): string {
  const apart = op === 'resolve' && /1808|2396|lax/.exec(spec);
  return `${suite} ${op}${apart ? ` (${apart[0] === 'lax' ? 'lax' : `RFC ${apart[0]}`})` : ''}`;
}
