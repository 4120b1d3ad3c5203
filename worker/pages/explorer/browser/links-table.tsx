/**
 * The table of a text's links, as the page controls it. The links are in a worker, which reports its progress and sends
 * a page of the table at a time.
 */
import type { Options } from '../../../../src/index.ts';
import type { AnswerView } from '../answer.tsx';
import type { ExportFormat } from '../extracted-links.ts';
import { ExtractedLinksTable } from '../extracted-links-table.tsx';
import type { LinksMessage, LinksReply } from './links-worker.ts';

export class LinksTable {
  readonly #worker = new Worker(import.meta.url, { type: 'module' });
  /** The number of the text. */
  #id = 0;
  #filter = '';

  /** @param show - called with the new content each time that it changes */
  constructor(show: (view: AnswerView) => void) {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<LinksReply>) => {
      if (data.id !== this.#id) return;
      if (data.kind === 'file') saveFile(data.name, data.file);
      else show({ kind: 'text', content: <ExtractedLinksTable {...data} /> });
    });
  }

  /** Reads a text. */
  readText(text: string, { dialect }: Options): void {
    this.clear();
    this.#post({ kind: 'read', id: this.#id, text, dialect });
  }

  /** Shows another page of the table; the first is 0. */
  showPage(page: number): void {
    this.#post({ kind: 'show', id: this.#id, page, filter: this.#filter });
  }

  /** Shows only some of the links. */
  filterBy(filter: string): void {
    this.#filter = filter;
    this.showPage(0);
  }

  save(format: ExportFormat): void {
    this.#post({ kind: 'export', id: this.#id, format, filter: this.#filter });
  }

  /** Forgets the text, and ignores later messages of the worker about it. */
  clear(): void {
    this.#id++;
    this.#filter = '';
  }

  #post(message: LinksMessage): void {
    this.#worker.postMessage(message);
  }
}

function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the download has begun, and the browser keeps what it needs.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
