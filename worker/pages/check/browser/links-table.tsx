/**
 * The table of the links in a text or a sheet, as the page controls it. A worker reads, checks and saves, so that a
 * hundred thousand links do not block typing. The page gets only the rows that it shows.
 */
import type { VNode } from 'preact';
import type { Options } from '../../../../src/index.ts';
import { rootAddress } from '../../parts/browser/base-path.ts';
import { ControlledTable } from '../controlled-table.tsx';
import type { LinkFilter } from '../extracted-links.ts';
import type { LinksCommand, LinksMessage, LinksReply } from './links-worker.ts';

export class LinksTable {
  readonly #worker = new Worker(import.meta.url, { type: 'module' });
  readonly #makesShortLinks: boolean;
  /** The number of the text. */
  #id = 0;
  #filter: LinkFilter = '';
  /** Whether there are results that leaving the page would lose. */
  #isUnsaved = false;

  /**
   * @param show - called with the new content each time that it changes
   * @param makesShortLinks - whether this service makes short links
   */
  constructor(show: (content: VNode) => void, makesShortLinks: boolean) {
    this.#makesShortLinks = makesShortLinks;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<LinksReply>) => {
      if (data.id !== this.#id) return;
      if (data.kind === 'file') saveFile(data.name, data.file);
      else if (data.kind === 'fault') show(<Fault sentence={data.sentence} />);
      else show(<ControlledTable {...data} />);
    });
    addEventListener('beforeunload', (event) => {
      if (this.#isUnsaved) event.preventDefault();
    });
  }

  /** @param text - the text, or a file with it */
  read(text: string | File, { dialect }: Options): void {
    this.clear();
    this.#post({ kind: 'read', text, dialect, root: rootAddress(), makesShortLinks: this.#makesShortLinks });
  }

  /** Does what a button of the table says. */
  onClick(button: HTMLButtonElement): void {
    const { page, export: format, links } = button.dataset;
    if (page !== undefined) this.#post({ kind: 'show', page: Number(page), filter: this.#filter });
    if (format === 'csv' || format === 'json' || format === 'sheet') {
      this.#isUnsaved = false;
      this.#post({ kind: 'export', format, filter: this.#filter });
    }
    if (links === 'check') {
      const suggest = button.closest('.links-run')?.querySelector('input')?.checked ?? null;
      this.#run({ kind: 'run', run: 'check', token: null, suggest });
    }
    if (links === 'archives') this.#run({ kind: 'run', run: 'archives', token: null, suggest: null });
    if (links === 'stop-archives') this.#post({ kind: 'stop', run: 'archives' });
    if (links === 'stop-check') this.#post({ kind: 'stop', run: 'check' });
    if (links === 'stop-shorten') this.#post({ kind: 'stop', run: 'shorten' });
  }

  /** Does what a select element of the table says. */
  onChange({ dataset: { field }, value }: HTMLSelectElement): void {
    if (field === 'links-filter') this.#showFirst(value);
    if (field === 'links-column') this.#post({ kind: 'link-column', column: Number(value) });
    if (field === 'links-dates') this.#post({ kind: 'date-column', column: value === '' ? null : Number(value) });
  }

  /** Shows the first page of what a filter shows. */
  #showFirst(filter: LinkFilter): void {
    this.#filter = filter;
    this.#post({ kind: 'show', page: 0, filter });
  }

  /** Makes short links with the token of a form. */
  onSubmit(form: HTMLFormElement): void {
    const token = String(new FormData(form).get('token') ?? '').trim();
    if (token !== '') this.#run({ kind: 'run', run: 'shorten', token, suggest: null });
  }

  /** Forgets the text, ends everything that the worker does with it, and ignores later messages about it. */
  clear(): void {
    this.#id++;
    this.#filter = '';
    this.#isUnsaved = false;
    this.#post({ kind: 'forget' });
  }

  #run(command: LinksCommand): void {
    this.#isUnsaved = true;
    this.#post(command);
  }

  #post(command: LinksCommand): void {
    this.#worker.postMessage({ ...command, id: this.#id } satisfies LinksMessage);
  }
}

function Fault({ sentence }: { readonly sentence: string }): VNode {
  return (
    <section class="extracted-links">
      <h2>This file cannot be read</h2>
      <p class="lead">{sentence}</p>
    </section>
  );
}

function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the download has begun, and the browser keeps what it needs.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
