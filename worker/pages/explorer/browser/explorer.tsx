/**
 * The explorer. It explains the input at every keystroke, and renders the answer with the same components
 * as the server. Code that few queries need is loaded when one needs it.
 */
import { render } from 'preact';
import { rootAddress } from '../../parts/browser/base-path.ts';
import { announce, copy } from '../../parts/browser/buttons.ts';
import { elementOf } from '../../parts/browser/element-of.ts';
import { type HandedList, handOver } from '../../parts/browser/handed-list.ts';
import { prefixOwnPaths } from '../../parts/browser/own-paths.ts';
import type * as QrPath from '../../parts/qr-path.ts';
import type { ActionsProps } from '../actions.tsx';
import { Answer, type AnswerView, announcementOf, windowTitleOf } from '../answer.tsx';
import { parseWithBrowser } from '../canonical-form.tsx';
import { LONGEST_FIELD, SHARED } from '../first-script.ts';
import { EMPTY_QUERY, type ExplorerQuery, FIRST_EXAMPLE, isEmpty, parseInput, queryString } from '../query.ts';
import { startDoors } from './doors.ts';
import { addressedQuery, addToHistory, QueryForm, sharedQuery, shareQuery } from './inputs.ts';
import { LibraryPart, NotLoaded, retryParts } from './on-demand.ts';
import type * as RarelyNeeded from './rarely-needed.ts';
import type { ShortLinkState } from './short-link.tsx';

/** Milliseconds without a keystroke before screen readers announce the answer and the address gets the query. */
const PAUSE_MS = 400;

const rarelyNeeded = new LibraryPart<typeof RarelyNeeded>('rarely-needed.js', 'the reader of texts');
const qrPath = new LibraryPart<typeof QrPath>('qr-path.js', 'the QR code');

const NOT_CARRIED =
  'This browser does not let Waypost carry the list. Open the page for lists, and paste it or choose its file there.';

class Explorer {
  readonly #root = elementOf('#answer', HTMLElement);
  readonly #form = new QueryForm();
  /** What is explained while the input is empty. */
  readonly #example = this.#root.dataset.example ?? FIRST_EXAMPLE;
  /** What is being explained. */
  #query: ExplorerQuery = EMPTY_QUERY;
  #view: AnswerView | null = null;
  /** `null` until somebody wants to share a link. */
  #shortLinks: typeof RarelyNeeded | null = null;
  #shortLink: ShortLinkState = { state: 'idle' };
  #drawQr: ActionsProps['drawQr'] = null;
  #pause = 0;
  /** Whether the answer is the server’s. It stays until ours is there. */
  #isServers = true;
  /** Whether somebody asked for the answer, and is led to it. */
  #isWanted = false;

