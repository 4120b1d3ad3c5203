/**
 * `/v1/validate`: whether a URL may be called back. One by GET or as an object, many as an array or as lines.
 */
import * as v from 'valibot';
import { type PolicyOptions, validationPolicy } from '../../src/webhooks/policy.ts';
import { checkCount, LARGEST_ARRAY, LINES_TYPE, parseJson, trackStream } from '../http/batch.ts';
import { mediaTypeOf, readText } from '../http/body.ts';
import { answerGroups, type Line } from '../http/ndjson.ts';
import { egressOf } from '../http/origin.ts';
import * as parameter from '../http/parameters.ts';
import { readQuery, schemaFaults } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answerOnce, JSON_TYPE } from '../http/response.ts';
import { admitClient } from '../net/rate.ts';
import { fault, type Problem, problemOf, RequestError } from '../problem.ts';
import { Policy, policyParameters } from '../webhooks/policy.ts';
import { Lookups, type Verdict, verdictOn } from '../webhooks/verdict.ts';

const Defaults = v.object(policyParameters);
const Query = v.object({ url: parameter.url, ...policyParameters });

const ITEM_SHAPE = 'An item is a string, or an object with `url` and, if need be, `policy`.';
const Item = v.strictObject({ url: parameter.url, policy: v.exactOptional(Policy) }, ITEM_SHAPE);

/** Gives verdicts for one request. */
type Judge = (url: string, policy: PolicyOptions) => Promise<Verdict>;

export const validate: Route = {
  async GET(context) {
    const { url, ...policy } = readQuery(context.url, Query);
    const judge = await judgeFor(context);
    return answerOnce(JSON_TYPE, `${JSON.stringify(await judge(url, policy))}\n`);
  },

  async POST(context) {
    const defaults = readQuery(context.url, Defaults);
    const type = mediaTypeOf(context.request, [JSON_TYPE, LINES_TYPE]);
    const judge = await judgeFor(context);
    return type === JSON_TYPE ? answerJson(context, defaults, judge) : answerStream(context, defaults, judge);
  },
};

/** Verdicts ask DNS in the name of whoever asks for them, so they are counted as visits are. */
export async function judgeFor(context: RequestContext): Promise<Judge> {
  const { environment, request } = context;
  const { CLIENT_RATE, deadlines } = environment;
  await admitClient(CLIENT_RATE, request.headers.get('CF-Connecting-IP'));
  const egress = egressOf(context);
  const lookups = new Lookups(deadlines.connect, request.signal);
  return (url, policy) => verdictOn(url, validationPolicy(policy), egress, lookups);
}

async function answerJson(
  { request, notes }: RequestContext,
  defaults: PolicyOptions,
  judge: Judge,
): Promise<Response> {
  const text = await readText(request, LARGEST_ARRAY);
  const body = parseJson(text, 'invalid-body', 'The body is not JSON.');
  if (!Array.isArray(body)) {
    const { url, policy } = readItem(body, 'invalid-body');
    notes.urls = 1;
    return answerOnce(JSON_TYPE, `${JSON.stringify(await judge(url, { ...defaults, ...policy }))}\n`);
  }
  checkCount(body);
  notes.urls = body.length;
  const verdicts = await Promise.all(body.map((item) => answerItem(item, defaults, judge)));
  return answerOnce(JSON_TYPE, `${JSON.stringify(verdicts)}\n`);
}

function answerStream(context: RequestContext, defaults: PolicyOptions, judge: Judge): Response {
  const { body } = context.request;
  if (body === null) return answerOnce(LINES_TYPE, '');
  const { answers, done } = answerGroups(body, (lines) => {
    context.notes.urls += lines.length;
    return Promise.all(lines.map(async (line) => JSON.stringify(await answerLine(line, defaults, judge))));
  });
  trackStream(context, done);
  return answerOnce(LINES_TYPE, answers);
}

async function answerLine(line: Line, defaults: PolicyOptions, judge: Judge): Promise<Verdict | Problem> {
  if (typeof line !== 'string') return problemOf(line);
  try {
    return await answerItem(parseJson(line, 'invalid-item', 'The line is not JSON.'), defaults, judge);
  } catch (error) {
    return problemOf(error);
  }
}

/** The verdict on one item of a batch, or the problem with it; the other items never suffer from it. */
async function answerItem(item: unknown, defaults: PolicyOptions, judge: Judge): Promise<Verdict | Problem> {
  try {
    const { url, policy } = typeof item === 'string' ? { url: item, policy: {} } : readItem(item, 'invalid-item');
    return await judge(url, { ...defaults, ...policy });
  } catch (error) {
    return problemOf(error);
  }
}

function readItem(item: unknown, problem: 'invalid-body' | 'invalid-item'): v.InferOutput<typeof Item> {
  // An array is an object to the schema, one without a `url`.
  if (Array.isArray(item)) throw new RequestError(problem, [fault('item-invalid', ITEM_SHAPE)]);
  const { success, output, issues } = v.safeParse(Item, item);
  if (success) return output;
  throw new RequestError(problem, schemaFaults(issues));
}
