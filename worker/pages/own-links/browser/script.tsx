/** The script of `/links`: signs the owner in, and makes, lists, changes, ends and exports links. */
import { render } from 'preact';
import { rootAddress } from '../../parts/browser/base-path.ts';
import { startCopyButtons } from '../../parts/browser/buttons.ts';
import { prefixOwnPaths } from '../../parts/browser/own-paths.ts';
import { counted } from '../../parts/counted.ts';
import { csvOfExport, endAfter, lastDayOf, type OwnLink } from '../own-link.ts';
import { type FormName, OwnLinks, type OwnLinksState } from '../view.tsx';
import { ApiError, type LinkFields, LinksApi } from './api.ts';

prefixOwnPaths();

/** The list follows the search field when nobody has typed for this time, in milliseconds. */
const TYPING_PAUSE_MS = 300;

const SIGNED_OUT: OwnLinksState = {
  ...{ signedIn: false, waiting: false, links: [], more: false, query: '', made: null },
  ...{ open: null, error: null, status: '' },
};

class OwnLinksPage {
  readonly #place: Element;
  #state = SIGNED_OUT;
  /** `null` = nobody has signed in. */
  #api: LinksApi | null = null;
  #cursor: string | null = null;
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** The number of the last list that was requested: answers to earlier requests are ignored. */
  #list = 0;

  constructor(place: Element) {
    this.#place = place;
    place.addEventListener('submit', (event) => {
      event.preventDefault();
      if (event.target instanceof HTMLFormElement) void this.#submit(event.target);
    });
    place.addEventListener('input', ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.id !== 'query') return;
      clearTimeout(this.#typing);
      this.#typing = setTimeout(
        () => void this.#attempt('search', (api) => this.#show(api, target.value)),
        TYPING_PAUSE_MS,
      );
    });
    place.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button?.dataset.action !== undefined) void this.#act(button.dataset.action, button);
    });
    this.#update({});
  }

  #update(changes: Partial<OwnLinksState>): void {
    this.#state = { ...this.#state, ...changes };
    render(<OwnLinks state={this.#state} />, this.#place);
  }

  #focus(selector: string): void {
    this.#place.querySelector<HTMLElement>(selector)?.focus();
  }

  async #submit(form: HTMLFormElement): Promise<void> {
    const { form: name, slug = '' } = form.dataset;
    if (name === 'sign-in') await this.#signIn();
    if (name === 'new')
      await this.#attempt(name, async (api) => this.#showMade(await api.create(newFieldsOf(form)), form));
    if (name === 'change') await this.#attempt(name, (api) => this.#change(api, slug, form));
    if (name === 'end') await this.#attempt(name, (api) => this.#end(api, slug));
    if (name === 'search') {
      clearTimeout(this.#typing);
      await this.#attempt(name, (api) => this.#show(api, fieldText(form, 'q')));
    }
  }

  /**
   * Runs an action with the API. An error is shown in a form; without a known token, in the form to sign in.
   *
   * @param form - where an error is shown
   */
  async #attempt(form: FormName, action: (api: LinksApi) => Promise<void>): Promise<void> {
    if (this.#api === null) return;
    this.#update({ waiting: true, error: null });
    try {
      await action(this.#api);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const field = error instanceof ApiError ? error.field : null;
      if (error instanceof ApiError && error.status === 401) this.#signOut(message);
      else this.#update({ error: { form, field, message } });
      this.#focus(`[data-form="${this.#state.error?.form}"] [aria-invalid]`);
    }
    this.#update({ waiting: false });
  }

  async #signIn(): Promise<void> {
    const input = this.#place.querySelector<HTMLInputElement>('#token');
    if (input === null) return;
    this.#api = new LinksApi(input.value.trim());
    await this.#attempt('sign-in', async (api) => {
      await this.#show(api, '');
      // The field with the token is gone by now.
      this.#update({ signedIn: true });
      this.#focus('#new-url');
    });
    if (!this.#state.signedIn) this.#api = null;
  }

  /** Forgets the token and the links. `message` = why, if the owner did not ask for it. */
  #signOut(message: string | null): void {
    this.#api = null;
    this.#cursor = null;
    clearTimeout(this.#typing);
    this.#list++;
    this.#state = { ...SIGNED_OUT, error: message === null ? null : { form: 'sign-in', field: null, message } };
    this.#update({});
    this.#focus('#token');
  }

  /** Lists the links that have each word of a query. */
  async #show(api: LinksApi, query: string): Promise<void> {
    const list = ++this.#list;
    const { links, next } = await api.list(query, null);
    if (list !== this.#list) return;
    this.#cursor = next;
    this.#update({ links, more: next !== null, query, open: null, status: countOf(links.length, next !== null) });
  }

  async #showMore(api: LinksApi): Promise<void> {
    const list = ++this.#list;
    const { links: more, next } = await api.list(this.#state.query, this.#cursor);
    if (list !== this.#list) return;
    this.#cursor = next;
    const slugs = new Set(more.map(({ slug }) => slug));
    const links = [...this.#state.links.filter(({ slug }) => !slugs.has(slug)), ...more];
    this.#update({ links, more: next !== null, status: countOf(links.length, next !== null) });
    this.#focus(`[data-slug="${more[0]?.slug}"] a`);
  }

  #showMade(link: OwnLink & { readonly created: boolean }, form: HTMLFormElement): void {
    const links = [link, ...this.#state.links.filter(({ slug }) => slug !== link.slug)];
    const status = `${link.slug} ${link.created ? 'is made' : 'existed already'}.`;
    form.reset();
    this.#update({ made: link, links, status });
    this.#focus('#new-url');
  }

  async #change(api: LinksApi, slug: string, form: HTMLFormElement): Promise<void> {
    const before = this.#state.links.find((link) => link.slug === slug);
    if (before === undefined) return;
    const changed = await api.change(slug, changedFieldsOf(form, before));
    const links = this.#state.links.map((link) => (link.slug === slug ? changed : link));
    this.#update({ links, open: null, status: `${slug} is changed.` });
    this.#focus(`[data-action="change"][data-slug="${slug}"]`);
  }

  async #end(api: LinksApi, slug: string): Promise<void> {
    await api.end(slug);
    const links = this.#state.links.filter((link) => link.slug !== slug);
    const made = this.#state.made?.slug === slug ? null : this.#state.made;
    this.#update({ links, made, open: null, status: `${slug} has ended.` });
    this.#focus('#list-heading');
  }

  async #act(action: string, { dataset: { slug = '', format } }: HTMLButtonElement): Promise<void> {
    if (action === 'more') await this.#attempt('search', (api) => this.#showMore(api));
    if (action === 'export') await this.#attempt('search', async (api) => save(await api.export(), format === 'csv'));
    if (action === 'sign-out') this.#signOut(null);
    if (action === 'change' || action === 'end') this.#toggle(slug, action);
    if (action === 'cancel') this.#close();
  }

  /** Closes the form of a link, and returns the focus to the button that opened it. */
  #close(): void {
    const { open } = this.#state;
    this.#update({ open: null, error: null });
    this.#focus(`[data-action="${open?.form}"][data-slug="${open?.slug}"]`);
  }

  #toggle(slug: string, form: 'change' | 'end'): void {
    const { open, links } = this.#state;
    // Closed first, so that no field keeps the text of another link.
    this.#close();
    if (open?.slug === slug && open.form === form) return;
    this.#update({ open: { slug, form } });
    const link = links.find((candidate) => candidate.slug === slug);
    const element = this.#place.querySelector<HTMLFormElement>(`form[data-slug="${slug}"]`);
    if (form === 'change' && link !== undefined && element !== null) fill(element, link);
    this.#focus(`form[data-slug="${slug}"] :is(input, button)`);
  }
}

