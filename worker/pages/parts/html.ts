/**
 * HTML as text, for the rows of long lists: a page of a thousand rows costs a renderer of elements many times as much.
 * Whatever stands in a row comes from a stranger, so `html` is the only way to write one, and it escapes everything.
 */

import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { escapeHtml, markupWithoutControls } from '../../../src/octets/controls.ts';

/** The key to the constructor of {@link Html}, which this file keeps. */
const KEY = Symbol('html');

/** A piece of HTML. Only `html` and `rendered` make it, so its text is never a stranger's. */
export class Html {
  readonly text: string;

  constructor(key: typeof KEY, text: string) {
    if (key !== KEY) throw new TypeError('Only html`…` makes HTML.');
    this.text = text;
  }
}

/** A value in a template. Strings are escaped; `null` and `false` write nothing. */
type HtmlValue = string | number | Html | readonly Html[] | null | false;

/** The pieces of a page that are written one after the other, as {@link TextSource} has them. */
export type HtmlSource = Iterable<Html> | AsyncIterable<Iterable<Html>>;

/**
 * Writes HTML. Every value is escaped for a text and for an attribute in double quotes. Attributes without quotes, and
 * values inside `<script>`, `<style>` and comments, are not possible: do not write them.
 *
 * @example
 * ```ts
 * html`<a href="${'/x?a&b'}" title="${'"'}">${'<b>'}</a>`.text; // '<a href="/x?a&amp;b" title="&quot;">&lt;b&gt;</a>'
 * ```
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? '';
  for (let index = 0; index < values.length; index++) {
    text += markupOf(values[index] ?? null) + (strings[index + 1] ?? '');
  }
  return new Html(KEY, text);
}

/** Renders a component, for the parts of a list that are not rows. */
export function rendered(node: VNode): Html {
  return new Html(KEY, markupWithoutControls(renderToString(node)));
}

function markupOf(value: HtmlValue): string {
  if (typeof value === 'string') return markupOfText(value);
  if (value instanceof Html) return value.text;
  if (typeof value === 'number') return String(value);
  if (value === null || value === false) return '';
  let text = '';
  for (const { text: markup } of value) text += markup;
  return text;
}

/** What may not be written as it is: the characters of markup, and control characters. */
const SPECIAL = /[&<>"'\0-\x08\x0b-\x1f\x7f-\x9f]/;

function markupOfText(text: string): string {
  // Most texts have nothing to escape, and a test is several times as fast as a replacement.
  if (!SPECIAL.test(text)) return text;
  return markupWithoutControls(escapeHtml(text));
}
