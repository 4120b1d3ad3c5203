/**
 * Checks whether it is safe to call back a URL that a stranger supplied. Each check says what it found and what to do
 * about it. Hosts, addresses and ports are judged by the egress policy, so this service and the gateways agree.
 */
import { parseAddress } from '../egress/address.ts';
import { type ConnectionJudgement, judge as judgeConnection, type NameAnswers } from '../egress/judgement.ts';
import { reader } from '../every-scheme.ts';
import { findingsOf, type ReadUrl } from '../explanation.ts';
import { idna } from '../idna/idna.ts';
import { codePointOf } from '../octets/controls.ts';
import { UNSAFE_SCHEMES } from '../schemes/unknown.ts';
import { entryOf, type UrlFinding } from '../uri/diagnostic.ts';
import { UrlError } from '../uri/error.ts';
import { type GenericDiagnosticCode, generic } from '../uri/generic-diagnostics.ts';
import { dialects } from '../uri/scheme-rules.ts';
import type { UrlInput } from '../uri/url-object.ts';
import type { WebhookPolicy } from './policy.ts';
import { lookalikeIn } from './scripts.ts';

/**
 * Why a check has no result although it applies: a resolver `resolver-failed` to answer or was `resolver-silent`,
 * `lookup-limit` = the request had no lookups left, `no-resolver` = this service looks up no names, `not-looked-up` =
 * the addresses of the name decide, and nobody asked for them.
 */
export const UNDETERMINED = [
  'resolver-failed',
  'resolver-silent',
  'lookup-limit',
  'no-resolver',
  'not-looked-up',
] as const;
export type Undetermined = (typeof UNDETERMINED)[number];

/** The result of a check. */
export interface Finding {
  /** `null` = there is no result: the check does not apply, or `undetermined` says why it has none. */
  readonly pass: boolean | null;
  /** `null` = the check has a result, or does not apply. */
  readonly undetermined: Undetermined | null;
  /** What the check found. */
  readonly detail: string;
  /** What to do; `null` if there is nothing to do. */
  readonly advice: string | null;
}

export interface Check extends Finding {
  readonly id: CheckId;
  /** An `error` that does not pass makes the URL invalid. A `warning` leaves the decision to the caller. */
  readonly severity: CheckSeverity;
}

type CheckSeverity = 'error' | 'warning';

/** The server that a URL names. */
interface CallbackTarget {
  /** Canonical; empty if the URL has none. */
  readonly host: string;
  /** `null` if the scheme has no ports. */
  readonly port: number | null;
  readonly defaultPort: number | null;
}

/** A URL that was read, and the policies that judge it. */
export interface Subject extends WebhookPolicy {
  readonly url: ReadUrl;
  readonly target: CallbackTarget;
  /** What the rule on connections says of the target. */
  readonly judgement: ConnectionJudgement;
  /** What a check finds if the addresses of the name decide, and not all of them are known. */
  readonly unknown: Finding;
}

export const pass = (detail: string): Finding => ({ pass: true, undetermined: null, detail, advice: null });
export const fail = (detail: string, advice: string): Finding => ({ pass: false, undetermined: null, detail, advice });
export const notChecked = (detail: string): Finding => ({ pass: null, undetermined: null, detail, advice: null });
export const undecided = (undetermined: Undetermined, detail: string, advice: string): Finding => {
  return { pass: null, undetermined, detail, advice };
};

/** Whether a URL may be called back, and why. */
export interface UrlVerdict {
  /** The checks that fail. A warning is among them, too, and leaves the URL valid. */
  readonly failed: readonly CheckId[];
  /** The checks that apply and have no result, as `undetermined` says. */
  readonly unknown: readonly CheckId[];
  /** Whether no check with the severity `error` fails; `null` = none fails, but one is unknown. */
  readonly valid: boolean | null;
  /** The URL as it was supplied. */
  readonly input: string;
  /** The URL to store and to call; `null` if the input cannot be read. */
  readonly canonical: string | null;
  /** Every check, also those that pass, in a fixed order. */
  readonly checks: readonly Check[];
}

