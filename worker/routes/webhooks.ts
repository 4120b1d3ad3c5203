/**
 * `/v1/validate`: whether a URL may be called back. GET and a JSON object take one URL; an array and lines take many.
 *
 * `/hooks`: a receiver of webhooks (Standard Webhooks 1.0) that answers with verdicts on the URLs in a message. It
 * stores nothing, so a message that is sent again has the same answer. A message may be a CloudEvent in structured mode
 * (CloudEvents HTTP Protocol Binding 1.0.2 §3.2). OPTIONS is the handshake in which senders of CloudEvents ask for
 * permission (HTTP 1.1 Web Hooks for Event Delivery §4).
 */
import { connect } from 'cloudflare:sockets';
import { fetchUnder } from '../../src/guarded-fetch/guarded-fetch.ts';
import { limitsOf } from '../../src/guarded-fetch/options.ts';
import { netLimits } from '../../src/net/limits.ts';
import { type ChallengeResult, challengeEndpoint } from '../../src/webhooks/challenge.ts';
import { type PolicyOptions, validationPolicy } from '../../src/webhooks/policy.ts';
import { rejectionReason, type SignedMessage, TOLERANCE_SECONDS } from '../../src/webhooks/signature.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { egressOf, rootOf } from '../http/address.ts';
import { answerBatch, answerEach, checkCount, LINES_TYPE } from '../http/batch.ts';
import { bodyMediaType, readOctets, readText } from '../http/body.ts';
import { onlyFields } from '../http/fields.ts';
import { FORM_TYPE, HEADERS } from '../http/headers.ts';
import { preflight } from '../http/methods.ts';
import { LONGEST_LINE } from '../http/ndjson.ts';
import { parseQuery, type Query, readParameters } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answerJson, JSON_TYPE } from '../http/response.ts';
import { parameterFault, readValue } from '../http/schema.ts';
import { ownerIn } from '../links/access.ts';
import { isOnPlatform } from '../net/platform.ts';
import { admitChallenge, admitClient, clientAddress } from '../net/rate.ts';
import { dohLookup, socketTransport } from '../net/socket-transport.ts';
import { cacheablePage, pageResponse } from '../pages/parts/respond.tsx';
import { webhookPage } from '../pages/webhook/page.tsx';
import { Subrequests } from '../settings/subrequests.ts';
import { EVENT_TYPES, readEvent } from '../webhooks/event.ts';
import { Lookups, mostLookups } from '../webhooks/lookups.ts';

import type { Sender } from '../webhooks/sender.ts';
import { verdictOn, type WebhookVerdict } from '../webhooks/verdict.ts';
import { InspectWebhook, Validate, ValidateItem, ValidateMany, ValidateOne } from './schemas.ts';

/** Judges the URLs of one request. */
type Judge = (url: string, policy: PolicyOptions) => Promise<WebhookVerdict>;

export const validate: Route = {
  async GET(context) {
    const { url, fields, ...policy } = readParameters(context.query, Validate);
    const judge = await judgeFor(context);
    return answerJson(onlyFields(await judge(url, policy), fields));
  },

  async POST(context) {
    const { fields, ...defaults } = readParameters(context.query, ValidateMany);
    const type = bodyMediaType(context.request, [JSON_TYPE, LINES_TYPE]);
    const judge = await judgeFor(context);
    return answerBatch(
      context,
      type,
      answerEach(context, async (value) => {
        const { url, policy } =
          typeof value === 'string' ? { url: value } : readValue(ValidateItem, value, 'invalid-item');
        return onlyFields(await judge(url, { ...defaults, ...policy }), fields);
      }),
      async (value) => {
        const one = readValue(ValidateOne, typeof value === 'string' ? { url: value } : value, 'invalid-body');
        const { url, policy: own, challenge, sender = {} } = one;
        const policy = { ...defaults, ...own };
        // Who may not ask learns it before anything is looked up.
        if (challenge === true) await admitAsker(context);
        const verdict = await judge(url, policy);
        const asked = challenge === true ? await challengeIn(context, verdict, policy, sender) : null;
        return onlyFields({ ...verdict, challenge: asked }, fields);
      },
    );
  },
};

