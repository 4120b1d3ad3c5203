/**
 * The script of `/links`: signs the owner in, and makes, lists, changes, ends and exports links. The token of the owner
 * is kept for the tab alone, in `sessionStorage`.
 */
import { render } from 'preact';
import type { Link } from '../../../links/link.ts';
import { basePath, rootAddress } from '../../parts/browser/base-path.ts';
import { startCopyButtons } from '../../parts/browser/buttons.ts';
import { prefixOwnPaths } from '../../parts/browser/own-paths.ts';
import { counted } from '../../parts/counted.ts';
import type * as ProposalsPart from '../../parts/proposals.ts';
import { csvOfExport, endAfter, lastDayOf } from '../own-link.ts';
import {
  FILTERS,
  type Filter,
  type FormName,
  type LinkForm,
  ORDERS,
  type Order,
  OwnLinks,
  type OwnLinksState,
  SIGNED_OUT,
} from '../view.tsx';

prefixOwnPaths();

/** The list follows the search field when nobody has typed for this time, in milliseconds. */
const TYPING_PAUSE_MS = 300;

/** The token is kept for the tab, as its hint says. */
const KEPT = 'waypost-token';

class ApiError extends Error {
  readonly status: number;
  /** The member of the request that is wrong; `null` if the API names none. */
  readonly field: string | null;

  constructor(status: number, message: string, field: string | null) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

interface ProblemDetails {
  readonly title?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly parameter?: string | null; readonly message?: string }[];
}

/** The members of a new link or of a change; `null` removes a text or an end. */
type LinkFields = Partial<Pick<Link, 'url' | 'title' | 'note' | 'expiresAt'>> & { readonly alias?: string };

/** Sends a request about the links of one owner. @throws ApiError for any answer but success */
type LinksApi = (method: string, path: string, body?: LinkFields) => Promise<Response>;

function linksApi(token: string): LinksApi {
  return async (method, path, body) => {
    const response = await fetch(basePath() + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      // The lists of an owner are nobody else's, and stay out of every cache.
      cache: 'no-store',
    });
    if (response.ok) return response;
    const problem: ProblemDetails = await response.json().catch(() => ({}));
    const [first] = problem.errors ?? [];
    const message = first?.message ?? problem.detail ?? problem.title ?? `The service answered ${response.status}.`;
    throw new ApiError(response.status, message, first?.parameter ?? null);
  };
}