/** The verdict that follows from checks. */
export function verdictOf({ input, subject }: Omit<OfflineVerdict, 'checks'>, checks: readonly Check[]): UrlVerdict {
  const failed = checks.filter(({ pass }) => pass === false);
  const unknown = checks.filter(({ undetermined }) => undetermined !== null);
  return {
    failed: failed.map(({ id }) => id),
    unknown: unknown.map(({ id }) => id),
    valid: !failed.some(isDecisive) && (unknown.some(isDecisive) ? null : true),
    input,
    canonical: subject?.url.canonical ?? null,
    checks,
  };
}

function isDecisive({ severity }: Check): boolean {
  return severity === 'error';
}

const NO_HOST = notChecked('The URL has no host.');
const UNREADABLE = 'The URL is invalid.';
/** What a check says about a host and port in `EGRESS_ALLOW`. */
export const EXEMPT = 'The operator of this service allows this host and port.';

/** The checks that need a readable URL but no network, in the order of the verdict. */
const offlineChecks = [
  { id: 'scheme', severity: 'error', judge: judgeScheme },
  { id: 'host-present', severity: 'error', judge: judgeHostPresent },
  { id: 'no-credentials', severity: 'error', judge: judgeCredentials },
  { id: 'no-fragment', severity: 'error', judge: judgeFragment },
  { id: 'no-control-characters', severity: 'error', judge: judgeControls },
  { id: 'host-not-obfuscated', severity: 'error', judge: judgeObfuscation },
  { id: 'host-allowed', severity: 'error', judge: judgeLists },
  { id: 'not-our-own-host', severity: 'error', judge: judgeOwnHost },
  { id: 'public-address', severity: 'error', judge: judgePublicAddress },
  { id: 'port', severity: 'error', judge: judgeTargetPort },
  { id: 'single-script', severity: 'warning', judge: judgeScripts },
  { id: 'no-deviation-characters', severity: 'warning', judge: judgeDeviations },
  { id: 'length', severity: 'error', judge: judgeLength },
] as const satisfies readonly { id: string; severity: CheckSeverity; judge: (subject: Subject) => Finding }[];

export type CheckId = 'well-formed' | (typeof offlineChecks)[number]['id'] | 'public-dns';

/** Every check, in the order of the verdict. */
export const CHECK_IDS: readonly CheckId[] = ['well-formed', ...offlineChecks.map(({ id }) => id), 'public-dns'];

/** What can be judged about a URL without the network. */
interface OfflineVerdict {
  /** The URL as it was supplied. */
  readonly input: string;
  /** `null` if the URL cannot be read. */
  readonly subject: Subject | null;
  readonly checks: readonly Check[];
}

const readWithFindings = /* @__PURE__ */ findingsOf(reader, idna);

function findingIn({ findings }: ReadUrl, wanted: GenericDiagnosticCode): UrlFinding | undefined {
  return findings.items.find(({ code }) => code === wanted);
}

/** Runs every check of a URL that needs no network: all but `public-dns`. */
export function judge(url: UrlInput, { sender, egress }: WebhookPolicy): OfflineVerdict {
  try {
    const read = readWithFindings(url, dialects.current);
    const { input, canonical } = read;
    const subject = offlineSubject(read, { sender, egress });
    const wellFormed = pass(
      canonical === input ? 'The URL is canonical.' : `The URL is valid; its canonical form is ${canonical}.`,
    );
    const others = offlineChecks.map(({ id, severity, judge }): Check => ({ id, severity, ...judge(subject) }));
    return { input, subject, checks: [{ id: 'well-formed', severity: 'error', ...wellFormed }, ...others] };
  } catch (error) {
    if (!(error instanceof UrlError)) throw error;
    const malformed = fail(`The URL is invalid from character ${error.index + 1} on.`, error.message);
    const others = offlineChecks.map(({ id, severity }): Check => ({ id, severity, ...notChecked(UNREADABLE) }));
    const all = [{ id: 'well-formed', severity: 'error', ...malformed } as const, ...others];
    return { input: error.input, subject: null, checks: all };
  }
}

