/** What the script of `/links` renders: the form to sign in, or the links of the owner with their forms. */
import type { ComponentChildren, VNode } from 'preact';
import { isHashSlug } from '../../links/slug.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { counted } from '../parts/counted.ts';
import type { OwnLink } from './own-link.ts';

/** A form of the page. The forms of a link have its slug. */
export type FormName = 'sign-in' | 'new' | 'search' | 'change' | 'end';

/** An error that a form shows, at one of its fields if the API named it. */
export interface FormError {
  readonly form: FormName;
  readonly field: string | null;
  readonly message: string;
}

export interface OwnLinksState {
  readonly signedIn: boolean;
  /** Whether a request is under way. */
  readonly waiting: boolean;
  readonly links: readonly OwnLink[];
  /** Whether there are links after these. */
  readonly more: boolean;
  /** The words that the links were searched for. */
  readonly query: string;
  /** The link that was made last. */
  readonly made: OwnLink | null;
  /** The link whose form is open, and which form. */
  readonly open: { readonly slug: string; readonly form: 'change' | 'end' } | null;
  readonly error: FormError | null;
  /** The result of the last action. */
  readonly status: string;
}

export function OwnLinks({ state }: { readonly state: OwnLinksState }): VNode {
  const { signedIn, waiting, links, more, query, made, error, status } = state;
  if (!signedIn) return <SignIn error={error} waiting={waiting} />;
  return (
    <>
      <section aria-labelledby="new-heading">
        <h2 id="new-heading">New link</h2>
        <form data-form="new" class="own-form">
          <div class="own-fields">
            <Field id="new-url" name="url" label="Link" error={error} form="new" required mono />
            <Fields prefix="new" form="new" error={error} alias />
          </div>
          <Submit waiting={waiting} error={error} form="new">
            Make the short link
          </Submit>
        </form>
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
        <p class="aside" role="status">
          {status}
        </p>
        {links.length === 0 ? (
          <p class="empty">
            {query === '' ? 'You have no short links yet.' : 'No link of yours has all of these words.'}
          </p>
        ) : (
          <ul class="own-links">
            {links.map((link) => (
              <Item key={link.slug} link={link} state={state} />
            ))}
          </ul>
        )}
        <p class="buttons">
          {more && (
            <button type="button" class="quiet" data-action="more" disabled={waiting}>
              Show more
            </button>
          )}
          <button type="button" class="quiet" data-action="export" data-format="ndjson">
            Export as NDJSON
          </button>
          <button type="button" class="quiet" data-action="export" data-format="csv">
            Export as CSV
          </button>
          <button type="button" class="quiet" data-action="sign-out">
            Sign out
          </button>
        </p>
        <FormErrorText error={error} form="search" />
      </section>
    </>
  );
}

interface SignInProps {
  readonly error: FormError | null;
  readonly waiting: boolean;
}

function SignIn({ error, waiting }: SignInProps): VNode {
  return (
    <form data-form="sign-in" class="own-form">
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
          The token stays in the memory of this tab, and is gone when you close it.
        </p>
      </div>
      <Submit waiting={waiting} error={error} form="sign-in">
        Sign in
      </Submit>
    </form>
  );
}

interface ItemProps {
  readonly key: string;
  readonly link: OwnLink;
  readonly state: OwnLinksState;
}

function Item({ link, state: { open, error, waiting } }: ItemProps): VNode {
  const { slug, url, short, inspect, qr, title, note, clicks, lastClickAt, createdAt, expiresAt, blocked } = link;
  const form = open?.slug === slug ? open.form : null;
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
          clicks === 0 ? 'Not followed yet' : `${counted(clicks, 'click')}, the last on ${dayOf(lastClickAt)}`,
          `made on ${dayOf(createdAt)}`,
          expiresAt === null ? 'never ends' : `ends on ${timeOf(expiresAt)}`,
        ].join(' · ')}
      </p>
      {blocked !== null && <p class="fault">Blocked: {blocked.reason}</p>}
      <p class="own-actions">
        <button
          type="button"
          class="quiet"
          data-action="change"
          data-slug={slug}
          aria-expanded={form === 'change' ? 'true' : 'false'}
        >
          Change<Hidden> {name}</Hidden>
        </button>
        <button
          type="button"
          class="quiet"
          data-action="end"
          data-slug={slug}
          aria-expanded={form === 'end' ? 'true' : 'false'}
        >
          End<Hidden> {name}</Hidden>
        </button>
        <a class="go" href={qr}>
          QR code<Hidden> of {name}</Hidden>
        </a>
      </p>
      {form === 'change' && (
        <form data-form="change" data-slug={slug} class="own-form">
          <div class="own-fields">
            {!isHashSlug(slug) && (
              <Field id="change-url" name="url" label="Link" error={error} form="change" required mono />
            )}
            <Fields prefix="change" form="change" error={error} />
          </div>
          <Submit waiting={waiting} error={error} form="change" cancel>
            Save
          </Submit>
        </form>
      )}
      {form === 'end' && (
        <form data-form="end" data-slug={slug} class="own-form">
          <p>
            End {withoutScheme(short)}? It then leads nowhere, unless another owner has made the same link. You can make
            it again.
          </p>
          <Submit waiting={waiting} error={error} form="end" cancel>
            End this link
          </Submit>
        </form>
      )}
    </li>
  );
}

