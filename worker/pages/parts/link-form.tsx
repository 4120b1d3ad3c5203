/** What pages offer to open: a form for any link, proposals for one that is not a URL, and copies in archives. */
import type { VNode } from 'preact';
import type { ArchivedCopy } from '../../../src/templates/templates.ts';
import { LinkField, type Page, REL } from './layout.tsx';
import type { Proposal } from './proposals.ts';

interface LinkFormProps {
  readonly value: string;
  /** The id of the element that says what is wrong with the value; `null` if nothing is. */
  readonly fault: string | null;
  /** Other parameters that the value is read with. */
  readonly options?: readonly (readonly [name: string, value: string])[];
}

/** A field for a link, with buttons to open it and to explain it. It needs no script. */
export function LinkForm({ value, fault, options = [] }: LinkFormProps): VNode {
  return (
    <form class="link-form" action="/r">
      <label for="link">Link</label>
      <LinkField
        id="link"
        value={value}
        placeholder="gopher://"
        aria-invalid={fault === null ? undefined : 'true'}
        aria-describedby={fault ?? undefined}
      />
      {options.map(([name, option]) => (
        <input type="hidden" name={name} value={option} />
      ))}
      <p class="buttons">
        <button type="submit">Open</button>
        <button type="submit" class="go" formaction="/inspect">
          Explain
        </button>
      </p>
    </form>
  );
}

/** URLs that a text may have been meant as; `null` if there are none. */
export function Proposals({ proposals }: { readonly proposals: readonly Proposal[] }): VNode | null {
  if (proposals.length === 0) return null;
  return (
    <section class="proposals">
      <h2>Did you mean</h2>
      <ul class="link-list">
        {proposals.map(({ url, text }) => (
          <li>
            <a href={`/r?url=${encodeURIComponent(url)}`} rel={REL}>
              {text === url ? <code>{url}</code> : text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Archives that may have a copy of what is gone; `null` if no archive keeps links of this kind. */
export function ArchivedCopies({ archives }: { readonly archives: readonly ArchivedCopy[] }): VNode | null {
  if (archives.length === 0) return null;
  return (
    <section>
      <h2>Archives that may have a copy</h2>
      <ul class="archives">
        {archives.map(({ name, url }) => (
          <li>
            <a href={url} rel={REL}>
              {name}
            </a>
            <br />
            <code>{url}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const LINK_FORM_PAGE: Page = {
  title: 'Open a link',
  section: 'open',
  openField: false,
  content: (
    <>
      <p class="lead">Paste a gopher, ftp, news, telnet, wais or other old link, and Waypost opens it.</p>
      <LinkForm value="" fault={null} />
    </>
  ),
};
