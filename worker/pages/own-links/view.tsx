/** What the script of `/links` renders: the form to sign in, or the links of the owner with their forms. */
import type { ComponentChildren, ComponentProps, VNode } from 'preact';
import type { Link } from '../../links/link.ts';
import { isHashSlug } from '../../links/slug.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { counted } from '../parts/counted.ts';
import { ClicksChart, type DayClicks } from './clicks-chart.tsx';
import { lastDayOf } from './own-link.ts';

/** A form of the page. The forms of a link have its slug. */
export type FormName = 'sign-in' | 'new' | 'search' | LinkForm;
export type LinkForm = 'change' | 'end';

/** The orders of the list, by the names that people choose. */
export const ORDERS = { newest: 'newest first', clicks: 'most clicks', ends: 'next to expire' } as const;
export type Order = keyof typeof ORDERS;

/** Which links of the list are shown, by the names that people choose. */
export const FILTERS = {
  all: 'all links',
  unused: 'without clicks',
  ending: 'with an expiry',
  blocked: 'blocked',
} as const;
export type Filter = keyof typeof FILTERS;

export interface OwnLinksState {
  readonly signedIn: boolean;
  readonly waiting: boolean;
  readonly links: readonly Link[];
  /** The cursor of the links after these; `null` = there are none. */
  readonly next: string | null;
  readonly query: string;
  readonly order: Order;
  readonly filter: Filter;
  /** The clicks by day of the link whose chart is open. */
  readonly days: { readonly slug: string; readonly days: readonly DayClicks[] } | null;
  readonly made: Link | null;
  /** The link whose form is open, and which form. */
  readonly open: { readonly slug: string; readonly form: LinkForm } | null;
  /** An error that a form shows, at one of its fields if the API named it. */
  readonly error: FormError | null;
  readonly status: string;
}

interface FormError {
  readonly form: FormName;
  readonly field: string | null;
  readonly message: string;
  /** URLs that the text of the field may have been meant as. */
  readonly proposals: readonly string[];
}

export const SIGNED_OUT: OwnLinksState = {
  ...{
    signedIn: false,
    waiting: false,
    links: [],
    next: null,
    query: '',
    order: 'newest',
    filter: 'all',
    days: null,
    made: null,
  },
  ...{ open: null, error: null, status: '' },
};

const COMPARISONS: Readonly<Record<Order, (a: Link, b: Link) => number>> = {
  newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
  clicks: (a, b) => b.clicks - a.clicks,
  ends: (a, b) => (a.expiresAt ?? '9').localeCompare(b.expiresAt ?? '9'),
};

const TESTS: Readonly<Record<Filter, (link: Link) => boolean>> = {
  all: () => true,
  unused: ({ clicks }) => clicks === 0,
  ending: ({ expiresAt }) => expiresAt !== null,
  blocked: ({ blocked }) => blocked !== null,
};

interface StateProps {
  readonly state: OwnLinksState;
}

export function OwnLinks({ state }: StateProps): VNode {
  const { signedIn, waiting, links, next, query, made, status } = state;
  if (!signedIn) return <SignIn state={state} />;
  const shown = links.filter(TESTS[state.filter]).toSorted(COMPARISONS[state.order]);
  return (
    <>
      <section aria-labelledby="new-heading">
        <h2 id="new-heading">New link</h2>
        <Form name="new" submit="Create short link" state={state}>
          <Fields form="new" fields={FIELDS} state={state} />
        </Form>
        {made !== null && (
          <p class="notice" id="made">
            <a href={made.inspect}>{withoutScheme(made.short)}</a> leads to <code>{made.url}</code>{' '}
            <CopyButton text={made.short} what="the short link" />
          </p>
        )}
      </section>
      <section aria-labelledby="list-heading">
        <h2 id="list-heading" tabIndex={-1}>
          Your links
        </h2>
        <form data-form="search" class="search">
          <label for="query">Search titles, notes and addresses</label>
          <input id="query" name="q" type="search" autocomplete="off" spellcheck={false} maxLength={200} />
          <button type="submit" class="quiet">
            Search
          </button>
        </form>
        <div class="own-list-controls">
          <Choice id="filter" label="Show" names={FILTERS} chosen={state.filter} />
          <Choice id="order" label="Order" names={ORDERS} chosen={state.order} />
        </div>
        <p class="aside" role="status">
          {status}
        </p>
        {links.length === 0 ? (
          <p class="empty">
            {query === '' ? 'You have no short links yet.' : 'No link of yours has all of these words.'}
          </p>
        ) : (
          <ul class="own-links">
            {shown.map((link) => (
              <Item key={link.slug} link={link} state={state} />
            ))}
          </ul>
        )}
        {links.length > 0 && shown.length === 0 && <p class="empty">No link in this list is like this.</p>}
        <p class="buttons">
          {next !== null && (
            <Action data-action="more" disabled={waiting}>
              Show more
            </Action>
          )}
          <Action data-action="export" data-format="ndjson">
            Export as NDJSON
          </Action>
          <Action data-action="export" data-format="csv">
            Export as CSV
          </Action>
          <Action data-action="sign-out">Sign out</Action>
        </p>
        <ErrorText form="search" state={state} />
      </section>
    </>
  );
}

