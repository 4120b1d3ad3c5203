/**
 * The table of endings: how a conversation with a server may end, and what readers are told then, which is the same on
 * pages, in JSON, in checks and in `waypost get`.
 */
import type { GatewayCode } from '../../../../src/net/failure.ts';
import type { CheckStatus } from '../../../../src/open/statuses.ts';
import type { Case } from './cases.ts';
import { type Ending, NOISE } from './double.ts';

/** What readers are told. */
export interface Verdict {
  /** The code of the failure; `null` = there is something to read. */
  readonly code: GatewayCode | null;
  /** The status of the page. */
  readonly status: number;
  readonly check: CheckStatus;
  /** Whether the last good copy is shown, if there is one. */
  readonly copy: boolean;
}

const good = (more: Partial<Verdict> = {}): Verdict => ({
  ...{ code: null, status: 200, check: 'alive', copy: false },
  ...more,
});
const bad = (code: GatewayCode, status: number, check: CheckStatus, copy: boolean): Verdict => ({
  ...{ code, status, check, copy },
});

export const VERDICTS = {
  here: good(),
  /** The server sent nothing, and may have nothing. */
  empty: good({ copy: true }),
  unreachable: bad('gateway-unreachable', 502, 'unreachable', true),
  /** The server spoke its protocol before the connection ended. */
  broken: bad('gateway-unreachable', 502, 'unavailable', true),
  silent: bad('gateway-timeout', 504, 'unreachable', true),
  /** As `broken`, of one that is silent then. */
  stopped: bad('gateway-timeout', 504, 'unavailable', true),
  /** A server of another protocol that waits for more. */
  waiting: bad('gateway-timeout', 504, 'other-protocol', true),
  /** The octets of a file have begun to arrive, so that its status cannot change. */
  begun: { ...good(), code: 'gateway-unreachable', check: 'unreachable' },
  busy: bad('gateway-busy', 503, 'unavailable', true),
  alien: bad('gateway-protocol', 502, 'other-protocol', false),
  /** As `alien`, after the server spoke its protocol. */
  odd: bad('gateway-protocol', 502, 'unavailable', false),
  long: bad('gateway-limit', 502, 'alive', false),
  gone: bad('not-found', 404, 'gone', false),
  denied: bad('forbidden', 403, 'restricted', false),
} as const satisfies Readonly<Record<string, Verdict>>;

export type VerdictName = keyof typeof VERDICTS;

interface Row {
  /** `null` = the protocol of the link has none like it. */
  make(one: Case): Ending | null;
  /** The verdict for most links. */
  readonly usual: VerdictName;
  /** The verdicts for others, by their names in `cases.ts`. */
  readonly except?: Readonly<Record<string, VerdictName>>;
}

/** An answer in words. */
const answered = (octets: string | undefined): Ending | null =>
  octets === undefined ? null : { at: 'request', how: 'closes', octets };

const TERMINAL = 'terminal session';
/** Whatever a host says to a terminal, it is there. */
const HOST = { [TERMINAL]: 'here' } as const;
/** An empty text or file of gopher looks the same. */
const EMPTY = { 'gopher text': 'empty', 'gopher file': 'empty' } as const;
/** A text of gopher may have any octets, and its end is that of the connection. */
const TEXT = { 'gopher text': 'here', 'gopher file': 'here' } as const;
/** As that, and a menu of lines that are text. */
const LINES = { ...TEXT, 'gopher menu': 'here', 'finger user': 'here' } as const;

/** Servers that greet, or that begin an answer in a way that shows their protocol. */
const spoken = <Name extends VerdictName>(verdict: Name) => ({
  ...{ 'ftp directory': verdict, 'ftp file': verdict, 'news group': verdict, 'news article': verdict },
  ...{ 'mid message': verdict, 'dict word': verdict },
});
const begun = <Name extends VerdictName>(verdict: Name) => ({ ...spoken(verdict), 'go name': verdict });

