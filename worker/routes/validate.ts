/**
 * `/v1/validate`: whether a URL may be called back. One by GET or as an object, many as an array or as lines.
 */
import * as v from 'valibot';
import { answerOnce, JSON_TYPE } from '../answer.ts';
import { mediaTypeOf, readText } from '../body.ts';
import type { Exchange, Route } from '../exchange.ts';
import { answerGroups, type Line } from '../lines.ts';
import { checkCount, LARGEST_ARRAY, LINES_TYPE, parseJson, trackStream } from '../many.ts';
import { admitClient } from '../net/rate.ts';
import { egressOf } from '../origin.ts';
import * as parameter from '../parameters.ts';
import { fault, type Problem, problemOf, RequestError } from '../problem.ts';
import { readQuery, schemaFaults } from '../query.ts';
import { Policy, type PolicyOptions, policyOf, policyParameters } from '../webhooks/policy.ts';
import { Lookups, type Verdict, verdictOn } from '../webhooks/verdict.ts';

const Defaults = v.object(policyParameters);
const Query = v.object({ url: parameter.url, ...policyParameters });

const ITEM_SHAPE = 'An item is a string, or an object with `url` and, if need be, `policy`.';
const Item = v.strictObject({ url: parameter.url, policy: v.exactOptional(Policy) }, ITEM_SHAPE);

/** The period of the binding `CLIENT_RATE` in seconds. */
const RATE_PERIOD = 60;

/** Gives verdicts for one request. */
type Judge = (url: string, policy: PolicyOptions) => Promise<Verdict>;

export const validate: Route = {
  async GET(exchange) {
    const { url, ...policy } = readQuery(exchange.url, Query);
    const judge = await judgeFor(exchange);
    return answerOnce(JSON_TYPE, `${JSON.stringify(await judge(url, policy))}\n`);
  },

  async POST(exchange) {
    const defaults = readQuery(exchange.url, Defaults);
    const type = mediaTypeOf(exchange.request, [JSON_TYPE, LINES_TYPE]);
    const judge = await judgeFor(exchange);
    return type === JSON_TYPE ? answerJson(exchange, defaults, judge) : answerStream(exchange, defaults, judge);
  },
};

/** Verdicts ask DNS in the name of whoever asks for them, so they are counted as visits are. */
export async function judgeFor(exchange: Exchange): Promise<Judge> {
  const { environment, request } = exchange;
  const { CLIENT_RATE, deadlines } = environment;
  const rule = CLIENT_RATE === undefined ? null : { binding: CLIENT_RATE, period: RATE_PERIOD };
  await admitClient(rule, request.headers.get('CF-Connecting-IP'));
  const egress = egressOf(exchange);
  const lookups = new Lookups(deadlines.connect, request.signal);
  return (url, policy) => verdictOn(url, policyOf(policy), egress, lookups);
}

async function answerJson({ request, notes }: Exchange, defaults: PolicyOptions, judge: Judge): Promise<Response> {
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

function answerStream(exchange: Exchange, defaults: PolicyOptions, judge: Judge): Response {
  const { body } = exchange.request;
  if (body === null) return answerOnce(LINES_TYPE, '');
  const { answers, done } = answerGroups(body, (lines) => {
    exchange.notes.urls += lines.length;
    return Promise.all(lines.map(async (line) => JSON.stringify(await answerLine(line, defaults, judge))));
  });
  trackStream(exchange, done);
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