interface ChoiceProps extends Record<'id' | 'label' | 'chosen', string> {
  readonly names: Readonly<Record<string, string>>;
}

function Choice({ id, label, names, chosen }: ChoiceProps): VNode {
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select id={id}>
        {Object.entries(names).map(([value, name]) => (
          <option value={value} selected={value === chosen}>
            {name}
          </option>
        ))}
      </select>
    </p>
  );
}

function SignIn({ state }: StateProps): VNode {
  const { error } = state;
  return (
    <Form name="sign-in" submit="Sign in" state={state}>
      <div class="field">
        <label for="token">Your token</label>
        {/* Without a name, no browser can put it into an address. */}
        <input
          id="token"
          type="password"
          autocomplete="off"
          required
          aria-invalid={error === null ? undefined : 'true'}
          aria-describedby={error === null ? 'token-hint' : 'sign-in-error token-hint'}
        />
        <p class="aside" id="token-hint">
          The token is kept only until you close this tab or sign out.
        </p>
      </div>
    </Form>
  );
}

interface ItemProps extends StateProps {
  readonly key: string;
  readonly link: Link;
}

function Item({ link, state }: ItemProps): VNode {
  const { slug, url, short, inspect, qr, title, note, clicks, lastClickAt, createdAt, expiresAt, blocked } = link;
  const form = state.open?.slug === slug ? state.open.form : null;
  const name = title ?? slug;
  return (
    <li data-slug={slug}>
      <h3 dir="auto">
        <a href={inspect}>{name}</a>
      </h3>
      <p class="own-link-short">
        <code>{withoutScheme(short)}</code> <CopyButton text={short} what={<Hidden>the short link of {name}</Hidden>} />
      </p>
      <p class="own-link-url">
        <bdi dir="ltr">
          <code>{url}</code>
        </bdi>
      </p>
      {note !== null && <p dir="auto">{note}</p>}
      <p class="aside">
        {[
          clicks === 0 ? 'No clicks yet' : `${counted(clicks, 'click')}, the last on ${dayOf(lastClickAt)}`,
          `created ${dayOf(createdAt)}`,
          expiresAt === null ? 'no expiry' : `expires ${dayOf(expiresAt)} at ${expiresAt.slice(11, 16)} UTC`,
        ].join(' · ')}
      </p>
      {blocked !== null && <p class="fault">Blocked: {blocked.reason}</p>}
      <p class="own-actions">
        <Action data-action="change" data-slug={slug} aria-expanded={form === 'change'}>
          Change<Hidden> {name}</Hidden>
        </Action>
        <Action data-action="end" data-slug={slug} aria-expanded={form === 'end'}>
          Delete<Hidden> {name}</Hidden>
        </Action>
        {clicks > 0 && (
          <Action data-action="days" data-slug={slug} aria-expanded={state.days?.slug === slug}>
            Clicks by day<Hidden> of {name}</Hidden>
          </Action>
        )}
        <a class="go" href={qr}>
          QR code<Hidden> of {name}</Hidden>
        </a>
      </p>
      {state.days?.slug === slug && <ClicksChart days={state.days.days} />}
      {form === 'change' && (
        <Form name="change" slug={slug} submit="Save" state={state}>
          <Fields
            form="change"
            fields={FIELDS.filter(({ name }) => name !== 'alias' && (name !== 'url' || !isHashSlug(slug)))}
            values={{ url, title, note, expiresAt: lastDayOf(expiresAt) }}
            state={state}
          />
        </Form>
      )}
      {form === 'end' && (
        <Form name="end" slug={slug} submit="Delete this link" state={state}>
          <p>
            Delete {withoutScheme(short)}? It stops working unless another owner has it too. You can create it again.
          </p>
        </Form>
      )}
    </li>
  );
}