function offlineSubject(url: ReadUrl, { sender, egress }: WebhookPolicy): Subject {
  const { parts, definition } = url;
  const target = { host: parts.host ?? '', port: parts.port, defaultPort: definition.defaultPort };
  const judgement = judgeConnection(target, null, egress, sender);
  const unknown = egress.dns.kind === 'system' ? NOBODY_LOOKS_UP : NOT_LOOKED_UP;
  return { url, target, sender, egress, judgement, unknown };
}

const NOT_LOOKED_UP = undecided(
  'not-looked-up',
  'The addresses of the name decide, and they were not looked up.',
  'Look up the name, and check each of its addresses.',
);
const NOBODY_LOOKS_UP = undecided(
  'no-resolver',
  'The addresses of the name decide, and this service does not look up names itself.',
  'Look up the name yourself, and compare each of its addresses with the lists.',
);

/** The subject with the addresses of its name. `unknown` is for a name that may have more of them. */
export function withAnswers(subject: Subject, answers: NameAnswers, unknown: Finding): Subject {
  const { target, egress, sender } = subject;
  return { ...subject, judgement: judgeConnection(target, answers, egress, sender), unknown };
}

function judgeScheme({ url, sender }: Subject): Finding {
  const { scheme } = url.parts;
  if (UNSAFE_SCHEMES.has(scheme)) {
    return fail(`${scheme}: URLs contain code or content.`, 'Use a URL that names a server.');
  }
  return sender.schemes.includes(scheme)
    ? pass(`The scheme is ${scheme}.`)
    : fail(`The scheme is ${scheme}.`, `Use ${sender.schemes.join(' or ')}.`);
}

function judgeHostPresent({ target: { host } }: Subject): Finding {
  return host === '' ? fail('The URL has no host.', 'Name the server to call.') : pass(`The host is ${host}.`);
}

function judgeCredentials({ url, sender }: Subject): Finding {
  const { user, password } = url.parts;
  if (user === null) return pass('The URL has no user name or password.');
  const detail =
    password === null ? 'The URL has a user name before the host.' : 'The URL has a password before the host.';
  return sender.allowCredentials
    ? pass(detail)
    : fail(detail, 'Remove it: it ends up in logs and disguises the real host.');
}

function judgeFragment({ url, sender }: Subject): Finding {
  if (url.parts.fragment === null) return pass('The URL has no fragment.');
  const detail = 'The URL has a fragment.';
  return sender.allowFragment
    ? pass(detail)
    : fail(detail, 'Remove the “#” and everything after it: servers never see it.');
}

/** Controls, line and paragraph separators, and invisible formatting characters: bidi and zero-width. */
const CONTROL = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;
const ESCAPED_CONTROL = /%(?:[01][\dA-F]|7F)/;

function judgeControls({ url: { input, canonical } }: Subject): Finding {
  const raw = CONTROL.exec(input);
  const advice = 'Remove it: other programs may read it as the end of a line.';
  if (raw !== null) return fail(`Character ${raw.index + 1} is a control character, ${codePointOf(raw[0])}.`, advice);
  const escaped = ESCAPED_CONTROL.exec(canonical);
  return escaped === null
    ? pass('The URL has no control characters.')
    : fail(`The URL has an escaped control character, ${escaped[0]}.`, advice);
}

/** Spellings whose only use is to disguise the host. */
const DISGUISES: ReadonlySet<string> = new Set<GenericDiagnosticCode>([
  'host-ipv4-obfuscated',
  'host-percent',
  'tab-or-newline',
  'backslash',
  'slashes',
]);

function judgeObfuscation({ url, target: { host }, judgement: { publicHost, isExempt } }: Subject): Finding {
  if (host === '') return NO_HOST;
  // A host that is refused in any notation is not worth writing.
  const advice = publicHost.allowed || isExempt ? `Write the host as ${host}.` : 'Use another host.';
  const disguise = url.findings.items.find(({ code }) => DISGUISES.has(code));
  if (disguise !== undefined) return fail(entryOf(disguise.code, generic).message, advice);
  if (findingIn(url, 'host-idna-mapped') !== undefined && !host.includes('xn--')) {
    return fail('The host uses unusual forms of ASCII letters.', advice);
  }
  return pass('The host is not disguised.');
}