function countOf(count: number, more: boolean): string {
  return `${more ? 'The first ' : ''}${counted(count, 'link')}`;
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  const input = form.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : null;
}

const fieldText = (form: HTMLFormElement, name: string): string => inputOf(form, name)?.value.trim() ?? '';

/** The fields of a new link; what is empty is left out. */
function newFieldsOf(form: HTMLFormElement): LinkFields {
  const [alias, title, note, day] = ['alias', 'title', 'note', 'expiresAt'].map((name) => fieldText(form, name));
  return {
    url: fieldText(form, 'url'),
    ...(alias && { alias }),
    ...(title && { title }),
    ...(note && { note }),
    ...(day && { expiresAt: endAfter(day) }),
  };
}

/** The fields that differ from a link. The end is sent only if its day has changed: the form does not know its hour. */
function changedFieldsOf(form: HTMLFormElement, { url, title, note, expiresAt }: OwnLink): LinkFields {
  const typed = inputOf(form, 'url')?.value.trim() ?? url;
  const [newTitle = '', newNote = '', day = ''] = ['title', 'note', 'expiresAt'].map((name) => fieldText(form, name));
  return {
    ...(typed !== url && { url: typed }),
    ...(newTitle !== (title ?? '') && { title: newTitle || null }),
    ...(newNote !== (note ?? '') && { note: newNote || null }),
    ...(day !== lastDayOf(expiresAt) && { expiresAt: endAfter(day) }),
  };
}

function fill(form: HTMLFormElement, { url, title, note, expiresAt }: OwnLink): void {
  for (const [name, value] of Object.entries({ url, title, note, expiresAt: lastDayOf(expiresAt) })) {
    const input = inputOf(form, name);
    if (input !== null) input.value = value ?? '';
  }
}

/** Saves an export as a file. */
function save(lines: string, asCsv: boolean): void {
  const [text, type] = asCsv
    ? [csvOfExport(lines, rootAddress()), 'text/csv;charset=utf-8;header=present']
    : [lines, 'application/x-ndjson'];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = asCsv ? 'links.csv' : 'links.ndjson';
  link.click();
  // By then the download has begun, and the browser keeps what it needs.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

document.documentElement.classList.add('has-script');
startCopyButtons();
const place = document.getElementById('own-links');
if (place !== null) new OwnLinksPage(place);