class OwnLinksPage {
  readonly #place: Element;
  #state = SIGNED_OUT;
  /** `null` = nobody has signed in. */
  #api: LinksApi | null = null;
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** The number of the last list that was requested: answers to earlier requests are ignored. */
  #lists = 0;

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
        () => void this.#attempt('search', (api) => this.#list(api, target.value)),
        TYPING_PAUSE_MS,
      );
    });
    place.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button?.dataset.action !== undefined) void this.#act(button.dataset.action, button);
    });
    place.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLSelectElement)) return;
      if (target.id === 'order' && isOrder(target.value)) this.#update({ order: target.value });
      if (target.id === 'filter' && isFilter(target.value)) this.#update({ filter: target.value });
    });
    // The server’s form stands in the same place.
    place.replaceChildren();
    this.#update({});
    const token = sessionStorage.getItem(KEPT);
    if (token !== null) void this.#signIn(token);
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
    if (name === 'sign-in')
      await this.#signIn(this.#place.querySelector<HTMLInputElement>('#token')?.value.trim() ?? '');
    if (name === 'new') await this.#attempt(name, (api) => this.#create(api, form));
    if (name === 'change') await this.#attempt(name, (api) => this.#change(api, slug, form));
    if (name === 'end') await this.#attempt(name, (api) => this.#end(api, slug));
    if (name === 'search') {
      clearTimeout(this.#typing);
      await this.#attempt(name, (api) => this.#list(api, textsOf(form).q));
    }
  }

  /** Runs an action with the API. An error is shown in a form; without a known token, in the form to sign in. */
  async #attempt(form: FormName, action: (api: LinksApi) => Promise<void>): Promise<void> {
    if (this.#api === null) return;
    this.#update({ waiting: true, error: null });
    try {
      await action(this.#api);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const field = error instanceof ApiError ? error.field : null;
      if (error instanceof ApiError && error.status === 401) this.#signOut(message);
      else this.#update({ error: { form, field, message, proposals: [] } });
      this.#focus(`[data-form="${this.#state.error?.form}"] [aria-invalid]`);
      if (field === 'url') await this.#propose();
    }
    this.#update({ waiting: false });
  }

  /** Adds what the text of a wrong link may have been meant as. The code for it is loaded when somebody needs it. */
  async #propose(): Promise<void> {
    const { error } = this.#state;
    const text = this.#place.querySelector<HTMLInputElement>(`[data-form="${error?.form}"] [name="url"]`)?.value ?? '';
    const proposals = (await loadProposals())?.proposalsFor(text) ?? [];
    if (error !== null && error === this.#state.error) this.#update({ error: { ...error, proposals } });
  }

  async #signIn(token: string): Promise<void> {
    // What a header cannot hold would be sent as nothing, and the service would ask for a header.
    if (!/^[!-~]+$/.test(token)) return this.#signOut('This token is not valid.');
    this.#api = linksApi(token);
    await this.#attempt('sign-in', async (api) => {
      await this.#list(api);
      // The field with the token is gone by now.
      this.#update({ signedIn: true });
      sessionStorage.setItem(KEPT, token);
      this.#focus('#new-url');
      const wanted = new URLSearchParams(location.hash.slice(1)).get('url');
      const field = this.#place.querySelector<HTMLInputElement>('#new-url');
      if (wanted !== null && field !== null) field.value = wanted;
    });
    if (!this.#state.signedIn) this.#api = null;
  }

  /** Forgets the token and the links. `message` = why, if the owner did not ask for it. */
  #signOut(message: string | null): void {
    this.#api = null;
    sessionStorage.removeItem(KEPT);
    clearTimeout(this.#typing);
    this.#lists++;
    this.#update({
      ...SIGNED_OUT,
      error: message === null ? null : { form: 'sign-in', field: null, message, proposals: [] },
    });
    this.#focus('#token');
  }

  /** Lists the links that have each word of a query: the first ones, or those after a cursor too. */
  async #list(api: LinksApi, query = '', cursor: string | null = null): Promise<void> {
    const list = ++this.#lists;
    const parameters = new URLSearchParams({ q: query, ...(cursor !== null && { cursor }) });
    const response = await api('GET', `/v1/links?${parameters}`);
    const { links: found, next }: Pick<OwnLinksState, 'links' | 'next'> = await response.json();
    if (list !== this.#lists) return;
    const slugs = new Set(found.map(({ slug }) => slug));
    const before = cursor === null ? [] : this.#state.links.filter(({ slug }) => !slugs.has(slug));
    const links = [...before, ...found];
    const status = `${next === null ? '' : 'The first '}${counted(links.length, 'link')}`;
    this.#update({ links, next, query, status, ...(cursor === null && { open: null }) });
    if (cursor !== null) this.#focus(`[data-slug="${found[0]?.slug}"] a`);
  }

  async #create(api: LinksApi, form: HTMLFormElement): Promise<void> {
    const made: Link & { readonly created: boolean } = await (await api('POST', '/v1/links', newFieldsOf(form))).json();
    const links = [made, ...this.#state.links.filter(({ slug }) => slug !== made.slug)];
    form.reset();
    this.#update({ made, links, status: made.created ? `Created ${made.slug}.` : `${made.slug} existed already.` });
    this.#focus('#new-url');
  }

  async #change(api: LinksApi, slug: string, form: HTMLFormElement): Promise<void> {
    const before = this.#state.links.find((link) => link.slug === slug);
    if (before === undefined) return;
    const response = await api('PATCH', `/v1/links/${slug}`, changedFieldsOf(form, before));
    const changed: Link = await response.json();
    const links = this.#state.links.map((link) => (link.slug === slug ? changed : link));
    this.#update({ links, open: null, status: `Changed ${slug}.` });
    this.#focus(`[data-action="change"][data-slug="${slug}"]`);
  }

  async #end(api: LinksApi, slug: string): Promise<void> {
    await api('DELETE', `/v1/links/${slug}`);
    const links = this.#state.links.filter((link) => link.slug !== slug);
    const made = this.#state.made?.slug === slug ? null : this.#state.made;
    this.#update({ links, made, open: null, status: `Deleted ${slug}.` });
    this.#focus('#list-heading');
  }

  async #act(action: string, { dataset: { slug = '', format, field, url = '' } }: HTMLButtonElement): Promise<void> {
    const { query, next } = this.#state;
    const wrong = action === 'propose' ? this.#place.querySelector<HTMLInputElement>(`#${field}`) : null;
    if (wrong !== null) {
      wrong.value = url;
      this.#update({ error: null });
      wrong.focus();
    }
    if (action === 'more') await this.#attempt('search', (api) => this.#list(api, query, next));
    if (action === 'export') {
      await this.#attempt('search', async (api) => {
        const response = await api('GET', '/v1/links/export');
        save(await response.text(), format === 'csv');
      });
    }
    if (action === 'sign-out') this.#signOut(null);
    if (action === 'change' || action === 'end') this.#toggle(slug, action);
    if (action === 'days') await this.#attempt('search', (api) => this.#showDays(api, slug));
    if (action === 'cancel') this.#close();
  }

  /** Shows the clicks of a link by day, or hides them again. */
  async #showDays(api: LinksApi, slug: string): Promise<void> {
    if (this.#state.days?.slug === slug) {
      this.#update({ days: null });
      return;
    }
    const { days = [] }: Link = await (await api('GET', `/v1/links/${slug}`)).json();
    this.#update({ days: { slug, days } });
  }

  /** Closes the form of a link, and returns the focus to the button that opened it. */
  #close(): void {
    const { open } = this.#state;
    this.#update({ open: null, error: null });
    this.#focus(`[data-action="${open?.form}"][data-slug="${open?.slug}"]`);
  }

  #toggle(slug: string, form: LinkForm): void {
    const { open } = this.#state;
    // Closed first, so that no field keeps the text of another link.
    this.#close();
    if (open?.slug === slug && open.form === form) return;
    this.#update({ open: { slug, form } });
    this.#focus(`form[data-slug="${slug}"] :is(input, button)`);
  }
}