/** A page on which people try a URL. Its form sends the URL in a body; links to examples have it in their address. */
export const inspectWebhook: Route = {
  GET: (context) => inspect(context, context.query),

  // Any site may send it, because it only judges.
  async POST(context) {
    bodyMediaType(context.request, [FORM_TYPE]);
    return inspect(context, parseQuery(`?${await readText(context.request, LONGEST_LINE)}`));
  },
};

async function inspect(context: RequestContext, query: Query): Promise<Response> {
  const { url, ...policy } = readParameters(query, InspectWebhook);
  const root = rootOf(context);
  if (url === undefined || url.trim() === '') return cacheablePage(context, webhookPage({ root, verdict: null }));
  const judge = await judgeFor(context);
  const page = webhookPage({ root, verdict: await judge(url, policy) });
  return pageResponse(context, page, { headers: { 'Cache-Control': 'no-store' } });
}

/**
 * Admits a request that has an endpoint asked: whoever has short links may do this, too, and as often.
 *
 * @throws RequestError 403 if there are no tokens, or the token is limited; 401 without a known one
 * @throws GatewayError 429 above the rate limit of the owner
 */
async function admitAsker(context: RequestContext): Promise<void> {
  const { isEmpty } = context.environment.keyring;
  if (isEmpty) throw new RequestError('challenges-disabled', [fault('challenges-disabled', NO_TOKENS)]);
  await ownerIn(context, 'challenge');
}

const NO_TOKENS = 'This service has no tokens. Its operator can set them with `wrangler secret put LINK_TOKENS`.';

/**
 * Asks the endpoint of a valid URL at the addresses of its verdict. Another one is not asked. Names are free, so the
 * limit of a server counts its addresses.
 */
async function challengeIn(
  context: RequestContext,
  { valid, canonical, addresses }: WebhookVerdict,
  policy: PolicyOptions,
  sender: Sender,
): Promise<ChallengeResult | null> {
  if (valid !== true || canonical === null) return null;
  const { environment, request, url } = context;
  const judged = addresses?.slice(0, netLimits.connectAttempts).map(({ address }) => address) ?? null;
  for (const server of judged ?? [new URL(canonical).hostname])
    await admitChallenge(environment.CHALLENGE_RATE, server);
  const egress = egressOf(context);
  const lookUp = egress.dns.kind === 'doh' ? dohLookup(egress.dns.url) : async () => [];
  const guard = {
    policy: { sender: validationPolicy(policy), egress },
    limits: limitsOf(CHALLENGE_LIMITS),
    transport: socketTransport({
      connect,
      resolve: judged === null ? lookUp : async () => judged,
      onPlatform: isOnPlatform(request),
    }),
  };
  return challengeEndpoint(canonical, {
    origin: new URL(url).hostname,
    ...sender,
    fetch: (url, init) => fetchUnder(guard, url, { ...init, signal: request.signal }),
  });
}

/** A client waits for two requests, one after the other. Times are in milliseconds. */
const CHALLENGE_LIMITS = { connectTime: 5000, answerTime: 5000, totalTime: 12_000 };

/** A verdict may query DNS on behalf of the client, so it counts as a gateway request. */
async function judgeFor(context: RequestContext): Promise<Judge> {
  const { environment, request } = context;
  const { CLIENT_RATE, deadlines, subrequests } = environment;
  await admitClient(CLIENT_RATE, clientAddress(request));
  const egress = egressOf(context);
  const most = { milliseconds: deadlines.connect, names: mostLookups(subrequests.limit) };
  const lookups = new Lookups(most, new Subrequests(subrequests), request.signal);
  return (url, policy) => verdictOn(url, { sender: validationPolicy(policy), egress }, lookups);
}

