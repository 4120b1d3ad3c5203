/**
 * A client of the API with openapi-fetch, as somebody else would write it: no cast, no annotation of an answer.
 * `npm run openapi` compiles it with the types in waypost.ts.
 *
 * The media types of a client are those of the answers that it asks for, and of problems. So JSON is not mixed with
 * text or lines of the same operation.
 */
import createClient from 'openapi-fetch';
import type { paths } from './waypost.ts';

type Problems = 'application/problem+json';

export const clientOf = (baseUrl: string, token: string) => {
  const options = { baseUrl, headers: { Authorization: `Bearer ${token}` } };
  const api = createClient<paths, 'application/json' | Problems>(options);
  const texts = createClient<paths, 'text/plain' | Problems>({ ...options, headers: { Accept: 'text/plain' } });
  const lines = createClient<paths, 'application/x-ndjson' | Problems>(options);

  return {
    /** The selector of a gopher link; `null` for every other link. */
    async selectorOf(url: string): Promise<string | null> {
      const { data, error } = await api.GET('/v1/resolve', { params: { query: { url } } });
      if (error !== undefined) throw new Error(error.errors.map(({ message }) => message).join(' '));
      // `kind` decides what the details are.
      return 'kind' in data && data.kind === 'gopher' ? data.details.selector : null;
    },

    /** The canonical form of a URL, as text. */
    async canonicalOf(url: string): Promise<string> {
      const { data } = await texts.GET('/v1/resolve', { params: { query: { url } }, parseAs: 'text' });
      return (data ?? '').trimEnd();
    },

    /** The short link of a URL. */
    async shorten(url: string): Promise<string> {
      const { data, error } = await api.POST('/v1/links', { body: { url } });
      if (error !== undefined) throw new Error(`${error.status} ${error.title}`);
      return data.short;
    },

    /** The short links of several URLs, one on each line of the answer. */
    async shortenAll(urls: readonly string[]): Promise<readonly string[]> {
      const { data } = await lines.POST('/v1/links', {
        body: urls.map((url) => `${JSON.stringify(url)}\n`).join(''),
        bodySerializer: (body) => body,
        headers: { 'Content-Type': 'application/x-ndjson' },
        parseAs: 'text',
      });
      return (data ?? '').trimEnd().split('\n');
    },

    /** What would be handed over. Members that have a default are left out. */
    async wouldHandOver(formerOwner: string, owner: string): Promise<string> {
      const bodies = { all: { formerOwner, owner }, moved: { from: 'old.example', to: 'new.example' } };
      await lines.PATCH('/v1/links', { body: bodies.moved, parseAs: 'text' });
      const { data } = await lines.PATCH('/v1/links', { body: { ...bodies.all, dryRun: true }, parseAs: 'text' });
      return data ?? '';
    },

    /** Whether a URL may be called, by a rule or two. */
    async mayBeCalled(url: string): Promise<boolean> {
      const { data } = await api.POST('/v1/validate', { body: { url, policy: { ports: [443] } } });
      return data !== undefined && 'valid' in data && data.valid === true;
    },

    /** Gives a link another title, unless somebody has changed it since it was read. */
    async rename(slug: string, title: string): Promise<'renamed' | 'changed by others'> {
      const params = { path: { slug } };
      const { response } = await api.GET('/v1/links/{slug}', { params });
      const header = { 'If-Match': response.headers.get('ETag') ?? '' };
      const { error } = await api.PATCH('/v1/links/{slug}', { params: { ...params, header }, body: { title } });
      return error?.status === 412 ? 'changed by others' : 'renamed';
    },

    /** Hands a link over, and returns its owners. */
    async handOver(slug: string, owner: string): Promise<readonly string[]> {
      const { data } = await api.PATCH('/v1/links/{slug}', { params: { path: { slug } }, body: { owner } });
      return data?.claims?.map((claim) => claim.owner) ?? [];
    },
  };
};
