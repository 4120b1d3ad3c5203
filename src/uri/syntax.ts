/** The generic syntax of a scheme, as data: which components its URLs have, and which characters each may have. */
import { type CharacterSet, PCHAR, QUERY, SUB_DELIMS, UNRESERVED } from './characters.ts';
import type { HostKind } from './host.ts';
import { type Policy, policy } from './percent.ts';

export interface Syntax {
  /**
   * `required`: `//` must follow the colon. `optional`: it may. `none`: what follows the colon is opaque.
   * `browser`: any number of slashes, even zero, is `//` (WHATWG URL, "special authority slashes").
   */
  readonly authority: 'required' | 'optional' | 'none' | 'browser';
  readonly host: HostKind;
  /** Whether an empty host has a meaning (the local machine, the configured server). */
  readonly emptyHost: boolean;
  readonly userInfo: 'allowed' | 'ignored' | 'error';
  readonly port: number | null;
  readonly portAllowed: boolean;
  /** Whether backslashes are slashes, and tab, CR and LF are dropped. */
  readonly asBrowsersRead: boolean;
  /** Whether `/` means hierarchy, so that dot segments are removed. */
  readonly dotSegments: boolean;
  /** Whether an empty path after an authority is written `/`. */
  readonly rootPath: boolean;
  /** Whether `?` begins a query; elsewhere it is data. */
  readonly query: boolean;
  /** Whether characters beyond ASCII are UTF-8 in every dialect. */
  readonly utf8Only: boolean;
  readonly policies: Policies;
}

/** What happens to every character in each component. */
export interface Policies {
  readonly user: Policy;
  readonly password: Policy;
  readonly path: Policy;
  readonly query: Policy;
  readonly fragment: Policy;
}

/** Characters that browsers drop. */
const DROPPED = '\t\n\r';

/**
 * Makes the policies of a scheme.
 *
 * @param options.path - which characters may appear raw in the path; RFC 3986 `pchar` and `/` by default
 * @param options.decode - which escapes the path decodes; `unreserved` by default
 * @param options.query - whether `?` ends the path; `true` by default
 * @param options.login - which escapes user and password decode; `unreserved` by default
 * @param options.dots - whether the path may have dot segments
 * @param options.mark - raw characters of the path whose first offset the scheme needs
 * @param options.browser - whether the components are cleaned as browsers do
 */
export function policies(options: {
  path?: CharacterSet;
  decode?: CharacterSet;
  login?: CharacterSet;
  query?: boolean;
  dots?: boolean;
  mark?: string;
  browser?: boolean;
}): Policies {
  const { path = PCHAR.or('/'), decode = UNRESERVED, query = true, dots = false, mark = '', browser = false } = options;
  const { login = UNRESERVED } = options;
  return {
    ...loginPolicies(login),
    path: policy(path, {
      decode,
      stop: query ? '?#' : '#',
      mark,
      dots,
      reread: browser ? `${DROPPED}\\` : '',
    }),
    ...tailPolicies(browser),
  };
}

// Most schemes share these policies, and a table takes longer to make than all other properties of a scheme.
const logins = new Map<CharacterSet, Pick<Policies, 'user' | 'password'>>();
const tails = new Map<boolean, Pick<Policies, 'query' | 'fragment'>>();

function loginPolicies(decode: CharacterSet): Pick<Policies, 'user' | 'password'> {
  const made = logins.get(decode) ?? {
    user: policy(LOGIN, { decode, stop: ':' }),
    password: policy(LOGIN, { decode }),
  };
  logins.set(decode, made);
  return made;
}

function tailPolicies(browser: boolean): Pick<Policies, 'query' | 'fragment'> {
  const reread = browser ? DROPPED : '';
  const made = tails.get(browser) ?? {
    query: policy(QUERY, { stop: '#', reread }),
    fragment: policy(QUERY, { reread }),
  };
  tails.set(browser, made);
  return made;
}

/**
 * The syntax of RFC 3986 with some changes. Every syntax is made here, so that all objects have one shape, which keeps
 * property access fast.
 */
export function syntaxOf(changes: Partial<Syntax>): Syntax {
  return {
    authority: changes.authority ?? 'optional',
    host: changes.host ?? 'registered',
    emptyHost: changes.emptyHost ?? true,
    userInfo: changes.userInfo ?? 'allowed',
    port: changes.port ?? null,
    portAllowed: changes.portAllowed ?? true,
    asBrowsersRead: changes.asBrowsersRead ?? false,
    dotSegments: changes.dotSegments ?? false,
    rootPath: changes.rootPath ?? false,
    query: changes.query ?? true,
    utf8Only: changes.utf8Only ?? false,
    policies: changes.policies ?? policies({}),
  };
}

/** In a user name and a password only `:`, `@` and `/` are reserved (draft-hoffkohn-rfc1738bis §2.1). */
export const LOGIN: CharacterSet = UNRESERVED.or(SUB_DELIMS);

/** RFC 3986 and nothing else: the syntax of unknown schemes. */
export const genericSyntax: Syntax = syntaxOf({ dotSegments: true, policies: policies({ dots: true }) });

/**
 * `//<user>:<password>@<host>:<port>/<url-path>`: the common Internet scheme syntax (draft-hoffkohn-rfc1738bis §2.1).
 */
export function internetSyntax(port: number | null, changes: Partial<Syntax> = {}): Syntax {
  return syntaxOf({
    authority: 'required',
    host: 'network',
    emptyHost: false,
    port,
    rootPath: true,
    ...changes,
    policies: changes.policies ?? policies({ login: LOGIN }),
  });
}

/** The syntax of http, https, ws and wss, which browsers read in one way (WHATWG URL §3.1, "special scheme"). */
export function browserSyntax(port: number): Syntax {
  return internetSyntax(port, {
    authority: 'browser',
    host: 'web',
    asBrowsersRead: true,
    dotSegments: true,
    policies: policies({ dots: true, browser: true }),
  });
}
