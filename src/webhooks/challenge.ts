/**
 * Whether an endpoint wants to be called. A valid URL may still belong to somebody who never asked for messages.
 *
 * ```
 *   1. OPTIONS  WebHook-Request-Origin: sender ──▶  WebHook-Allowed-Origin: sender | *     CloudEvents, http-webhook §4
 *   2. POST     {"data":{"challenge":c}}, signed ──▶  {"challenge":c}, signed with the same secret
 * ```
 * The second request is sent only with a secret, and only if the first one neither proves nor refuses.
 */
import { EgressError } from '../egress/egress-error.ts';
import { Collector } from '../octets/collector.ts';
import { type UrlInput, writtenUrl } from '../uri/url-object.ts';
import { rejectionReason, secretOctets, signMessage } from './signature.ts';

/** A request to the endpoint: the `init` of `fetch`, as far as it is used. */
export interface ChallengeRequest {
  readonly method: 'OPTIONS' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly redirect: 'manual';
}

/** What is read of a `Response`. It has no types of a platform, which a program may not have. */
export interface ChallengeAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
      cancel(): Promise<unknown>;
    };
  } | null;
}

/** How the endpoint is asked. */
export interface ChallengeOptions {
  /** Sends the requests: a function around `guardedFetch`, with its options. */
  readonly fetch: (url: string, init: ChallengeRequest) => Promise<ChallengeAnswer>;
  /** The DNS name of the system that will send the messages: `WebHook-Request-Origin`. */
  readonly origin: string;
  /** The messages a minute that it wants to send: `WebHook-Request-Rate`. Absent = it does not say. */
  readonly rate?: number | undefined;
  /** Where the endpoint may give its permission later: `WebHook-Request-Callback`. Absent = nowhere. */
  readonly callback?: UrlInput | undefined;
  /** The secret of this endpoint, `whsec_` and base64, for the echo. Absent = there is no second request. */
  readonly secret?: string | undefined;
}

/**
 * What a request showed. `granted` = it proves that the endpoint wants to be called; `refused` = it allows another
 * sender only; `pending` = it may call the callback; `no-agreement` = an answer that agrees to nothing; `failed` = no
 * answer.
 */
export const CHALLENGE_OUTCOMES = ['granted', 'refused', 'pending', 'no-agreement', 'failed'] as const;
export type ChallengeOutcome = (typeof CHALLENGE_OUTCOMES)[number];

export const CHALLENGE_STEPS = ['handshake', 'echo'] as const;

/** One request to the endpoint. */
export interface ChallengeStep {
  readonly step: (typeof CHALLENGE_STEPS)[number];
  /** Of the answer; `null` = there was none. */
  readonly status: number | null;
  readonly outcome: ChallengeOutcome;
  /** A sentence about it. */
  readonly detail: string;
}

export interface ChallengeResult {
  /** Whether the endpoint wants to be called; `null` = not known: it did not answer, or may answer at the callback. */
  readonly wanted: boolean | null;
  /** The messages a minute that it allows; `null` = it names no limit. */
  readonly allowedRate: number | null;
  /** The requests that were sent, at most two. */
  readonly steps: readonly ChallengeStep[];
}

/** A DNS name, as the handshake has it; also with a port, or a name of one label. */
export const ORIGIN = /^[A-Za-z0-9._-]{1,253}$/;
export const CALLBACK = /^https:\/\/[\x21-\x7e]{1,2000}$/;

/**
 * Asks an endpoint whether it wants to be called, with the handshake of CloudEvents, and then with an echo that is
 * signed as Standard Webhooks are. It sends at most two requests and follows no redirect. Check the URL with `checkUrl`
 * before.
 *
 * To answer the echo, the endpoint verifies the signature of the message `webhook.challenge`, and replies with
 * `{"challenge": …}`, its `data.challenge`. The reply has `webhook-id` of the message, a `webhook-timestamp`, and the
 * `webhook-signature` of its own body with the same secret, so that a server that repeats requests proves nothing.
 *
 * @param url - the canonical URL of the endpoint
 * @param options - the sender, and a `fetch` that reaches public addresses only
 * @throws TypeError for a URL that is neither a string nor a `URL` object, and for an origin, a rate, a callback or a
 *   secret that cannot be sent
 * @example
 * ```ts
 * const fetch = async () => new Response(null, { headers: { 'WebHook-Allowed-Origin': '*', 'WebHook-Allowed-Rate': '60' } });
 * const result = await challengeEndpoint('https://hooks.example.com/in', { fetch, origin: 'sender.example.org' });
 * [result.wanted, result.allowedRate, result.steps.length]; // [true, 60, 1]
 * ```
 */
export async function challengeEndpoint(url: UrlInput, options: ChallengeOptions): Promise<ChallengeResult> {
  checkOptions(options);
  const endpoint = writtenUrl(url);
  const handshake = await shakeHands(endpoint, options);
  const { secret } = options;
  const isSettled = handshake.outcome === 'granted' || handshake.outcome === 'refused';
  if (isSettled || secret === undefined) return challengeResult(handshake.allowedRate, [handshake]);
  return challengeResult(null, [handshake, await askForEcho(endpoint, options, secret)]);
}

function checkOptions({ origin, rate = 1, callback, secret }: ChallengeOptions): void {
  if (!ORIGIN.test(origin)) throw new TypeError('The origin must be a DNS name.');
  if (!Number.isSafeInteger(rate) || rate < 1) throw new TypeError('The rate must be a whole number from 1 on.');
  if (callback !== undefined && !CALLBACK.test(writtenUrl(callback))) {
    throw new TypeError('The callback must be an https URL.');
  }
  if (secret !== undefined && secretOctets(secret) === null) {
    throw new TypeError('The secret must be whsec_ and the base64 of 24 to 64 octets.');
  }
}