/** What the lists say of the host and of its addresses. */
export function judgeLists({ target: { host }, judgement: { lists }, unknown }: Subject): Finding {
  if (host === '') return NO_HOST;
  const { ruling, listing, address } = lists;
  if (ruling === 'undecided') return unknown;
  if (!ruling.allowed) {
    const detail = address === null ? ruling.detail : `${host} resolves to ${address}. ${ruling.detail}`;
    return fail(
      detail,
      listing === 'not-allowed' ? 'Use an allowed host, or add this one to the list.' : 'Use another host.',
    );
  }
  switch (listing) {
    case 'allowed':
      return pass(`${host} is on the list of allowed hosts.`);
    case 'by-address':
      return pass('Every address of the name is on the list of allowed hosts.');
    default:
      return pass('The host is not on a deny list.');
  }
}

function judgeOwnHost({ target: { host }, judgement: { ownHost, isExempt } }: Subject): Finding {
  if (host === '') return NO_HOST;
  if (isExempt) return pass(EXEMPT);
  return ownHost.allowed
    ? pass('The host is not this service.')
    : fail('The URL leads back to this service.', 'Use another host.');
}

function judgePublicAddress({ target: { host }, judgement: { publicHost, isExempt } }: Subject): Finding {
  if (host === '') return NO_HOST;
  if (isExempt) return pass(EXEMPT);
  if (!publicHost.allowed) return fail(publicHost.detail, 'Use a host on the public Internet.');
  return pass(
    parseAddress(host) !== null ? 'The address is on the public Internet.' : 'The name is a public DNS name.',
  );
}

/** What the rules on ports say, also at the addresses of the name. */
export function judgeTargetPort({ target, sender, judgement, unknown }: Subject): Finding {
  const { port, defaultPort } = target;
  const ruling = judgement.port;
  if (port === null) return notChecked('The scheme has no ports.');
  if (ruling === 'undecided') return unknown;
  if (ruling.allowed) return pass(judgement.isExempt && sender.ports === null ? EXEMPT : `The port is ${port}.`);
  return sender.ports === null
    ? fail(ruling.detail, `Use ${defaultPort === null ? '' : `port ${defaultPort}, or `}another port from 1024 on.`)
    : fail(`The port is ${port}.`, `Use ${sender.ports.join(' or ') || 'no port at all'}.`);
}

function judgeScripts({ url, target: { host } }: Subject): Finding {
  if (host === '') return NO_HOST;
  const lookalike = lookalikeIn(url.parts.hostUnicode ?? host);
  return lookalike === null
    ? pass('No part of the name looks like another name.')
    : fail(lookalike, 'Check that this is the intended host.');
}

/** ß, ς and both joiners (UTS 46 §5, "deviation"). */
const DEVIATION = /[\u00df\u03c2\u200c\u200d]/;

function judgeDeviations({ url, target: { host } }: Subject): Finding {
  if (host === '') return NO_HOST;
  const label = findingIn(url, 'host-idna-label');
  if (label !== undefined) {
    return fail(
      `${label.before} is not a valid international label. Some programs refuse the host.`,
      'Check that this is the intended host.',
    );
  }
  const deviation = DEVIATION.exec(url.parts.hostUnicode ?? host);
  if (deviation === null) return pass('Every version of IDNA reads the host the same way.');
  return fail(
    `The host has ${codePointOf(deviation[0])}. Programs that follow IDNA 2003 replace it and call a different host.`,
    `Use the ASCII form: ${host}.`,
  );
}

function judgeLength({ url, sender }: Subject): Finding {
  const { length } = url.canonical;
  const detail = `The URL has ${length} characters.`;
  return length <= sender.maxLength ? pass(detail) : fail(detail, `Use at most ${sender.maxLength} characters.`);
}
