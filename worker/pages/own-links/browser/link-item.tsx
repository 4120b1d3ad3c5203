/** A link in the list, with its forms and its clicks by day. */
import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { isHashSlug } from '../../../../src/links/slug.ts';
import type { OwnedLink } from '../../../links/link.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { counted } from '../../parts/counted.ts';
import { ClicksChart } from '../clicks-chart.tsx';
import { lastDayOf } from '../own-link.ts';
import { Action, Form } from './form.tsx';
import { changeableFields } from './link-fields.ts';
import type { LinkList } from './link-list.ts';

interface LinkItemProps {
  readonly key: string;
  readonly link: OwnedLink;
  readonly list: LinkList;
  readonly attempt: (run: () => Promise<void>) => Promise<void>;
  /** The link has been deleted, and the form that has the focus goes with it. */
  readonly onEnd: () => void;
}

export function LinkItem({ link, list, attempt, onEnd }: LinkItemProps): VNode {
  const { slug, canonical, short, title, note, expiresAt } = link;
  const { form, opener, close } = useLinkForm(slug, list, attempt);
  const days = list.chart?.slug === slug ? list.chart.days : null;
  const name = title ?? slug;
  return (
    <li data-slug={slug}>
      <Facts {...{ link, name }} filter={(tag) => void attempt(() => list.search(tag))} />
      <p class="own-actions">
        <Action {...opener('change')}>
          Change<Hidden> {name}</Hidden>
        </Action>
        <Action {...opener('end')}>
          Delete<Hidden> {name}</Hidden>
        </Action>
        {link.clicks > 0 && (
          <Action aria-expanded={days !== null} onClick={() => void attempt(() => list.toggleChart(slug))}>
            Clicks by day<Hidden> of {name}</Hidden>
          </Action>
        )}
        <a class="go" href={link.qr}>
          QR code<Hidden> of {name}</Hidden>
        </a>
        {list.changed === slug && <span>Changed.</span>}
      </p>
      {days !== null && <ClicksChart days={days} />}
      {form === 'change' && (
        <Form
          id="change"
          fields={changeableFields(slug)}
          values={{ url: canonical, title, note, expiresAt: lastDayOf(expiresAt) }}
          submit="Save"
          send={(fields) => list.change(slug, fields).then(close)}
          cancel={close}
        >
          {isHashSlug(slug) && (
            <p>
              This link always leads to this target. To be able to change the target later, give a new link an alias.
            </p>
          )}
        </Form>
      )}
      {form === 'end' && (
        <Form id="end" submit="Delete this link" send={() => list.end(link).then(onEnd)} cancel={close}>
          <p>
            Delete {withoutScheme(short)}? It stops working unless another owner has it too. You can create it again.
          </p>
        </Form>
      )}
    </li>
  );
}

/** The form of a link that is open, if one is, and the buttons that open each. */
function useLinkForm(slug: string, { open, openForm, closeForm }: LinkList, attempt: LinkItemProps['attempt']) {
  const buttons = { change: useRef<HTMLButtonElement>(null), end: useRef<HTMLButtonElement>(null) };
  const form = open?.slug === slug ? open.form : null;
  /** Closes the form, and returns the focus to the button that opened it. */
  const close = (): void => {
    if (form !== null) buttons[form].current?.focus();
    closeForm();
  };
  const opener = (wanted: 'change' | 'end') => ({
    ref: buttons[wanted],
    'aria-expanded': form === wanted,
    onClick: () => (form === wanted ? close() : void attempt(() => openForm(slug, wanted))),
  });
  return { form, opener, close };
}

/** A word of a note by which the list is filtered, such as `#maps`. */
const TAG = /(?<![^\s(])(#[\p{L}\p{N}_-]+)/u;

/** What the list says about a link. */
interface FactsProps {
  readonly link: OwnedLink;
  readonly name: string;
  /** Shows the links with a tag. */
  readonly filter: (tag: string) => void;
}

function Facts({ link, name, filter }: FactsProps): VNode {
  const { canonical, short, inspect, note, clicks, lastClickAt, createdAt, expiresAt, blocked } = link;
  const facts = [
    clicks === 0 ? 'No clicks yet' : `${counted(clicks, 'click')}, the last on ${dayOf(lastClickAt)}`,
    `created ${dayOf(createdAt)}`,
    expiresAt === null ? 'no expiry' : `expires ${dayOf(expiresAt)} at ${expiresAt.slice(11, 16)} UTC`,
  ];
  return (
    <>
      <h3 dir="auto">
        <a href={inspect}>{name}</a>
      </h3>
      <p class="own-link-short">
        <code>{withoutScheme(short)}</code> <CopyButton text={short} what={<Hidden>the short link of {name}</Hidden>} />
      </p>
      <p class="own-link-url">
        <bdi dir="ltr">
          <code>{canonical}</code>
        </bdi>
      </p>
      {note !== null && (
        <p dir="auto">
          {note.split(TAG).map((part, index) =>
            // The pattern has one group, so that each second part is a tag.
            index % 2 === 0 ? part : <Action onClick={() => filter(part)}>{part}</Action>,
          )}
        </p>
      )}
      <p class="aside">{facts.join(' · ')}</p>
      {blocked !== null && <p class="fault">Blocked: {blocked.reason}</p>}
    </>
  );
}

/** Words for screen readers alone, which hear a button without what stands around it. */
function Hidden({ children }: { readonly children: ComponentChildren }): VNode {
  return <span class="visually-hidden">{children}</span>;
}

export const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, '');
const dayOf = (time: string | null): string => (time ?? '').slice(0, 10);
