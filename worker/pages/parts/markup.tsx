/** Rows in a page that is rendered as a whole. */
import type { VNode } from 'preact';
import type { Html } from './html.ts';

/** A block of rows. Their HTML is complete: each tag that they open they also close. */
export function Markup({ of }: { readonly of: readonly Html[] }): VNode {
  const markup = of.map(({ text }) => text).join('');
  return <div dangerouslySetInnerHTML={{ __html: markup }} />;
}
