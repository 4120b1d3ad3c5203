/**
 * Whether a URL that a stranger gave may be called back: one check after another, each with what it saw and what to
 * do about it. Hosts, addresses and ports are judged by the egress policy of the gateways, so the two never disagree.
 */

import { isListed } from '../../worker/gateway/core/settings.ts';
import type { ValidationPolicy } from '../../worker/webhooks/policy.ts';
import { parseAddress } from '../egress/address.ts';
import {
  approach,
  type Destination,
  type EgressPolicy,
  hostKey,
  judgeConsent,
  judgeHost,
  judgePort,
} from '../egress/policy.ts';
import { type DiagnosticCode, explain, type Resolution, schemes, UrlError } from '../index.ts';
import { likenessIn } from './scripts.ts';

/** What a check found. */
export interface Finding {
  /** `null` = there was nothing to look at. */
  readonly pass: boolean | null;
  /** What it saw. */
  readonly detail: string;
  /** What to do; `null` where all is well. */
  readonly advice: string | null;
}

export interface Check extends Finding {
  readonly id: CheckId;
  /** An `error` that does not pass makes the URL invalid; a `warning` leaves it to whoever asked. */
  readonly severity: 'error' | 'warning';
}

/** A URL that could be read. */
export interface Subject {
  readonly input: string;
  readonly resolution: Resolution;
  readonly policy: ValidationPolicy;
  readonly egress: EgressPolicy;
}

export const pass = (detail: string): Finding => ({ pass: true, detail, advice: null });
export const fail = (detail: string, advice: string): Finding => ({ pass: false, detail, advice });
export const unseen = (detail: string): Finding => ({ pass: null, detail, advice: null });

interface Rule {
  readonly severity: Check['severity'];
  readonly judge: (subject: Subject) => Finding;
}

const NO_HOST = unseen('There is no host.');
/** What is said of an entry of `EGRESS_ALLOW`. */
export const EXEMPT = 'The operator of this service allows this very host and port.';

/** The rules that need no network, in the order of the verdict. */
const rules = {
  scheme: { severity: 'error', judge: judgeScheme },
  'host-present': { severity: 'error', judge: judgeHostPresent },
  'no-credentials': { severity: 'error', judge: judgeCredentials },
  'no-fragment': { severity: 'error', judge: judgeFragment },
  'no-control-characters': { severity: 'error', judge: judgeControls },
  'host-not-obfuscated': { severity: 'error', judge: judgeObfuscation },
  'host-allowed': { severity: 'error', judge: judgeLists },
  'not-our-own-host': { severity: 'error', judge: judgeOwnHost },
  'public-address': { severity: 'error', judge: judgePublic },
  port: { severity: 'error', judge: judgeItsPort },
  'single-script': { severity: 'warning', judge: judgeScripts },
  length: { severity: 'error', judge: judgeLength },
} as const satisfies Record<string, Rule>;

export type CheckId = keyof typeof rules | 'well-formed' | 'public-dns';

/** Every check, in the order of the verdict. */
export const CHECK_IDS: readonly CheckId[] = ['well-formed', ...ruleIds(), 'public-dns'];

function ruleIds(): (keyof typeof rules)[] {
  return Object.keys(rules) as (keyof typeof rules)[];
}

/** A URL as far as it can be judged without asking anybody. */
export interface Judged {
  /** `null` where it could not be read. */
  readonly subject: Subject | null;
  readonly checks: readonly Check[];
}

/**
 * Judges a URL without asking anybody.
 *
 * @example
 * ```ts
 * judge('https://0x7f.1/', policyOf({}), egress).checks.filter(({ pass }) => pass === false); // two of them
 * ```
 */