/** The most octets of a message. */
export const LARGEST_MESSAGE = 1024 * 1024;
/** The messages a minute that a sender of CloudEvents may send. */
const ALLOWED_RATE = 120;

export const hooks: Route = {
  async POST(context) {
    const { message, mediaType } = await readWebhook(context);
    const { type, data } = readEvent(message.body, mediaType);
    const { url, urls = url === undefined ? [] : [url], policy = {} } = data;
    checkCount(urls);
    context.notes.urls = urls.length;
    const judge = await judgeFor(context);
    const verdicts = await Promise.all(urls.map((url) => judge(url, policy)));
    return answerJson({ id: message.id, type, verdicts });
  },

  OPTIONS(context) {
    const origin = context.request.headers.get('WebHook-Request-Origin');
    if (origin === null || !/^[\x21-\x7e]{1,255}$/.test(origin)) return preflight(hooks);
    if (context.environment.webhookSecrets.length === 0) throw disabled();
    const rate = context.request.headers.get('WebHook-Request-Rate') ?? '';
    const headers = {
      ...HEADERS,
      Allow: 'POST, OPTIONS',
      'WebHook-Allowed-Origin': origin,
      'WebHook-Allowed-Rate': String(/^[1-9]\d*$/.test(rate) ? Math.min(Number(rate), ALLOWED_RATE) : ALLOWED_RATE),
    };
    return new Response(null, { headers });
  },
};

interface Received {
  readonly message: SignedMessage;
  readonly mediaType: (typeof EVENT_TYPES)[number];
}

/** Reads the message of a request and checks its signature. */
async function readWebhook({ environment, request }: RequestContext): Promise<Received> {
  const { webhookSecrets } = environment;
  if (webhookSecrets.length === 0) throw disabled();
  const mediaType = bodyMediaType(request, EVENT_TYPES);
  const prefix = headerPrefixOf(request);
  const id = headerOf(request, `${prefix}-id`, /^[\x21-\x7e]{1,255}$/);
  const timestamp = headerOf(request, `${prefix}-timestamp`, /^\d{1,12}$/);
  const signatures = headerOf(request, `${prefix}-signature`, /^[\x20-\x7e]{1,4096}$/);
  const message = { id, timestamp, signatures, body: await readOctets(request, LARGEST_MESSAGE) };
  const reason = await rejectionReason(message, webhookSecrets, Date.now());
  if (reason !== null) throw new RequestError('signature-refused', [fault(`webhook-${reason}`, REJECTIONS[reason])]);
  return { message, mediaType };
}

/** Svix, which Standard Webhooks come from, sends the same headers under its own name unless told otherwise. */
function headerPrefixOf(request: Request): 'webhook' | 'svix' {
  const has = (prefix: string) =>
    ['id', 'timestamp', 'signature'].some((name) => request.headers.has(`${prefix}-${name}`));
  return has('svix') && !has('webhook') ? 'svix' : 'webhook';
}

const REJECTIONS = {
  timestamp: `The time of the message differs from the clock of this service by more than ${TOLERANCE_SECONDS} seconds.`,
  signature: 'No `v1` signature of the message matches a secret of this service.',
} as const;

function headerOf(request: Request, name: string, pattern: RegExp): string {
  const value = request.headers.get(name);
  if (value !== null && pattern.test(value)) return value;
  const code = value === null ? 'parameter-missing' : 'parameter-invalid';
  const message = `The header \`${name}\` is ${value === null ? 'missing' : 'not in the format of Standard Webhooks'}.`;
  throw new RequestError('invalid-parameter', [parameterFault(code, name, message)]);
}

function disabled(): RequestError {
  const message = 'The operator switches this on with the secret `WEBHOOK_SECRETS`: `whsec_` and base64.';
  return new RequestError('hooks-disabled', [fault('hooks-disabled', message)]);
}
