/**
 * `/v1/resolve`: resolves URLs; GET takes one URL, a JSON array up to a thousand, lines of JSON or text any number.
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
import { surtOf } from '../../src/surt.ts';
import { fault, RequestError } from '../errors/request-error.ts';
import { gatewaySettingOf } from '../gateway/contract/destination.ts';
import { openingsFor } from '../gateway/contract/opens.ts';
import { rootOf } from '../http/address.ts';
import { answerBatch, itemJson, LINES_TYPE, orProblem } from '../http/batch.ts';
import { bodyMediaType } from '../http/body.ts';
import { negotiate } from '../http/negotiation.ts';
import { None } from '../http/parameters.ts';
import { checkBase, loggedScheme, readParameters, readUrlParameter } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answer, JSON_TYPE, jsonLine, TEXT_TYPE } from '../http/response.ts';
import { readValue } from '../http/schema.ts';
import { answerOctets } from '../http/text-writer.ts';
import type { Environment } from '../settings/environment.ts';
import { Resolve, ResolveItem, ResolveMany } from './schemas.ts';

/** The members of the answer to `fields`. */
type ResolveAnswer = Resolution | Pick<Resolution, 'canonical'> | { readonly surt: string };

export const resolve: Route = {
  GET(context) {
    const type = negotiate(context.request.headers.get('Accept'), [JSON_TYPE, 'text/plain']);
    return type === 'text/plain'
      ? answer(context, TEXT_TYPE, () => `${resolvedText(context)}\n`)
      : answer(context, JSON_TYPE, () => jsonLine(resolved(context)));
  },

  POST(context) {
    const defaults = readParameters(context.query, ResolveMany);
    checkBase(optionsOf(defaults));
    const root = rootOf(context);
    const type = bodyMediaType(context.request, [JSON_TYPE, LINES_TYPE, 'text/plain']);
    if (type === 'text/plain') return answerTextLines(context, defaults);
    const openings = openingsFor(context);
    return answerBatch(context, type, (items) =>
      items.map((item) => orProblem(context, () => answerItem(itemJson(item), defaults, { root, openings }))),
    );
  },
};

/** What the JSON of a request for one URL consists of. */
function resolved(context: RequestContext) {
  const { resolution, short } = readOne(context);
  return short?.record ?? { ...resolution, ...openingsFor(context)(resolution) };
}

/** What the text of a request for one URL consists of. */
function resolvedText(context: RequestContext): string {
  const { resolution, short } = readOne(context);
  return short?.text ?? resolution.canonical;
}

function readOne(context: RequestContext) {
  const { url, ...defaults } = readParameters(context.query, Resolve);
  const resolution = readUrlParameter(explainer(defaults, rootOf(context)), 'url', url, optionsOf(defaults));
  context.notes.scheme = loggedScheme(resolution.scheme);
  return {
    resolution,
    short: defaults.fields === undefined ? null : resolvedField(defaults.fields, resolution.canonical),
  };
}

function optionsOf({ base, dialect, lax }: ResolveMany): Options {
  return { base, dialect, lax };
}

/** A line with the canonical form of each line; one that is not a URL becomes an empty line. */
function answerTextLines(context: RequestContext, { fields = 'canonical', unwrap, ...options }: ResolveMany): Response {
  const isPlain = fields === 'canonical' && unwrap === undefined;
  if (!isPlain) {
    const message = 'The answer to lines of text has only canonical forms. Send lines of JSON for other answers.';
    const parameter = unwrap === undefined ? 'fields' : 'unwrap';
    throw new RequestError('invalid-parameter', [{ ...fault('parameter-invalid', message), parameter }]);
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

/** The function that explains; with `unwrap=gateways`, the link behind a gateway or behind this Worker. */
function explainer({ unwrap }: ResolveMany, root: string): (url: string, options?: Options) => Resolution {
  if (unwrap === undefined) return explain;
  return (url, options) => explainBehindGateway(url, { ...options, wayposts: [root] });
}

function resolvedField(field: NonNullable<ResolveMany['fields']>, canonical: Canonical) {
  if (field === 'canonical') return { text: canonical, record: { canonical } };
  const surt = surtOf(canonical);
  return { text: surt, record: { surt } };
}

interface Batch {
  readonly root: string;
  readonly openings: ReturnType<typeof openingsFor>;
}

/** The answer to one item of a batch. */
function answerItem(value: unknown, defaults: ResolveMany, { root, openings }: Batch): ResolveAnswer {
  const { url, ...options } =
    typeof value === 'string' ? { url: value } : readValue(ResolveItem, value, 'invalid-item');
  const settings = { ...optionsOf(defaults), ...options };
  const { fields, unwrap } = defaults;
  if (fields === undefined) {
    const resolution = readUrlParameter(explainer(defaults, root), 'url', url, settings);
    return { ...resolution, ...openings(resolution) };
  }
  const canonical =
    unwrap === undefined
      ? readUrlParameter(canonicalize, 'url', url, settings)
      : readUrlParameter(explainer(defaults, root), 'url', url, settings).canonical;
  return resolvedField(fields, canonical).record;
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
