/** The links in a text that a server sent. Web links go through the page that shows where they lead. */
import type { ComponentChildren } from 'preact';
import { isStyled } from '../../../src/octets/ansi.ts';
import { canonicalOrNull } from '../../../src/open/links.ts';
import type { TextLink } from '../../../src/text/link.ts';
import { linksInPlainText } from '../../../src/text/plain.ts';
import type { LinkBuilder } from '../contract/contract.ts';
import { LinkOrText } from './page-parts.tsx';

/** A text whose pieces are rendered in their order, with links. */
export class LinkedText {
  readonly #text: string;
  readonly #links: LinkBuilder;
  readonly #found: readonly TextLink[];
  /** The first link that has not been rendered. */
  #next = 0;
  #done = 0;

  constructor(text: string, links: LinkBuilder) {
    this.#text = text;
    this.#links = links;
    this.#found = linksInPlainText(text).links;
  }

  /** The next characters, with links. One that goes beyond them is only text. */
  take(length: number): ComponentChildren[] {
    const to = this.#done + length;
    const pieces: ComponentChildren[] = [];
    for (
      let link = this.#found[this.#next];
      link !== undefined && link.range[0] < to;
      link = this.#found[++this.#next]
    ) {
      const [from, end] = link.range;
      if (from < this.#done || end > to) continue;
      pieces.push(this.#text.slice(this.#done, from), linkInText(this.#links, link.url, link.written));
      this.#done = end;
    }
    pieces.push(this.#text.slice(this.#done, to));
    this.#done = to;
    return pieces;
  }
}

/** A whole text with its links; terminal art has none. */
export function linkedText(text: string, links: LinkBuilder): ComponentChildren {
  return isStyled(text) ? text : new LinkedText(text, links).take(text.length);
}

/** A link in a text, or its text if nothing may open it. */
export function linkInText(links: LinkBuilder, url: string, text: string): ComponentChildren {
  const canonical = canonicalOrNull(url);
  if (canonical === null) return text;
  const href = /^https?:/.test(canonical) ? links.away(canonical) : links.hrefOf(url);
  return href === null ? text : <LinkOrText href={href} text={text} />;
}
