/** A document of `docs/` as a page: plain Markdown, which a forge shows too. */

import GithubSlugger from 'github-slugger';
import { Marked, type Tokens } from 'marked';
import { renderToString } from 'preact-render-to-string';
import { unescapeHtml } from '../../../src/octets/controls.ts';
import { topics } from '../../pages/docs/topics.ts';
import { ORIGIN } from '../../pages/parts/origin.ts';
import type { CodeBlock } from '../markdown.ts';

/** The address that stands for a Waypost in the documents. */
const EXAMPLE = /https:\/\/waypost\.example(?![\w.-])/g;

interface DocumentSection {
  readonly id: string;
  readonly title: string;
  /** The HTML of the section, which begins with its heading. The anchor of the heading is the `id` with `-title`. */
  readonly html: string;
}

export interface Document {
  readonly title: string;
  /** The HTML of what stands before the first section. */
  readonly lead: string;
  readonly sections: readonly DocumentSection[];
}

/**
 * Renders a document.
 *
 * @throws if a link leads to a document that is no page
 */
export function renderDocument(markdown: string, codeBlock: CodeBlock): Document {
  const [, title = '', body = ''] = /^# ([^\n]+)\n(.*)$/s.exec(markdown.replace(EXAMPLE, ORIGIN)) ?? [];
  const slugger = new GithubSlugger();
  slugger.slug(title);
  const [lead = '', ...parts] = body.split(/^(?=## )/m);
  const render = (text: string) => renderer(slugger, codeBlock).parse(text, { async: false }).trim();
  return {
    title,
    lead: render(lead),
    sections: parts.map((part) => {
      const html = render(part);
      const [, id = '', heading = ''] = /^<h2 id="([^"]*)-title">(.*?)<\/h2>/.exec(html) ?? [];
      return { id, title: unescapeHtml(heading.replace(/<[^>]*>/g, '')), html };
    }),
  };
}

function renderer(slugger: GithubSlugger, codeBlock: CodeBlock): Marked {
  return new Marked({
    walkTokens(token) {
      // Lines are wrapped for those who edit the text.
      if (token.type === 'text') token.text = token.text.replaceAll('\n', ' ');
    },
    renderer: {
      code: ({ text, lang = '' }) => renderToString(codeBlock({ text, info: lang })),
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const id = slugger.slug(unescapeHtml(html.replace(/<[^>]*>/g, '')));
        // The anchor of a chapter is that of its section.
        return `<h${depth} id="${depth === 2 ? `${id}-title` : id}">${html}</h${depth}>`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = documentHref(href);
        return address === null ? text : `<a href="${address}">${text}</a>`;
      },
      // Pictures are files of the repository, and comments mark what is generated.
      image: () => '',
      html: () => '',
      table({ header, rows }) {
        const parse = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
        const cells = rows.map((row) => row.map(parse));
        if (header.length === 2) {
          const terms = cells.map(([term, description]) => `<div><dt>${term}</dt><dd>${description}</dd></div>`);
          return `<dl class="details">${terms.join('')}</dl>`;
        }
        const head = header.map((cell) => `<th scope="col">${parse(cell)}</th>`).join('');
        const body = cells.map((row) => `<tr${idOf(row[0])}>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
        // A wide table scrolls, so the keyboard has to reach it.
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead>
<tbody>${body.join('')}</tbody></table></div>`;
      },
    },
  });
}

/** The anchor of a setting on its page. */
const anchorOfSetting = (key: string): string => `setting-${key}`;

/** The anchor of the row of a setting, as an attribute. */
function idOf(cell = ''): string {
  const [, key] = /^<code>([A-Z_]+)<\/code>$/.exec(cell) ?? [];
  return key === undefined ? '' : ` id="${anchorOfSetting(key)}"`;
}

/** Where a link leads on `/docs`; `null` = it leads to a file of the repository, which a Waypost does not serve. */
function documentHref(href: string): string | null {
  const [, path = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  if (path === '' || /^https?:/.test(path)) return href;
  const [, name] = /^([\w-]+)\.md$/.exec(path) ?? [];
  if (name === 'README') return `/docs${anchor}`;
  if (/^(?:\.\.|contributing)\//.test(path)) return null;
  if (name === undefined || !topics.has(name)) throw new Error(`No page of the documentation is ${href}.`);
  return `/docs/${name}${anchor}`;
}