export function judge(input: string, policy: ValidationPolicy, egress: EgressPolicy): Judged {
  try {
    const resolution = explain(input);
    const subject = { input, resolution, policy, egress };
    const same = resolution.canonical === input;
    const formed = pass(same ? 'It is canonical.' : `It is a URL; its canonical form is ${resolution.canonical}.`);
    return {
      subject,
      checks: [check('well-formed', formed), ...ruleIds().map((id) => check(id, rules[id].judge(subject)))],
    };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    const broken = fail(`It cannot be read, from character ${error.index + 1} on.`, error.message);
    const unread = unseen('The URL cannot be read.');
    return { subject: null, checks: [check('well-formed', broken), ...ruleIds().map((id) => check(id, unread))] };
  }
}

/** A finding under the name of its check. */
export function check(id: CheckId, finding: Finding): Check {
  const severity = id === 'well-formed' || id === 'public-dns' ? 'error' : rules[id].severity;
  return { id, pass: finding.pass, severity, detail: finding.detail, advice: finding.advice };
}

function judgeScheme({ resolution, policy }: Subject): Finding {
  const { scheme, diagnostics } = resolution;
  if (diagnostics.some(({ code }) => code === 'unsafe-scheme')) {
    return fail(`${scheme}: carries code or content of its own.`, 'Use a URL that names a server.');
  }
  return policy.schemes.includes(scheme)
    ? pass(`The scheme is ${scheme}.`)
    : fail(`The scheme is ${scheme}.`, `Use ${policy.schemes.join(' or ')}.`);
}

function judgeHostPresent({ resolution }: Subject): Finding {
  const { host } = resolution.components;
  return hasHost(host) ? pass(`The host is ${host}.`) : fail('There is no host.', 'Name the server to call.');
}

function hasHost(host: string | null): host is string {
  return host !== null && host !== '';
}

function judgeCredentials({ resolution, policy }: Subject): Finding {
  const { user, password } = resolution.components;
  if (user === null && password === null) return pass('There is no user name and no password.');
  const saw = password === null ? 'There is a user name before the host.' : 'There is a password before the host.';
  return policy.allowCredentials ? pass(saw) : fail(saw, 'Leave it out: it ends up in logs, and hides the true host.');
}

function judgeFragment({ resolution, policy }: Subject): Finding {
  if (resolution.components.fragment === null) return pass('There is no fragment.');
  const saw = 'There is a fragment.';
  return policy.allowFragment ? pass(saw) : fail(saw, 'Leave out what begins with “#”: no server ever sees it.');
}

/** Controls, the separators of lines and paragraphs, and what only directs text: bidi and zero-width. */
const CONTROL = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;
const ESCAPED_CONTROL = /%(?:[01][\dA-F]|7F)/;

function judgeControls({ input, resolution }: Subject): Finding {
  const raw = CONTROL.exec(input);
  const advice = 'Leave it out: what reads the URL next may take it for the end of a line.';
  if (raw !== null) return fail(`Character ${raw.index + 1} is a control, ${codePointOf(raw[0])}.`, advice);
  const escaped = ESCAPED_CONTROL.exec(resolution.canonical);
  return escaped === null ? pass('There is no control character.') : fail(`There is a control, ${escaped[0]}.`, advice);
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What only somebody writes who wants the host to be misread. */
const DISGUISES: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'host-ipv4-obfuscated',
  'host-percent',
  'tab-or-newline',
  'backslash',
  'slashes',
]);

function judgeObfuscation({ resolution }: Subject): Finding {
  const { components, diagnostics } = resolution;
  const { host } = components;
  if (!hasHost(host)) return NO_HOST;
  const disguise = diagnostics.find(({ code }) => DISGUISES.has(code));
  if (disguise !== undefined) return fail(disguise.message, `Write the host plainly: ${host}.`);
  const styled = diagnostics.find(({ code }) => code === 'host-idna-mapped');
  if (styled !== undefined && !host.includes('xn--')) {
    return fail('The host is written in letters that only look unlike ASCII.', `Write the host plainly: ${host}.`);
  }
  return pass('The host is written plainly.');
}