  start(): void {
    const { form } = this.#form;
    this.#form.write(sharedQuery() ?? this.#form.read());
    form.addEventListener('input', () => this.#update());
    form.addEventListener('submit', (event) => this.#onFormSubmit(event));
    // Before the page's first script, which takes shorter texts.
    form.addEventListener('paste', (event) => this.#onTransfer(event, event.clipboardData), { capture: true });
    form.addEventListener('drop', (event) => this.#onTransfer(event, event.dataTransfer), { capture: true });
    // A file may be dropped anywhere on the page. Without this, browsers would leave the page and show it.
    addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    });
    addEventListener('drop', (event) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (file === undefined) return;
      event.preventDefault();
      void this.#leadToLists(file);
    });
    // “Back” and “Forward”, a link within the page, or another address that somebody typed.
    addEventListener('popstate', () => {
      const query = addressedQuery();
      if (query !== null) this.#write(query);
      // A link within the page was followed. Put the query back into the address.
      else shareQuery(this.#query);
    });
    this.#root.addEventListener('click', (event) => this.#onClick(event));
    this.#root.addEventListener('submit', (event) => this.#onSubmit(event));
    this.#root.addEventListener('toggle', (event) => this.#onToggle(event), { capture: true });
    document.addEventListener('click', (event) => this.#onExampleClick(event));
    this.#update();
  }

  #write(query: ExplorerQuery): void {
    this.#form.write(query);
    this.#update();
  }

  #update(): void {
    this.#isWanted = false;
    this.#shortLink = { state: 'idle' };
    retryParts();
    const query = this.#form.read();
    if (query.text.length > LONGEST_FIELD) {
      // It came before this script, or in pieces.
      this.#form.write({ ...query, text: '' });
      void this.#leadToLists(query.text);
    }
    void this.#explain(this.#form.read());
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#onPause(), PAUSE_MS);
  }

  /** Explains a query. If that needs code that is not loaded, loads it first, unless there is another query by then. */
  async #explain(query: ExplorerQuery): Promise<void> {
    this.#query = query;
    for (let loaded = false; query === this.#query; loaded = true) {
      try {
        this.#answer(query);
        if (loaded) this.#announce();
        return;
      } catch (error) {
        if (!(error instanceof NotLoaded)) throw error;
        if (!this.#isServers) this.#show({ kind: 'notice', sentence: `Loading ${error.part.name}…` });
        await error.part.load();
      }
    }
  }

  #answer(query: ExplorerQuery): void {
    const example = isEmpty(query);
    const shown = example ? { ...EMPTY_QUERY, text: this.#example } : query;
    const result = parseInput(shown, () => rarelyNeeded.module);
    if (result.kind === 'text') this.#show({ kind: 'text', href: `/check#${queryString(query)}` });
    else if (result.kind === 'url') {
      const browserResult = parseWithBrowser(shown, result.resolution.canonical);
      this.#show({ ...result, query: shown, browserResult, example });
    } else if (result.error.code === 'host-idna-unavailable') {
      // The URL may be right: the tables that its host needs could not be loaded.
      this.#showNotLoaded('the tables of international host names');
    } else {
      // A shared error has its proposals at once: nobody is typing.
      const proposals = this.#isServers && !result.inBase ? rarelyNeeded.module?.proposalsFor(query.text) : [];
      this.#show({ ...result, proposals: proposals ?? [] });
    }
  }

  /** A long text, and cells that have links under other words, go to the page for lists at once. */
  #onTransfer(event: Event, transfer: DataTransfer | null): void {
    if (transfer === null || transfer.files.length > 0) return;
    const [text, html] = [transfer.getData('text/plain'), transfer.getData('text/html')];
    const hasLinkedCells = /<table[\s>]/i.test(html) && /\shref\s*=/i.test(html);
    if (text.length <= LONGEST_FIELD && !hasLinkedCells) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#leadToLists(text, html);
  }

