/**
 * `/v1/resolve`: resolves URLs. GET takes one URL, and so does JSON; an array takes up to a thousand, lines of JSON or
 * text any number.
 * `/v1/schemes`: the registry of schemes.
 */
import {
  type Canonical,
  canonicalize,
  explain,
  explainBehindGateway,
  lineCanonicalizer,
  type Options,
  type Resolution,
  schemes as registry,
  type Scheme,
} from '../../src/index.ts';
import { keySource } from '../../src/key-source.ts';
import { RequestError } from '../errors/request-error.ts';
import { gatewaySettingOf } from '../gateway/contract/destination.ts';
import { type Opening, openingsFor } from '../gateway/contract/opens.ts';
import { needOnlyCanonical, type ResolvedUrl, resolvedJson } from '../gateway/contract/resolved.ts';
import { rootOf } from '../http/address.ts';
import { answerBatch, itemJson, LINES_TYPE, orProblem } from '../http/batch.ts';
import { bodyMediaType } from '../http/body.ts';
import { negotiate } from '../http/negotiation.ts';
import { None } from '../http/parameters.ts';
import { checkBase, loggedScheme, readParameters, readUrlParameter, schemeOf } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answer, JSON_TYPE, jsonLine, TEXT_TYPE } from '../http/response.ts';
import { type BodyProblem, parameterFault, readValue } from '../http/schema.ts';
import { answerOctets } from '../http/text-writer.ts';
import type { Environment } from '../settings/environment.ts';
import { Resolve, ResolveItem, ResolveMany } from './schemas.ts';

export const resolve: Route = {
  GET(context) {
    const type = negotiate(context.request.headers.get('Accept'), [JSON_TYPE, 'text/plain']);
    return type === 'text/plain'
      ? answer(context, TEXT_TYPE, () => `${resolvedText(context)}\n`)
      : answer(context, JSON_TYPE, () => jsonLine(answerQuery(context)));
  },

  POST(context) {
    const defaults = readParameters(context.query, ResolveMany);
    checkBase(optionsOf(defaults));
    const type = bodyMediaType(context.request, [JSON_TYPE, LINES_TYPE, 'text/plain']);
    if (type === 'text/plain') return answerTextLines(context, defaults);
    const reading = readingIn(context);
    return answerBatch(
      context,
      type,
      (items) => items.map((item) => orProblem(context, () => answerItem(itemJson(item), defaults, reading))),
      (value) => answerItem(value, defaults, reading, 'invalid-body'),
    );
  },
};

/** The answer for the URL in the query. */
function answerQuery(context: RequestContext, fields?: ResolveMany['fields']): object {
  const { url, ...asked } = readParameters(context.query, Resolve);
  const parameters = fields === undefined ? asked : { ...asked, fields: asked.fields ?? fields };
  const resolved = read(url, optionsOf(parameters), parameters, readingIn(context));
  context.notes.scheme = loggedScheme(schemeOf(resolved.canonical));
  return resolvedJson(resolved, parameters.fields);
}

/** As text, an answer is one member. */
function resolvedText(context: RequestContext): string {
  const [value, ...others] = Object.values(answerQuery(context, ['canonical']));
  if (typeof value === 'string' && others.length === 0) return value;
  const message = '`fields` must name one member that is a text, such as `canonical`, for an answer in plain text.';
  throw new RequestError('invalid-parameter', [parameterFault('parameter-invalid', 'fields', message)]);
}

/** What the answers to one request share. */
interface Reading {
  readonly root: string;
  readonly openings: ReturnType<typeof openingsFor>;
}

function readingIn(context: RequestContext): Reading {
  return { root: rootOf(context), openings: openingsFor(context) };
}

/** Reads a URL: no further than the members of the answer need it. */
function read(
  url: string,
  options: Options,
  { fields, unwrap }: Pick<ResolveMany, 'fields' | 'unwrap'>,
  { root, openings }: Reading,
): ResolvedUrl {
  let known: Opening | null = null;
  const resolvedUrl = (canonical: Canonical, resolution: () => Resolution): ResolvedUrl => ({
    canonical,
    keySource: () => keySource(url, canonical, unwrap !== undefined || (options.base ?? null) !== null),
    resolution,
    opening: () => {
      known ??= openings(resolution());
      return known;
    },
  });
  if (unwrap === undefined && fields !== undefined && needOnlyCanonical(fields)) {
    const canonical = readUrlParameter(canonicalize, 'url', url, options);
    return resolvedUrl(canonical, () => explain(url, options));
  }
  const resolution = readUrlParameter(explainer(unwrap, root), 'url', url, options);
  return resolvedUrl(resolution.canonical, () => resolution);
}

/** The function that explains; with `unwrap=gateways`, the link behind a gateway or behind this Worker. */
function explainer(unwrap: ResolveMany['unwrap'], root: string): (url: string, options?: Options) => Resolution {
  if (unwrap === undefined) return explain;
  return (url, options) => explainBehindGateway(url, { ...options, wayposts: [root] });
}

function optionsOf({ base, dialect, lax }: ResolveMany): Options {
  return { base, dialect, lax };
}

/** The answer to one item of a body. */
function answerItem(
  value: unknown,
  defaults: ResolveMany,
  reading: Reading,
  problem: BodyProblem = 'invalid-item',
): object {
  const { url, ...options } = typeof value === 'string' ? { url: value } : readValue(ResolveItem, value, problem);
  const resolved = read(url, { ...optionsOf(defaults), ...options }, defaults, reading);
  return resolvedJson(resolved, defaults.fields);
}

/** A line with the canonical form of each line; one that is not a URL becomes an empty line. */
function answerTextLines(context: RequestContext, { fields, unwrap, ...options }: ResolveMany): Response {
  const isPlain = (fields === undefined || fields.join() === 'canonical') && unwrap === undefined;
  if (!isPlain) {
    const message = 'The answer to lines of text has only canonical forms. Send lines of JSON for other answers.';
    const parameter = unwrap === undefined ? 'fields' : 'unwrap';
    throw new RequestError('invalid-parameter', [parameterFault('parameter-invalid', parameter, message)]);
  }
  const { request, notes } = context;
  const lines = lineCanonicalizer(optionsOf(options));
  return answerOctets(context, TEXT_TYPE, async (sink) => {
    for await (const octets of request.body ?? []) {
      const output = lines.push(octets);
      notes.urls = lines.lines;
      if (output.length > 0) await sink(output);
    }
    const last = lines.end();
    notes.urls = lines.lines;
    if (last.length > 0) await sink(last);
  });
}

export const schemes: Route = {
  GET(context) {
    readParameters(context.query, None);
    const answers = [...registry.values()].map(
      ({ name, kind, title, defaultPort, specifications, example }: Scheme) => {
        const gateway = gatewayAddress(name, context.environment);
        return { name, kind, title, defaultPort, specifications, gateway, example };
      },
    );
    return answer(context, JSON_TYPE, jsonLine({ schemes: answers }));
  },
};

/** `self`, `self, by a relay`, `none`, or the template of another gateway. */
function gatewayAddress(scheme: string, environment: Environment): string {
  const setting = gatewaySettingOf(scheme, environment);
  if (setting === 'self' && environment.builtIn.relayed.has(scheme)) return 'self, by a relay';
  return typeof setting === 'string' ? setting : setting.text;
}
