/** Verdicts on URLs: the checks that need no network, and the check that queries DNS. */
import { type Address, formatAddress, parseAddress } from '../../src/egress/address.ts';
import { hostKey } from '../../src/egress/host-list.ts';
import type { ChallengeResult } from '../../src/webhooks/challenge.ts';
import {
  type Check,
  EXEMPT,
  type Finding,
  fail,
  judge,
  judgeLists,
  judgeTargetPort,
  notChecked,
  pass,
  type Subject,
  type UrlVerdict,
  undecided,
  verdictOf,
  withAnswers,
} from '../../src/webhooks/checks.ts';
import type { WebhookPolicy } from '../../src/webhooks/policy.ts';
import type { Lookup, Lookups, Unanswered } from './lookups.ts';

/** An address that the URL leads to. */
interface JudgedAddress {
  /** Without brackets. */
  readonly address: string;
  /** How long DNS allows to keep the address, in seconds; `null` for the address in a URL. */
  readonly ttl: number | null;
}

export interface WebhookVerdict extends UrlVerdict {
  /** The addresses that were judged; `null` = they are not known, or not all of them. */
  readonly addresses: readonly JudgedAddress[] | null;
  /** Whether the endpoint wants to be called; `null` = it was not asked. */
  readonly challenge: ChallengeResult | null;
  /** When the addresses were looked up, or the verdict was made without a lookup: ISO 8601. */
  readonly checkedAt: string;
}

/** Judges whether a URL may be called back, with a DNS lookup if the policy requires one. */
export async function verdictOn(
  url: string,
  policy: WebhookPolicy,
  lookups: Pick<Lookups, 'find'>,
): Promise<WebhookVerdict> {
  const judged = judge(url, policy);
  const { subject, checks } = judged;
  const reason = reasonNotToLookUp(subject, checks);
  const lookup = subject === null || reason !== null ? null : await lookUp(subject, lookups);
  const all =
    subject === null || lookup === null
      ? [...checks, publicDns(notChecked(reason ?? UNREADABLE))]
      : checksWith(checks, subject, lookup);
  return {
    ...verdictOf(judged, all),
    addresses: addressesToJudge(subject, lookup),
    challenge: null,
    checkedAt: new Date(lookup?.at ?? Date.now()).toISOString(),
  };
}

const publicDns = (finding: Finding): Check => ({ id: 'public-dns', severity: 'error', ...finding });

/** The checks with those that depend on the addresses of the name. */
function checksWith(checks: readonly Check[], offline: Subject, { addresses, undetermined }: Lookup): Check[] {
  const unknown = undetermined === null ? NO_ADDRESS : undecided(undetermined, ...UNDECIDED[undetermined]);
  const subject = withAnswers(offline, { addresses, areAll: undetermined === null }, unknown);
  const withAddresses = checks.map((check) => {
    if (check.id === 'host-allowed') return { ...check, ...judgeLists(subject) };
    return check.id === 'port' ? { ...check, ...judgeTargetPort(subject) } : check;
  });
  return [...withAddresses, publicDns(judgeDns(subject, addresses))];
}

const UNREADABLE = 'The URL is invalid.';
const NO_ADDRESS = fail('The name has no address.', 'Check the spelling of the name.');

/** Why there is no need to look up the host; `null` = look it up. */
function reasonNotToLookUp(subject: Subject | null, checks: readonly Check[]): string | null {
  if (subject === null) return UNREADABLE;
  const { host } = subject.target;
  if (host === '') return 'The URL has no host.';
  if (parseAddress(host) !== null) return 'The host is an address, so there is no name to look up.';
  if (subject.judgement.isExempt) return EXEMPT;
  if (!subject.sender.requireDns) return 'The policy turns the lookup off.';
  if (checks.some(({ id, pass }) => id === 'public-address' && pass === false)) {
    return 'The name is not a public DNS name, so it was not looked up.';
  }
  return null;
}

async function lookUp({ egress: { dns }, target: { host } }: Subject, lookups: Pick<Lookups, 'find'>): Promise<Lookup> {
  return dns.kind === 'system'
    ? { addresses: [], undetermined: 'no-resolver', at: Date.now() }
    : lookups.find(hostKey(host), dns.url);
}

/** What a check says that has no result, and the advice. */
const UNDECIDED: Readonly<Record<Unanswered, readonly [detail: string, advice: string]>> = {
  'resolver-failed': ['DNS did not return all addresses of the name.', 'Try again later.'],
  'resolver-silent': ['The DNS resolver did not answer in time.', 'Try again later.'],
  'lookup-limit': ['This request has no lookups left.', 'Send this URL in another request.'],
  'no-resolver': [
    'This service does not look up names itself.',
    'Look up the name yourself, and set requireDns=false.',
  ],
};

function judgeDns({ judgement, unknown }: Subject, addresses: readonly Address[]): Finding {
  const ruling = judgement.addresses;
  const list = addresses.map(formatAddress).join(', ');
  // One bad address is enough, even if the name may have others.
  if (ruling !== 'undecided' && !ruling.allowed) {
    return fail(`The name resolves to ${list}. ${ruling.detail}`, 'Make every address of the name public.');
  }
  return ruling === 'undecided' || addresses.length === 0
    ? unknown
    : pass(`The name has only public addresses: ${list}.`);
}

function addressesToJudge(subject: Subject | null, lookup: Lookup | null): readonly JudgedAddress[] | null {
  if (lookup !== null) {
    if (lookup.undetermined !== null) return null;
    return lookup.addresses.map((address) => ({ address: formatAddress(address), ttl: address.ttl }));
  }
  const literal = parseAddress(subject?.target.host ?? '');
  return literal === null ? null : [{ address: formatAddress(literal), ttl: null }];
}
