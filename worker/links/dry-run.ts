/**
 * An import that stores nothing, and answers as one that does. Shards try each group of lines and undo it, so the lines
 * before it that have the same slugs are tried with it again.
 */
import { fault, RequestError } from '../errors/request-error.ts';
import type { ImportRequest, ImportResult } from './request.ts';
import type { LinkStore } from './store.ts';

/** The characters of the records that a dry run keeps. The platform allows 128 MiB for everything. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

export class DryRun implements Pick<LinkStore, 'import' | 'block' | 'pace'> {
  readonly #store: Pick<LinkStore, 'tryImport'>;
  readonly pace: LinkStore['pace'];
  /** The records so far, by their slugs. */
  readonly #before = new Map<string, ImportRequest[]>();
  #characters = 0;

  constructor(store: Pick<LinkStore, 'tryImport' | 'pace'>) {
    this.#store = store;
    this.pace = store.pace;
  }

  /** @throws RequestError 413 if the records so far are too many to compare a line with */
  async import(requests: readonly ImportRequest[]): Promise<(ImportResult | RequestError)[]> {
    const slugs = new Set(requests.map(({ record }) => record.slug));
    const before = [...slugs].flatMap((slug) => this.#before.get(slug) ?? []);
    for (const request of requests) this.#keep(request);
    const results = await this.#store.tryImport([...before, ...requests]);
    return results.slice(before.length);
  }

  #keep(request: ImportRequest): void {
    const { slug } = request.record;
    this.#characters += JSON.stringify(request).length;
    if (this.#characters > MOST_CHARACTERS) {
      const message = `A dry run takes ${MOST_CHARACTERS} characters of links. Try the document in parts.`;
      throw new RequestError('body-too-large', [fault('dry-run-too-large', message)]);
    }
    const same = this.#before.get(slug);
    if (same === undefined) this.#before.set(slug, [request]);
    else same.push(request);
  }

  async block(): Promise<void> {}
}
