/** Texts of pages, which are Markdown in `docs/`, as HTML. `{{name}}` stands for what only the code knows. */
import { Marked } from 'marked';
import { type ComponentChildren, Fragment, h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { ORIGIN } from '../pages/parts/origin.ts';

/** What stands for each name. A name that is a paragraph by itself may stand for blocks. */
type Fillings = Readonly<Record<string, ComponentChildren>>;

/** A block of code, with what stands after the fence. */
export type CodeBlock = (props: { readonly text: string; readonly info: string }) => VNode;

/**
 * Renders Markdown. A table becomes a list of terms with their descriptions.
 *
 * @throws if nothing stands for a name
 */
export function renderMarkdown(markdown: string, fillings: Fillings, codeBlock: CodeBlock): string {
  const marked = new Marked({
    walkTokens(token) {
      // Lines are wrapped for those who edit the text.
      if (token.type === 'text') token.text = token.text.replaceAll('\n', ' ');
    },
    renderer: {
      code: ({ text, lang = '' }) => renderToString(codeBlock({ text, info: lang })),
      heading({ tokens, depth }) {
        return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>`.replace(
          /^<h(\d)>(.*) \{#([\w-]+)\}/,
          '<h$1 id="$3-title">$2',
        );
      },
      paragraph({ tokens }) {
        const content = this.parser.parseInline(tokens);
        return /^\{\{\w+\}\}$/.test(content) ? content : `<p>${content}</p>`;
      },
      table({ rows }) {
        const cells = rows.map((row) => row.map(({ tokens }) => this.parser.parseInline(tokens)));
        const terms = cells.map(([term, description]) => `<div><dt>${term}</dt><dd>${description}</dd></div>`);
        return `<dl class="details">${terms.join('')}</dl>`;
      },
    },
  });
  const rendered = Object.entries({ ...fillings, origin: ORIGIN }).map(
    ([name, filling]) => [name, renderToString(h(Fragment, null, filling))] as const,
  );
  return filled(marked.parse(markdown, { async: false }).replace(/>\n+(?=<|$)/g, '>'), Object.fromEntries(rendered));
}

/**
 * A text with what stands for each `{{name}}`.
 *
 * @throws if nothing stands for a name
 */
export function filled(text: string, fillings: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const filling = fillings[name];
    if (filling === undefined) throw new Error(`Nothing stands for {{${name}}}.`);
    return filling;
  });
}

/**
 * Renders a text of a lead, which is the first paragraph without markup, and sections: `## Title {#id}`. The HTML of a
 * section begins with its heading, whose anchor is the `id` with `-title`.
 *
 * @throws if nothing stands for a name, or a filling has no place
 */
export function renderText(markdown: string, fillings: Fillings, codeBlock: CodeBlock) {
  const unused = Object.keys(fillings).filter((name) => !markdown.includes(`{{${name}}}`));
  if (unused.length > 0) throw new Error(`The text has no place for ${unused.join(', ')}.`);
  const [lead = '', ...parts] = markdown.split(/^(?=## )/m);
  const sections = parts.map((part) => {
    const [, title = '', id = ''] = /^## (.+) \{#([\w-]+)\}$/m.exec(part) ?? [];
    return { id, title, html: renderMarkdown(part, fillings, codeBlock) };
  });
  return { lead: lead.trim().replaceAll('\n', ' '), sections };
}
