/**
 * What a scheme says about the generic parts of its URLs, as data. `uri/` reads every URL by such a
 * description and knows no scheme.
 */
import { type CharacterSet, PCHAR, QUERY, SUB_DELIMS, UNRESERVED } from './characters.ts';
import type { HostKind } from './host.ts';
import { type Policy, policy } from './percent.ts';

export interface Syntax {
  /**
   * `required`: `//` must be there. `optional`: it may be. `none`: what follows the colon is opaque.
   * `browser`: any number of slashes, none included, is `//` (WHATWG URL, "special authority slashes").
   */
  readonly authority: 'required' | 'optional' | 'none' | 'browser';
  readonly host: HostKind;
  /** Whether an empty host stands for something (the local machine, the configured server). */
  readonly emptyHost: boolean;
  readonly userInfo: 'allowed' | 'ignored' | 'error';
  readonly port: number | null;
  readonly portAllowed: boolean;
  /** Backslashes are slashes; tab, CR and LF vanish. */
  readonly asBrowsersRead: boolean;
  /** Whether `/` means hierarchy, so that dot segments are removed. */
  readonly dotSegments: boolean;
  /** Whether an empty path behind an authority is written `/`. */
  readonly rootPath: boolean;
  /** Whether `?` begins a query; elsewhere it is data. */
  readonly query: boolean;
  /** Whether characters beyond ASCII are UTF-8 in every dialect. */
  readonly utf8Only: boolean;
  readonly policies: Policies;
}

/** The fate of every character in each component. */
export interface Policies {
  readonly user: Policy;
  readonly password: Policy;
  readonly path: Policy;
  readonly query: Policy;
  readonly fragment: Policy;
}

/** Characters that vanish where browsers' reading rules. */
const VANISHING = '\t\n\r';

/**
 * Makes the policies of a scheme.
 *
 * @param options.path - what may stand raw in the path; RFC 3986 `pchar` and `/` unless given
 * @param options.decode - which escapes the path decodes; `unreserved` unless given
 */
export function policies(options: {
  path?: CharacterSet;
  decode?: CharacterSet;
  query?: boolean;
  dots?: boolean;
  mark?: string;
  browser?: boolean;
}): Policies {
  const { path = PCHAR.or('/'), decode = UNRESERVED, query = true, dots = false, mark = '', browser = false } = options;
  const vanishing = browser ? VANISHING : '';
  return {
    user: policy(UNRESERVED.or(SUB_DELIMS), { stop: ':' }),
    password: policy(UNRESERVED.or(SUB_DELIMS)),
    path: policy(path, {
      decode,
      stop: query ? '?#' : '#',
      mark,
      dots,
      reread: browser ? `${VANISHING}\\` : '',
    }),
    query: policy(QUERY, { stop: '#', reread: vanishing }),
    fragment: policy(QUERY, { reread: vanishing }),
  };
}

/**
 * The syntax of RFC 3986, but for what is given. Every syntax is made here, so that all have one shape and
 * the engine reads them all by the same code.
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

/** RFC 3986 and nothing else: the syntax of schemes that nobody knows. */
export const genericSyntax: Syntax = syntaxOf({ dotSegments: true, policies: policies({ dots: true }) });

/** `//<user>:<password>@<host>:<port>/<url-path>`: the common Internet scheme syntax (draft-hoffkohn-rfc1738bis §2.1). */
export function internetSyntax(port: number | null, changes: Partial<Syntax> = {}): Syntax {
  return syntaxOf({ authority: 'required', host: 'network', emptyHost: false, port, rootPath: true, ...changes });
}