function judgeLists({ resolution, policy, egress }: Subject): Finding {
  const { host } = resolution.components;
  if (!hasHost(host)) return NO_HOST;
  const consent = judgeConsent(host, egress);
  if (!consent.allowed) return fail(consent.detail, 'Use another host.');
  if (isListed(host, policy.denyHosts))
    return fail(`${host} is on the list of hosts that are denied.`, 'Use another host.');
  if (policy.allowHosts === null) return pass('No list speaks against the host.');
  return isListed(host, policy.allowHosts)
    ? pass(`${host} is on the list of hosts that are allowed.`)
    : fail(`${host} is not on the list of hosts that are allowed.`, 'Use one of them, or have this one added.');
}

function judgeOwnHost(subject: Subject): Finding {
  const { resolution, egress } = subject;
  const { host } = resolution.components;
  if (!hasHost(host)) return NO_HOST;
  if (isExempt(subject)) return pass(EXEMPT);
  return egress.ownHosts.has(hostKey(host))
    ? fail('The URL leads back to this service.', 'Name another server.')
    : pass('The host is not this service.');
}

const NAMES_A_PRIVATE_HOST = 'Use a host that everybody on the Internet can reach.';

function judgePublic(subject: Subject): Finding {
  const { host } = subject.resolution.components;
  if (!hasHost(host)) return NO_HOST;
  if (isExempt(subject)) return pass(EXEMPT);
  const verdict = judgeHost(host, { ...subject.egress, deny: NOBODY, ownHosts: NOBODY });
  if (!verdict.allowed) return fail(verdict.detail, NAMES_A_PRIVATE_HOST);
  return pass(isAddress(host) ? 'The address is on the public Internet.' : 'The name is one of public DNS.');
}

const NOBODY: ReadonlySet<string> = new Set();

function judgeItsPort(subject: Subject): Finding {
  const { policy, egress } = subject;
  const { port, defaultPort } = destinationOf(subject);
  if (port === null) return unseen('The scheme knows no ports.');
  const saw = `The port is ${port}.`;
  if (policy.ports !== null) {
    return policy.ports.includes(port) ? pass(saw) : fail(saw, `Use ${policy.ports.join(' or ') || 'no port at all'}.`);
  }
  if (isExempt(subject)) return pass(EXEMPT);
  const verdict = judgePort(port, defaultPort, egress);
  return verdict.allowed
    ? pass(saw)
    : fail(verdict.detail, `Use ${defaultPort ?? 'another port'}, or another one from 1024 on.`);
}

function judgeScripts({ resolution }: Subject): Finding {
  const { host, hostUnicode } = resolution.components;
  if (!hasHost(host)) return NO_HOST;
  const likeness = likenessIn(hostUnicode ?? host);
  return likeness === null
    ? pass('No label looks like another one.')
    : fail(likeness, 'Make sure that it is the host that was meant.');
}

function judgeLength({ resolution, policy }: Subject): Finding {
  const { length } = resolution.canonical;
  const saw = `The URL has ${length} characters.`;
  return length <= policy.maxLength ? pass(saw) : fail(saw, `Use at most ${policy.maxLength}.`);
}

/** Where a URL leads, with `null` for a port that its scheme does not know. */
export function destinationOf({ resolution }: Subject): Omit<Destination, 'port'> & { readonly port: number | null } {
  const { components, scheme } = resolution;
  return { host: components.host ?? '', port: components.port, defaultPort: schemes.get(scheme)?.defaultPort ?? null };
}

/** Whether `EGRESS_ALLOW` lifts the rules on addresses and ports. */
export function isExempt(subject: Subject): boolean {
  const { host, port, defaultPort } = destinationOf(subject);
  if (port === null || !subject.egress.allow.has(`${hostKey(host)} ${port}`)) return false;
  const way = approach({ host, port, defaultPort }, subject.egress);
  return way.kind === 'listed' || way.kind === 'literal';
}

export function isAddress(host: string): boolean {
  return parseAddress(host) !== null;
}