interface FormProps extends StateProps {
  readonly name: FormName;
  /** Of a link whose form this is. Such a form can be cancelled. */
  readonly slug?: string;
  readonly submit: string;
  readonly children: ComponentChildren;
}

function Form({ name, slug, submit, children, state }: FormProps): VNode {
  return (
    <form data-form={name} data-slug={slug} class="own-form">
      {children}
      {!isAtField(state, name) && <ErrorText form={name} state={state} />}
      <p class="buttons">
        <button type="submit" disabled={state.waiting}>
          {submit}
        </button>
        {slug !== undefined && <Action data-action="cancel">Cancel</Action>}
      </p>
    </form>
  );
}

/** Whether the error of a form stands at one of its fields. */
function isAtField({ error }: OwnLinksState, form: FormName): boolean {
  return (
    error?.form === form && FIELDS.some(({ name }) => name === error.field) && (form === 'new' || form === 'change')
  );
}

function ErrorText({ form, state: { error } }: StateProps & { readonly form: FormName }): VNode {
  return (
    <p class="fault" id={`${form}-error`} role="alert">
      {error?.form === form ? error.message : ''}
    </p>
  );
}

interface Field {
  readonly name: string;
  readonly label: string;
  /** `null` = the field is required. */
  readonly hint: string | null;
  readonly input: ComponentProps<'input'>;
}

/** For an address, or a part of one. */
const MONO = { type: 'text', autocapitalize: 'none', spellcheck: false, class: 'mono' } as const;

const FIELDS: readonly Field[] = [
  { name: 'url', label: 'Link', hint: null, input: MONO },
  {
    ...{ name: 'alias', label: 'Alias', input: MONO },
    hint: 'Optional. Leave empty to generate one.',
  },
  { name: 'title', label: 'Title', hint: 'Optional. Only you see it.', input: { type: 'text' } },
  { name: 'note', label: 'Note', hint: 'Optional. Only you see it.', input: { type: 'text' } },
  {
    ...{ name: 'expiresAt', label: 'Expires', input: { type: 'date' } },
    hint: 'Optional. Stops working at the end of this day (UTC).',
  },
];

interface FieldsProps extends StateProps {
  readonly form: 'new' | 'change';
  readonly fields: readonly Field[];
  /** The texts to begin with, by the names of the fields. */
  readonly values?: Readonly<Record<string, string | null>>;
}

function Fields({ form, fields, values = {}, state }: FieldsProps): VNode {
  const { error } = state;
  return (
    <div class="own-fields">
      {fields.map(({ name, label, hint, input }) => {
        const id = `${form}-${name}`;
        const isWrong = error?.form === form && error.field === name;
        const described = [isWrong ? `${form}-error` : '', hint === null ? '' : `${id}-hint`].filter(Boolean);
        return (
          <div class="field">
            <label for={id}>{label}</label>
            <input
              {...input}
              id={id}
              name={name}
              defaultValue={values[name] ?? undefined}
              required={hint === null}
              autocomplete="off"
              aria-invalid={isWrong ? 'true' : undefined}
              aria-describedby={described.join(' ') || undefined}
            />
            {isWrong && <ErrorText form={form} state={state} />}
            {isWrong && error.proposals.length > 0 && <Proposals field={id} urls={error.proposals} />}
            {hint !== null && (
              <p class="aside" id={`${id}-hint`}>
                {hint}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}

/** Buttons that put a URL into the field. */
function Proposals({ field, urls }: { readonly field: string; readonly urls: readonly string[] }): VNode {
  return (
    <p class="own-proposals">
      Did you mean{' '}
      {urls.map((url) => (
        <>
          <Action data-action="propose" data-field={field} data-url={url}>
            <bdi dir="ltr">{url}</bdi>
          </Action>{' '}
        </>
      ))}
    </p>
  );
}

function Action(attributes: ComponentProps<'button'>): VNode {
  return <button type="button" class="quiet" {...attributes} />;
}

/** Words for screen readers alone, which hear a button without what stands around it. */
function Hidden({ children }: { readonly children: ComponentChildren }): VNode {
  return <span class="visually-hidden">{children}</span>;
}

const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, '');
const dayOf = (time: string | null): string => (time ?? '').slice(0, 10);
