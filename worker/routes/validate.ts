/**
 * `/v1/validate`: whether a URL may be called back. GET and a JSON object take one URL; an array and lines take many.
 */
import { type PolicyOptions, validationPolicy } from '../../src/webhooks/policy.ts';
import { answerBatch, type Item, jsonOf, LINES_TYPE } from '../http/batch.ts';
import { bodyMediaType } from '../http/body.ts';
import { type Problem, problemOf } from '../http/problem.ts';
import { readParameters } from '../http/query.ts';
import { egressOf, type RequestContext, type Route } from '../http/request-context.ts';
import { answerOnce, JSON_TYPE } from '../http/response.ts';
import { readValue } from '../http/schema.ts';
import { admitClient } from '../net/rate.ts';
import { Lookups, mostLookups } from '../webhooks/lookups.ts';
import { verdictOn, type WebhookVerdict } from '../webhooks/verdict.ts';
import { Validate, ValidateItem, ValidateMany } from './schemas.ts';

/** Judges the URLs of one request. */
type Judge = (url: string, policy: PolicyOptions) => Promise<WebhookVerdict>;

export const validate: Route = {
  async GET(context) {
    const { url, ...policy } = readParameters(context.query, Validate);
    const judge = await judgeFor(context);
    return answerOnce(JSON_TYPE, `${JSON.stringify(await judge(url, policy))}\n`);
  },

  async POST(context) {
    const defaults = readParameters(context.query, ValidateMany);
    const type = bodyMediaType(context.request, [JSON_TYPE, LINES_TYPE]);
    const judge = await judgeFor(context);
    return answerBatch(
      context,
      type,
      (items) => Promise.all(items.map((item) => answerItem(item, defaults, judge, context))),
      (value) => {
        const { url, policy } = readValue(ValidateItem, value, 'invalid-body');
        return judge(url, { ...defaults, ...policy });
      },
    );
  },
};

/** A verdict may query DNS on behalf of the client, so it counts as a gateway request. */
export async function judgeFor(context: RequestContext): Promise<Judge> {
  const { environment, request } = context;
  const { CLIENT_RATE, deadlines, subrequests } = environment;
  await admitClient(CLIENT_RATE, request.headers.get('CF-Connecting-IP'));
  const egress = egressOf(context);
  const limits = { milliseconds: deadlines.connect, names: mostLookups(subrequests) };
  const lookups = new Lookups(limits, request.signal);
  return (url, policy) => verdictOn(url, validationPolicy(policy), egress, lookups);
}

/** The verdict on one item of a batch, or the problem with the item. */
async function answerItem(
  item: Item,
  defaults: PolicyOptions,
  judge: Judge,
  { environment }: RequestContext,
): Promise<WebhookVerdict | Problem> {
  try {
    const value = jsonOf(item);
    if (typeof value === 'string') return await judge(value, defaults);
    const { url, policy } = readValue(ValidateItem, value, 'invalid-item');
    return await judge(url, { ...defaults, ...policy });
  } catch (error) {
    return problemOf(error, environment);
  }
}
