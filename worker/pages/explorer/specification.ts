/** Where the specifications can be read: the document and the clause of a diagnostic as an address. */
import type { Specification } from '../../../src/index.ts';

/** Documents by what their names look like. `#` stands for an anchor, which `anchors` makes from a section. */
const PLACES: readonly {
  readonly name: RegExp;
  readonly href: string;
  readonly anchor: (section: string) => string;
}[] = [
  { name: /^RFC (\d+)$/, href: 'https://www.rfc-editor.org/rfc/rfc$1', anchor: numbered },
  { name: /^(draft-[a-z\d-]+)$/, href: 'https://datatracker.ietf.org/doc/html/$1', anchor: numbered },
  { name: /^WHATWG URL$/, href: 'https://url.spec.whatwg.org/', anchor: (section) => WHATWG_HEADINGS[section] ?? '' },
  { name: /^UTS 46$/, href: 'https://www.unicode.org/reports/tr46/', anchor: () => '#Processing' },
];

/** The anchors of a living document are words, which stay when its sections move. */
const WHATWG_HEADINGS: Readonly<Record<string, string>> = {
  '3.2': '#host-miscellaneous',
  '3.5': '#concept-host-parser',
  '4.4': '#url-parsing',
};

/** Sections that have no number have no anchor either. */
function numbered(section: string): string {
  if (/^\d[\d.]*$/.test(section)) return `#section-${section}`;
  return /^[A-Z](?:\.\d+)*$/.test(section) ? `#appendix-${section}` : '';
}

/**
 * The address of a clause; `null` for a document that is not known here.
 *
 * @example
 * ```ts
 * specificationHref({ document: 'RFC 3986', section: 'C' }); // 'https://www.rfc-editor.org/rfc/rfc3986#appendix-C'
 * ```
 */
export function specificationHref({ document, section }: Specification): string | null {
  const place = PLACES.find(({ name }) => name.test(document));
  return place === undefined ? null : document.replace(place.name, place.href) + place.anchor(section);
}

/**
 * The clause as it is cited.
 *
 * @example
 * ```ts
 * citation({ document: 'RFC 4266', section: '2.1' }); // 'RFC 4266 §2.1'
 * ```
 */
export function citation({ document, section }: Specification): string {
  if (/^\d/.test(section)) return `${document} §${section}`;
  return /^[A-Z](?:\.|$)/.test(section) ? `${document}, Appendix ${section}` : `${document}, “${section}”`;
}