/** The last request decides, but one that waits for the callback stays open. */
function challengeResult(
  allowedRate: number | null,
  steps: readonly (ChallengeStep & { allowedRate?: unknown })[],
): ChallengeResult {
  const outcomes = new Set(steps.map(({ outcome }) => outcome));
  const isOpen = outcomes.has('pending') || steps.at(-1)?.outcome === 'failed';
  return {
    wanted: outcomes.has('granted') ? true : isOpen ? null : false,
    allowedRate,
    steps: steps.map(({ step, status, outcome, detail }) => ({ step, status, outcome, detail })),
  };
}

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

async function shakeHands(
  url: string,
  { fetch, origin, rate, callback }: ChallengeOptions,
): Promise<ChallengeStep & { readonly allowedRate: number | null }> {
  const headers = {
    'WebHook-Request-Origin': origin,
    ...(rate !== undefined && { 'WebHook-Request-Rate': String(rate) }),
    ...(callback !== undefined && { 'WebHook-Request-Callback': writtenUrl(callback) }),
  };
  const about = (status: number | null, outcome: ChallengeOutcome, detail: string, allowedRate: number | null = null) =>
    ({ step: 'handshake', status, outcome, detail, allowedRate }) as const;
  const answer = await receivedAnswer(fetch(url, { method: 'OPTIONS', headers, redirect: 'manual' }));
  if (typeof answer === 'string') return about(null, 'failed', answer);
  const { status } = answer;
  const allowed = answer.headers.get('WebHook-Allowed-Origin');
  if (allowed !== null && isSuccess(status)) {
    if (allowed !== '*' && allowed.toLowerCase() !== origin.toLowerCase()) {
      return about(status, 'refused', 'The endpoint allows messages of another sender only.');
    }
    const permitted = answer.headers.get('WebHook-Allowed-Rate') ?? '';
    const allowedRate = /^[1-9]\d{0,8}$/.test(permitted) ? Number(permitted) : null;
    return about(status, 'granted', 'The endpoint allows messages of this sender.', allowedRate);
  }
  // §4.2: a status alone is no consent, as servers answer OPTIONS in other ways too.
  return callback === undefined || status >= 400
    ? about(status, 'no-agreement', 'The answer does not allow messages of this sender.')
    : about(status, 'pending', 'The endpoint may give its permission at the callback.');
}

/** The most octets of an echo. */
const LONGEST_ECHO = 4096;
const CHALLENGE_OCTETS = 32;

async function askForEcho(url: string, { fetch, origin }: ChallengeOptions, secret: string): Promise<ChallengeStep> {
  const random = crypto.getRandomValues(new Uint8Array(CHALLENGE_OCTETS));
  const challenge = [...random].map((octet) => octet.toString(16).padStart(2, '0')).join('');
  const timestamp = new Date().toISOString();
  const body = JSON.stringify({ type: 'webhook.challenge', timestamp, data: { challenge } });
  const signed = await signMessage(body, [secret]);
  const headers = { 'Content-Type': 'application/json', 'WebHook-Request-Origin': origin, ...signed };
  const about = (status: number | null, outcome: ChallengeOutcome, detail: string) =>
    ({ step: 'echo', status, outcome, detail }) as const;
  const answer = await receivedAnswer(fetch(url, { method: 'POST', headers, body, redirect: 'manual' }), LONGEST_ECHO);
  if (typeof answer === 'string') return about(null, 'failed', answer);
  const fault = await faultOfEcho(answer, challenge, signed['webhook-id'], secret);
  return fault === null
    ? about(answer.status, 'granted', 'The endpoint returned the challenge with its signature.')
    : about(answer.status, 'no-agreement', fault);
}

/** What is wrong with an echo; `null` = nothing. */
async function faultOfEcho(
  answer: ReceivedAnswer,
  challenge: string,
  id: string,
  secret: string,
): Promise<string | null> {
  const { status, headers, body } = answer;
  if (!isSuccess(status)) return `The endpoint answered the challenge with the status ${status}.`;
  if (challengeIn(body) !== challenge) return 'The answer does not have the challenge in `challenge`.';
  if (headers.get('webhook-id') !== id) return 'The answer does not have the `webhook-id` of the challenge.';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const signatures = headers.get('webhook-signature') ?? '';
  const octets = secretOctets(secret);
  if (octets === null || !/^\d{1,12}$/.test(timestamp)) return 'The answer has no `webhook-timestamp`.';
  const reason = await rejectionReason({ id, timestamp, signatures, body }, [octets], Date.now());
  if (reason === 'timestamp') return 'The time of the answer differs from ours by more than five minutes.';
  return reason === null ? null : 'The signature of the answer does not match the secret.';
}

function challengeIn(body: Uint8Array): unknown {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const value: { readonly challenge?: unknown } = JSON.parse(decoder.decode(body));
    return value.challenge;
  } catch {
    return null;
  }
}

interface ReceivedAnswer extends Pick<ChallengeAnswer, 'status' | 'headers'> {
  readonly body: Uint8Array;
}

/**
 * An answer with the beginning of its body, or the sentence of the error.
 *
 * @param longest - the most octets of the body; 0 = it is not read
 */
async function receivedAnswer(called: Promise<ChallengeAnswer>, longest = 0): Promise<ReceivedAnswer | string> {
  try {
    const { status, headers, body } = await called;
    const beginning = new Collector(longest);
    const reader = body?.getReader();
    while (reader !== undefined && beginning.length < longest) {
      const { value } = await reader.read();
      if (value === undefined) break;
      beginning.add(value);
    }
    await reader?.cancel();
    return { status, headers, body: beginning.octets };
  } catch (error) {
    return error instanceof EgressError ? error.message : 'The endpoint did not answer.';
  }
}