/** Every ending, by what the server does. */
export const ENDINGS: Readonly<Record<string, Row>> = {
  'is not there': { make: () => ({ at: 'port' }), usual: 'unreachable' },
  closes: { make: () => ({ at: 'door', how: 'closes' }), usual: 'unreachable', except: EMPTY },
  resets: { make: () => ({ at: 'door', how: 'resets' }), usual: 'unreachable' },
  'is silent': { make: () => ({ at: 'door', how: 'is silent' }), usual: 'silent', except: HOST },
  'sends noise': {
    make: () => ({ at: 'door', how: 'closes', octets: NOISE }),
    usual: 'alien',
    // Datagrams of strangers are no answer.
    except: { ...TEXT, ...HOST, 'prospero names': 'silent' },
  },
  'sends a line without an end': {
    make: () => ({ at: 'door', how: 'goes on' }),
    usual: 'alien',
    except: { ...TEXT, ...HOST, 'finger user': 'long' },
  },
  'speaks another protocol': {
    make: () => ({ at: 'door', how: 'is silent', octets: 'SSH-2.0-OpenSSH_9.9\r\n' }),
    usual: 'alien',
    except: { 'finger user': 'waiting', 'wais search': 'waiting' },
  },
  'sends an empty line': {
    make: () => ({ at: 'door', how: 'closes', octets: '\r\n' }),
    usual: 'alien',
    except: { ...LINES, ...HOST, 'wais search': 'unreachable' },
  },
  'is full': {
    make: ({ hasGreeting, full }) =>
      hasGreeting && full !== undefined ? { at: 'door', how: 'closes', octets: full } : answered(full),
    usual: 'busy',
  },
  'sends one octet': {
    make: ({ hasGreeting }) => ({ at: hasGreeting ? 'door' : 'request', how: 'closes', octets: '2' }),
    usual: 'unreachable',
    // It begins no answer of HTTP.
    except: { ...LINES, ...HOST, 'go name': 'alien', 'http page': 'alien' },
  },
  'is asked, and closes': {
    make: () => ({ at: 'request', how: 'closes' }),
    usual: 'unreachable',
    except: { ...EMPTY, ...HOST, ...spoken('broken') },
  },
  'is asked, and resets': {
    make: () => ({ at: 'request', how: 'resets' }),
    usual: 'unreachable',
    except: { ...HOST, ...spoken('broken') },
  },
  'is asked, and is silent': {
    make: () => ({ at: 'request', how: 'is silent' }),
    usual: 'silent',
    except: { ...HOST, ...spoken('stopped') },
  },
  'is asked, and sends noise': {
    make: () => ({ at: 'request', how: 'closes', octets: NOISE }),
    usual: 'alien',
    except: { ...TEXT, ...HOST, ...spoken('odd') },
  },
  'says that it is busy': { make: ({ busy }) => answered(busy), usual: 'busy' },
  'says that it does not have it': {
    make: ({ missing }) => answered(missing),
    usual: 'gone',
    // A web server that is no service for names.
    except: { 'go name': 'alien' },
  },
  'denies access': { make: ({ denied }) => answered(denied), usual: 'denied' },
  'begins, and closes': {
    make: ({ part }) => ({ at: 'answer', after: part, how: 'closes' }),
    usual: 'unreachable',
    except: { ...LINES, ...HOST, ...begun('broken') },
  },
  'begins, and resets': {
    make: ({ part }) => ({ at: 'answer', after: part, how: 'resets' }),
    usual: 'unreachable',
    except: { ...HOST, ...begun('broken') },
  },
  'begins, and is silent': {
    make: ({ part }) => ({ at: 'answer', after: part, how: 'is silent' }),
    usual: 'silent',
    except: { ...HOST, ...begun('stopped'), 'gopher file': 'begun', 'http page': 'begun' },
  },
};

/** The name of a link in the table. */
export const nameOf = ({ kind, name }: Pick<Case, 'kind' | 'name'>): string => `${kind} ${name}`;
