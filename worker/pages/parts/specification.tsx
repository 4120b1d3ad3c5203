/** Where to read a clause of a specification, and how to cite it. */
import type { VNode } from 'preact';
import type { Specification } from '../../../src/index.ts';

/** The addresses of documents, by the form of their names. `anchor` gives the fragment of a section, or nothing. */
const DOCUMENTS: readonly {
  readonly name: RegExp;
  readonly href: string;
  readonly anchor: (section: string) => string;
}[] = [
  { name: /^RFC (\d+)$/, href: 'https://www.rfc-editor.org/rfc/rfc$1', anchor: rfcAnchor },
  { name: /^(draft-[a-z\d-]+)$/, href: 'https://datatracker.ietf.org/doc/html/$1', anchor: rfcAnchor },
  { name: /^WHATWG URL$/, href: 'https://url.spec.whatwg.org/', anchor: (section) => WHATWG_HEADINGS[section] ?? '' },
  { name: /^UTS 46$/, href: 'https://www.unicode.org/reports/tr46/', anchor: () => '#Processing' },
  { name: /^XML 1\.0$/, href: 'https://www.w3.org/TR/xml/', anchor: () => '#charsets' },
];

/** The WHATWG's anchors are words, which stay the same when sections move. */
const WHATWG_HEADINGS: Readonly<Record<string, string>> = {
  '3.2': '#host-miscellaneous',
  '3.5': '#concept-host-parser',
  '4.4': '#url-parsing',
};

/** Sections without a number have no anchor. */
function rfcAnchor(section: string): string {
  if (/^\d[\d.]*$/.test(section)) return `#section-${section}`;
  return /^[A-Z](?:\.\d+)*$/.test(section) ? `#appendix-${section}` : '';
}

/**
 * The address of a clause; `null` if the document has no known address.
 * `specificationHref({ document: 'RFC 3986', section: 'C' })` is `'https://www.rfc-editor.org/rfc/rfc3986#appendix-C'`.
 */
export function specificationHref({ document, section }: Specification): string | null {
  const entry = DOCUMENTS.find(({ name }) => name.test(document));
  return entry === undefined ? null : document.replace(entry.name, entry.href) + entry.anchor(section);
}

/** The citation of a clause. `citation({ document: 'RFC 4266', section: '2.1' })` is `'RFC 4266 §2.1'`. */
export function citation({ document, section }: Specification): string {
  if (/^\d/.test(section)) return `${document} §${section}`;
  return /^[A-Z](?:\.|$)/.test(section) ? `${document}, Appendix ${section}` : `${document}, “${section}”`;
}

/** The citation of a clause, with a link if the document is on the Web. */
export function Clause({ spec }: { readonly spec: Specification }): VNode {
  const href = specificationHref(spec);
  const text = citation(spec);
  return href === null ? <cite>{text}</cite> : <a href={href}>{text}</a>;
}
