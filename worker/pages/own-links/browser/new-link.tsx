/** The form for a new link, and the link that it has made. */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Form } from './form.tsx';
import { LINK_FIELDS } from './link-fields.ts';
import { withoutScheme } from './link-item.tsx';
import type { LinkList } from './link-list.ts';

export function NewLink({ list: { made, create } }: { readonly list: LinkList }): VNode {
  const section = useRef<HTMLElement>(null);
  const urlField = () => section.current?.querySelector('input');

  // The form to sign in is gone, and with it the field that had the focus.
  useLayoutEffect(() => {
    const field = urlField();
    const wanted = new URLSearchParams(location.hash.slice(1)).get('url');
    if (field && wanted !== null) field.value = wanted;
    field?.focus();
  }, []);
  return (
    <section ref={section} aria-labelledby="new-heading">
      <h2 id="new-heading" class="visually-hidden">
        New link
      </h2>
      <Form
        id="new"
        fields={LINK_FIELDS.slice(0, 1)}
        options={LINK_FIELDS.slice(1)}
        submit="Create short link"
        send={async (fields, form) => {
          await create(fields);
          form.reset();
          urlField()?.focus();
        }}
      />
      {made !== null && (
        <p class="notice" id="made">
          <a href={made.inspect}>{withoutScheme(made.short)}</a> leads to <code>{made.canonical}</code>{' '}
          <CopyButton text={made.short} what="the short link" />
        </p>
      )}
    </section>
  );
}
