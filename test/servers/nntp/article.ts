/** A news article as a server stores it: octets with CR LF, and its overview (RFC 3977 §8.3). */
import { crlf, type Octets } from '../octets.ts';

export interface Article {
  /** The Message-ID with its angle brackets. */
  readonly id: Octets;
  readonly head: Octets;
  /** Empty, or ends with CR LF. */
  readonly body: Octets;
}

/** Splits an article into head and body at the first empty line. */
export function parseArticle(text: Octets): Article {
  const whole = crlf(text);
  const gap = whole.indexOf('\r\n\r\n');
  const head = whole.slice(0, gap + 2);
  return { id: header(head, 'Message-ID'), head, body: whole.slice(gap + 4) };
}

/** The content of a header field, unfolded; empty if there is none. */
export function header(head: Octets, name: string): Octets {
  const field = new RegExp(`^${name}:[ \\t]*(.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1] ?? '';
  return field.replace(/\r\n(?=[ \t])/g, '');
}

/** The fields of an overview line, in their order; the first is the number (RFC 3977 §8.4). */
export const OVERVIEW_FIELDS = [
  'Subject:',
  'From:',
  'Date:',
  'Message-ID:',
  'References:',
  ':bytes',
  ':lines',
  'Xref:full',
];

/** The value of an overview field: a header field, or the metadata `:bytes` or `:lines`. */
export function overviewField(article: Article, name: string): Octets {
  if (name === ':bytes') return String(article.head.length + 2 + article.body.length);
  if (name === ':lines') return String(article.body.split('\r\n').length - 1);
  return header(article.head, name).replace(/[\t\r\n\0]/g, ' ');
}

/** The overview line of an article, without its line end. */
export function overview(number: number, article: Article): Octets {
  const fields = OVERVIEW_FIELDS.map((field) => {
    if (field !== 'Xref:full') return overviewField(article, field.replace(/(?<=.):$/, ''));
    return `Xref: ${overviewField(article, 'Xref')}`;
  });
  return [number, ...fields].join('\t');
}