  async #leadToLists(content: HandedList['content'], html = ''): Promise<void> {
    // “Back” returns to what was typed.
    shareQuery(this.#form.read());
    try {
      await handOver({ content, html, dialect: this.#form.read().dialect });
    } catch {
      this.#show({ kind: 'notice', sentence: NOT_CARRIED });
    }
  }

  /** Adds proposals to an error when typing pauses: most errors are of URLs that are half typed. */
  async #addProposals(): Promise<void> {
    const view = this.#view;
    if (view?.kind !== 'error' || view.inBase || view.proposals.length > 0) return;
    const parts = await rarelyNeeded.load();
    if (parts === null || view !== this.#view) return;
    this.#show({ ...view, proposals: parts.proposalsFor(this.#query.text) });
  }

  #showNotLoaded(name: string): void {
    const sentence = `Could not load ${name}. Check your connection, then press Explain to try again.`;
    this.#show({ kind: 'notice', sentence });
  }

  #show(view: AnswerView): void {
    this.#view = view;
    document.title = windowTitleOf(view);
    if (this.#isServers) this.#takeOver();
    else this.#render();
  }

  /** Renders in place of what the server sent. */
  #takeOver(): void {
    this.#isServers = false;
    const wasActive = this.#summaries.findIndex((summary) => summary.matches(':focus'));
    const wasOpen = this.#summaries.map(isOpen);
    this.#root.replaceChildren();
    document.documentElement.classList.remove(SHARED);
    this.#render();
    // Whoever pressed a fold while this script was on its way sees it open.
    for (const [index, { parentElement }] of this.#summaries.entries())
      if (parentElement instanceof HTMLDetailsElement && wasOpen[index]) parentElement.open = true;
    this.#summaries[wasActive]?.focus();
  }

  /** What opens the folds of the answer. */
  get #summaries(): HTMLElement[] {
    return [...this.#root.querySelectorAll('summary')];
  }

  #render(): void {
    if (this.#view === null) return;
    const ShortLinkForm = this.#shortLinks?.ShortLinkForm;
    render(
      <Answer
        view={this.#view}
        root={rootAddress()}
        opened={this.#root.dataset.opened?.split(' ') ?? []}
        drawQr={this.#drawQr}
        extra={ShortLinkForm !== undefined && <ShortLinkForm shortLink={this.#shortLink} />}
      />,
      this.#root,
    );
    this.#leadToAnswer();
  }

  #onPause(): void {
    shareQuery(this.#query);
    this.#announce();
    void this.#addProposals();
  }

  #announce(): void {
    if (this.#view !== null) announce(announcementOf(this.#view));
  }

  #onClick(event: Event): void {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button === null) return;
    const { copyJson } = button.dataset;
    if (copyJson !== undefined && this.#view?.kind === 'url') {
      void copy(`${JSON.stringify(this.#view.resolution, null, 2)}\n`, button);
    }
  }

  #onToggle({ target }: Event): void {
    if (!(target instanceof HTMLDetailsElement) || target.dataset.panel !== 'share') return;
    if (target.open) {
      void this.#showSharing(target);
    } else {
      this.#drawQr = null;
      this.#render();
    }
  }

  async #showSharing(panel: HTMLDetailsElement): Promise<void> {
    const makesShortLinks = this.#root.dataset.shortLinks === 'true';
    const [qr, shortLinks] = await Promise.all([qrPath.load(), makesShortLinks ? rarelyNeeded.load() : null]);
    if (!panel.open) return;
    this.#drawQr = qr?.drawQrPath ?? 'failed';
    this.#shortLinks = shortLinks;
    this.#render();
  }

  /** Whether the input is one URL. */
  get #isUrl(): boolean {
    return this.#view?.kind === 'url' && !this.#view.example;
  }

  /** Opens a URL, as the form does without a script. For [Explain], and for what is not a URL, shows the answer. */
  #onFormSubmit(event: SubmitEvent): void {
    const query = this.#form.read();
    const { submitter } = event;
    const isExplained = submitter instanceof HTMLElement && submitter.dataset.explain !== undefined;
    if (this.#isUrl && !isExplained) {
      // “Back” returns to what was typed.
      shareQuery(query);
      return;
    }
    event.preventDefault();
    void this.#showAnswer(query, isExplained);
  }

  /** Explains a query, and leads to the answer; or opens it, if only what is loaded now says that it is a URL. */
  async #showAnswer(query: ExplorerQuery, isExplained: boolean): Promise<void> {
    retryParts();
    this.#isWanted = true;
    await this.#explain(query);
    if (this.#view?.kind === 'text') {
      shareQuery(query);
      location.assign(elementOf('#answer a.button', HTMLAnchorElement).href);
    } else if (this.#isUrl && !isExplained) this.#form.submit();
    // What says whether this is a URL could not be loaded. The server knows.
    else if (this.#view?.kind === 'notice' && !isExplained) this.#form.form.submit();
    else void this.#addProposals();
  }

  /** Brings the answer to the top of the window, and the focus to its heading, as soon as there is one. */
  #leadToAnswer(): void {
    const heading = this.#root.querySelector<HTMLElement>('h2');
    if (!this.#isWanted || heading === null || this.#view?.kind === 'notice') return;
    this.#isWanted = false;
    this.#root.scrollIntoView({ block: 'start' });
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }

  #onSubmit(event: Event): void {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    if (form.dataset.form !== 'short-link') return;
    event.preventDefault();
    if (this.#view?.kind !== 'url' || this.#shortLinks === null) return;
    void this.#makeShortLink(form, this.#view.resolution.canonical, this.#shortLinks);
  }

  async #makeShortLink(form: HTMLFormElement, url: string, { makeShortLink }: typeof RarelyNeeded): Promise<void> {
    const token = String(new FormData(form).get('token') ?? '');
    this.#shortLink = { state: 'waiting' };
    this.#render();
    this.#shortLink = await makeShortLink(url, token);
    this.#render();
  }

  /** Explains an example of the gallery here, without a request to the server. */
  #onExampleClick(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const link = event.target instanceof Element ? event.target.closest('a[data-example]') : null;
    const text = link instanceof HTMLElement ? link.dataset.example : undefined;
    if (text === undefined) return;
    event.preventDefault();
    // “Back” returns to what was typed before.
    shareQuery(this.#query);
    addToHistory({ ...EMPTY_QUERY, text });
    this.#write({ ...EMPTY_QUERY, text });
    this.#form.form.scrollIntoView({ block: 'start' });
    this.#form.field.focus({ preventScroll: true });
  }
}

const isOpen = ({ parentElement }: HTMLElement): boolean =>
  parentElement instanceof HTMLDetailsElement && parentElement.open;

/** Takes over the page that the server sent. */
export function startExplorer(): void {
  prefixOwnPaths();
  startDoors();
  new Explorer().start();
}