/** The file with the proposals, which the explorer loads too; `null` if it cannot be loaded. */
async function loadProposals(): Promise<typeof ProposalsPart | null> {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
  const own = new URL(script?.src ?? location.href);
  const address = new URL('rarely-needed.js', own);
  address.search = own.search;
  try {
    return await import(address.href);
  } catch {
    return null;
  }
}

function isFilter(text: string): text is Filter {
  return Object.hasOwn(FILTERS, text);
}

function isOrder(text: string): text is Order {
  return Object.hasOwn(ORDERS, text);
}

/** The texts of a form by the names of its fields, without blanks around them. */
function textsOf(form: HTMLFormElement): Readonly<Partial<Record<string, string>>> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));
}

/** The fields of a new link; what is empty is left out. */
function newFieldsOf(form: HTMLFormElement): LinkFields {
  const { expiresAt: day = '', ...texts } = textsOf(form);
  const filled = Object.entries(texts).filter(([name, text]) => name === 'url' || text !== '');
  return { ...Object.fromEntries(filled), ...(day && { expiresAt: endAfter(day) }) };
}

/** The fields that differ from a link. The end is sent only if its day has changed: the form does not know its hour. */
function changedFieldsOf(form: HTMLFormElement, { url, title, note, expiresAt }: Link): LinkFields {
  const typed = { url, title: '', note: '', expiresAt: '', ...textsOf(form) };
  return {
    ...(typed.url !== url && { url: typed.url }),
    ...(typed.title !== (title ?? '') && { title: typed.title || null }),
    ...(typed.note !== (note ?? '') && { note: typed.note || null }),
    ...(typed.expiresAt !== lastDayOf(expiresAt) && { expiresAt: endAfter(typed.expiresAt) }),
  };
}

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
