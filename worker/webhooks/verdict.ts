/** Verdicts on URLs: the checks that need no network, and the check that queries DNS. */
import { formatAddress, parseAddress } from '../../src/egress/address.ts';
import { hostKey, NO_HOSTS } from '../../src/egress/host-list.ts';
import { judgeAnswers } from '../../src/egress/policy.ts';
import type { ChallengeResult } from '../../src/webhooks/challenge.ts';
import {
  type Check,
  closedPort,
  EXEMPT,
  type Finding,
  fail,
  judge,
  listingFinding,
  notChecked,
  pass,
  type Subject,
  type UrlVerdict,
  undecided,
  verdictOf,
} from '../../src/webhooks/checks.ts';
import { hasDeniedBlocks, hostListingOf, isRefused } from '../../src/webhooks/lists.ts';
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
  const all = checks.map((check) => {
    if (subject === null || lookup === null) return check;
    if (check.id === 'host-allowed') return { ...check, ...judgeListedAddresses(subject, lookup) };
    return check.id === 'port' && check.undetermined !== null ? { ...check, ...judgePortAt(subject, lookup) } : check;
  });
  const dns =
    subject === null || lookup === null ? notChecked(reason ?? 'The URL is invalid.') : judgeDns(subject, lookup);
  all.push({ id: 'public-dns', severity: 'error', ...dns });
  return {
    ...verdictOf(judged, all),
    addresses: addressesToJudge(subject, lookup),
    challenge: null,
    checkedAt: new Date(lookup?.at ?? Date.now()).toISOString(),
  };
}

/** Why there is no need to look up the host; `null` = look it up. */
function reasonNotToLookUp(subject: Subject | null, checks: readonly Check[]): string | null {
  if (subject === null) return 'The URL is invalid.';
  const { host, exempt } = subject.target;
  if (host === '') return 'The URL has no host.';
  if (parseAddress(host) !== null) return 'The host is an address, so there is no name to look up.';
  if (exempt) return EXEMPT;
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

function undecidedBy({ undetermined }: Lookup): Finding | null {
  return undetermined === null ? null : undecided(undetermined, ...UNDECIDED[undetermined]);
}

function judgeDns({ target: { host, port }, egress }: Subject, lookup: Lookup): Finding {
  const { addresses } = lookup;
  const list = addresses.map(formatAddress).join(', ');
  // Other checks cover the port and the lists of hosts.
  const target = { host, port: port ?? 0, defaultPort: port ?? 0 };
  const verdict = judgeAnswers(addresses, target, { ...egress, deny: NO_HOSTS });
  // One bad address is enough, even if the name may have others.
  if (!verdict.allowed) {
    return fail(`The name resolves to ${list}. ${verdict.detail}`, 'Make every address of the name public.');
  }
  const complete =
    addresses.length === 0
      ? fail('The name has no address.', 'Check the spelling of the name.')
      : pass(`The name has only public addresses: ${list}.`);
  return undecidedBy(lookup) ?? complete;
}

/** Compares the lists with the addresses of the name, too. */
function judgeListedAddresses(subject: Subject, lookup: Lookup): Finding {
  const { host } = subject.target;
  const name = hostListingOf(host, subject);
  const byName = listingFinding(name, host, host);
  if (isRefused(name)) return byName;
  const addresses = lookup.addresses.map(formatAddress);
  for (const address of addresses) {
    const listing = hostListingOf(address, subject, name);
    if (isRefused(listing)) return listingFinding(listing, host, address);
  }
  // An address that is not known may be on a list.
  const unknown = name === 'by-address' || hasDeniedBlocks(subject) ? undecidedBy(lookup) : null;
  if (unknown !== null || name !== 'by-address') return unknown ?? byName;
  if (addresses.length === 0) return listingFinding('not-allowed', host, host);
  return pass('Every address of the name is on the list of allowed hosts.');
}

/** Judges a port that only some addresses may be called at. */
function judgePortAt({ target: { host, port, defaultPort }, egress }: Subject, lookup: Lookup): Finding {
  const { addresses } = lookup;
  // Other checks cover the addresses themselves.
  const target = { host, port: port ?? 0, defaultPort };
  const verdicts = addresses.map((address) => judgeAnswers([address], target, { ...egress, deny: NO_HOSTS }));
  for (const verdict of verdicts) {
    if (!verdict.allowed && verdict.rule === 'port') return closedPort(verdict.detail, defaultPort);
  }
  return undecidedBy(lookup) ?? pass(`The port is ${port}.`);
}

function addressesToJudge(subject: Subject | null, lookup: Lookup | null): readonly JudgedAddress[] | null {
  if (lookup !== null) {
    if (lookup.undetermined !== null) return null;
    return lookup.addresses.map((address) => ({ address: formatAddress(address), ttl: address.ttl }));
  }
  const literal = parseAddress(subject?.target.host ?? '');
  return literal === null ? null : [{ address: formatAddress(literal), ttl: null }];
}