interface FieldsProps {
  readonly prefix: string;
  readonly form: FormName;
  readonly error: FormError | null;
  readonly alias?: boolean;
}

/** The optional fields of a link. */
const OPTIONAL: readonly Pick<FieldProps, 'name' | 'label' | 'hint' | 'type' | 'mono'>[] = [
  {
    ...{ name: 'alias', label: 'Alias', mono: true },
    hint: 'Optional: a name of your choice. Without it, the slug is a hash of the link.',
  },
  { name: 'title', label: 'Title', hint: 'Optional. Only you see it.' },
  { name: 'note', label: 'Note', hint: 'Optional. Only you see it.' },
  {
    ...{ name: 'expiresAt', label: 'Last day', type: 'date' },
    hint: 'Optional. The link ends at midnight UTC after this day.',
  },
];

/** The optional fields of a new link and of a change, which cannot have another alias. */
function Fields({ prefix, form, error, alias = false }: FieldsProps): VNode {
  return (
    <>
      {OPTIONAL.filter(({ name }) => alias || name !== 'alias').map((field) => (
        <Field {...field} id={`${prefix}-${field.name}`} form={form} error={error} />
      ))}
    </>
  );
}

/** The types of fields as attributes: which others an input may have depends on its type. */
const TYPES = { text: { type: 'text' }, date: { type: 'date' } } as const;

interface FieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type?: keyof typeof TYPES;
  readonly required?: boolean;
  /** Whether the text is an address or a part of one. */
  readonly mono?: boolean;
  readonly form: FormName;
  readonly error: FormError | null;
}

function Field({
  id,
  name,
  label,
  hint,
  type = 'text',
  required = false,
  mono = false,
  form,
  error,
}: FieldProps): VNode {
  const isWrong = error?.form === form && error.field === name;
  const described = [isWrong ? `${form}-error` : '', hint === undefined ? '' : `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        {...TYPES[type]}
        required={required}
        autocomplete="off"
        {...(mono && { autocapitalize: 'none', spellcheck: false, class: 'mono' })}
        aria-invalid={isWrong ? 'true' : undefined}
        aria-describedby={described || undefined}
      />
      {hint !== undefined && (
        <p class="aside" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface SubmitProps {
  readonly waiting: boolean;
  readonly error: FormError | null;
  readonly form: FormName;
  readonly cancel?: boolean;
  readonly children: ComponentChildren;
}

function Submit({ waiting, error, form, cancel = false, children }: SubmitProps): VNode {
  return (
    <>
      <FormErrorText error={error} form={form} />
      <p class="buttons">
        <button type="submit" disabled={waiting}>
          {children}
        </button>
        {cancel && (
          <button type="button" class="quiet" data-action="cancel">
            Cancel
          </button>
        )}
      </p>
    </>
  );
}

function FormErrorText({ error, form }: { readonly error: FormError | null; readonly form: FormName }): VNode {
  return (
    <p class="fault" id={`${form}-error`} role="alert">
      {error?.form === form ? error.message : ''}
    </p>
  );
}

/** Words for screen readers alone, which hear a button without what stands around it. */
function Hidden({ children }: { readonly children: ComponentChildren }): VNode {
  return <span class="visually-hidden">{children}</span>;
}

const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, '');
const dayOf = (time: string | null): string => (time ?? '').slice(0, 10);
const timeOf = (time: string): string => `${time.slice(0, 10)} at ${time.slice(11, 16)} UTC`;
