/**
 * The inner entry: it asks servers on behalf of the outer one, behind the cache of the platform (Workers Cache).
 * Nothing but the outer entry reaches it, and it neither counts nor logs.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { isFailure } from '../../../src/net/failure.ts';
import { innerAnswer, innerFailure, innerRefusal, readInnerRequest } from '../../cache/platform-cache.ts';
import { tagsOfLink } from '../../cache/tags.ts';
import { RequestError } from '../../errors/request-error.ts';
import { notFound, serve } from '../../http/methods.ts';
import { parseQuery } from '../../http/parse-query.ts';
import type { PathParameters, Route } from '../../http/request-context.ts';
import { newNotes } from '../../log.ts';
import { environmentOf } from '../../settings/environment.ts';
import { builtInGateways } from './built-in.ts';

interface Found {
  readonly route: Route;
  readonly params: PathParameters;
}

/** Finds the route of an absolute URL; `null` if there is none. */
type FindRoute = (url: string) => Found | Promise<Found | null>;

/** Makes the class of the inner entry, which has the gateways of some routes. */
export function innerEntryOf(findRoute: FindRoute) {
  return class SharedAnswers extends WorkerEntrypoint<object> {
    override async fetch(request: Request): Promise<Response> {
      const streaming: Promise<void>[] = [];
      let length: number | null = null;
      try {
        const asked = readInnerRequest(request);
        // The outer entry has cut off the base path.
        const { url, method } = asked;
        const match = await findRoute(url);
        if (match === null) throw notFound();
        const response = await serve(match.route, {
          request: asked,
          method,
          url,
          query: parseQuery(url),
          params: match.params,
          environment: environmentOf(this.env, builtInGateways),
          notes: newNotes(),
          streaming,
          announce: (octets) => {
            length = octets;
          },
          isInner: true,
          waitUntil: (work) => this.ctx.waitUntil(work),
          reservedWords: new Map(),
        });
        this.ctx.waitUntil(Promise.allSettled(streaming));
        return innerAnswer(response, tagsOfLink(response.headers.get('Link')), length);
      } catch (error) {
        if (error instanceof RequestError) return innerRefusal();
        if (isFailure(error)) return innerFailure(error);
        throw error;
      }
    }

    /** Removes answers from the cache before this entry: a purge is for the entry that calls it. */
    async purge(tags: string[]): Promise<void> {
      await this.ctx.cache?.purge({ tags });
    }
  };
}
