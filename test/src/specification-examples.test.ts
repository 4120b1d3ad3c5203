/**
 * Every example URL of the five specifications, with its meaning in the document. Templates are filled in with a host
 * and a selector; line breaks are as in the documents.
 */
import { describe, expect, it } from 'vitest';
import { canonicalize, equivalent, explain } from '../../src/index.ts';
import { BIS, examples, GOPHER, MURALI, TBL } from './specification-examples.ts';

describe('the examples', () => {
  it.each(examples)('$document §$section: $input', ({ input, canonical = input, details = {} }) => {
    expect(canonicalize(input)).toBe(canonical);
    expect(explain(input).details).toMatchObject(details);
  });
});

describe(`${BIS} §2.1: empty is not absent`, () => {
  it('no user, an empty user and an empty password are three different URLs', () => {
    expect(equivalent('ftp://@host.com/', 'ftp://host.com/')).toBe(false);
    expect(explain('ftp://host.com/').components).toMatchObject({ user: null, password: null });
    expect(explain('ftp://@host.com/').components).toMatchObject({ user: '', password: null });
    expect(explain('ftp://foo:@host.com/').components).toMatchObject({ user: 'foo', password: '' });
  });
});

/** A Gopher+ string of an example, its details, and the line that a client sends for the item `item`. */
interface PlusExample {
  readonly clause: string;
  readonly plus: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly wireText: string;
}

const form = '+%091%0D%0A+-1%0D%0A';

const plusExamples: readonly PlusExample[] = [
  { clause: `${GOPHER} §2.4`, plus: '+', details: { kind: 'default' }, wireText: 'item\t+\r\n' },
  { clause: `${TBL} GOPHER, summary`, plus: '%3F', details: { kind: 'ask' }, wireText: 'item\t?\r\n' },
  { clause: `${GOPHER} §2.6`, plus: '!', details: { kind: 'attributes', attributes: [] }, wireText: 'item\t!\r\n' },
  {
    clause: `${GOPHER} §2.6`,
    plus: '$',
    details: { kind: 'directoryAttributes', attributes: [] },
    wireText: 'item\t$\r\n',
  },
  {
    clause: `${GOPHER} §2.7, ${MURALI} §2.7`,
    plus: '!+ABSTRACT',
    details: { kind: 'attributes', attributes: ['+ABSTRACT'] },
    wireText: 'item\t!+ABSTRACT\r\n',
  },
  {
    clause: `${MURALI} §2.7`,
    plus: '$+VIEWS',
    details: { kind: 'directoryAttributes', attributes: ['+VIEWS'] },
    wireText: 'item\t$+VIEWS\r\n',
  },
  {
    clause: `${MURALI} §2.7`,
    plus: '!+ABSTRACT%20+ADMIN',
    details: { kind: 'attributes', attributes: ['+ABSTRACT', '+ADMIN'] },
    wireText: 'item\t!+ABSTRACT +ADMIN\r\n',
  },
  {
    clause: `${TBL} GOPHER, ${GOPHER} §2.7`,
    plus: '!+ABSTRACT%20+SMELL',
    details: { kind: 'attributes', attributes: ['+ABSTRACT', '+SMELL'] },
    wireText: 'item\t!+ABSTRACT +SMELL\r\n',
  },
  {
    clause: `${GOPHER} §2.8, ${TBL} GOPHER`,
    plus: '+application/postscript%20Es_ES',
    details: { kind: 'view', view: 'application/postscript', language: 'Es_ES' },
    wireText: 'item\t+application/postscript Es_ES\r\n',
  },
  {
    clause: `${MURALI} §2.8`,
    plus: '+text/html%20Es_ES',
    details: { kind: 'view', view: 'text/html', language: 'Es_ES' },
    wireText: 'item\t+text/html Es_ES\r\n',
  },
  {
    clause: `${MURALI} §3.2`,
    plus: `${form}New%20York%0D%0AUSA%0D%0A.%0D%0A`,
    details: { kind: 'form', answers: ['New York', 'USA'] },
    wireText: 'item\t+\t1\r\n+-1\r\nNew York\r\nUSA\r\n.\r\n',
  },
  {
    clause: `${GOPHER} §2.9, ${TBL} GOPHER`,
    plus: `${form}ask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A`,
    details: { kind: 'form', answers: ['ask_item1_value', 'ask_item2_value'] },
    wireText: 'item\t+\t1\r\n+-1\r\nask_item1_value\r\nask_item2_value\r\n.\r\n',
  },
  {
    clause: `${TBL} GOPHER, the really complex example`,
    plus: '+view_name%20language_name%091%0D%0A+-1%0D%0Aask_item1_value%0D%0Aask_item2_value%0D%0A.%0D%0A',
    details: {
      kind: 'form',
      view: 'view_name',
      language: 'language_name',
      answers: ['ask_item1_value', 'ask_item2_value'],
    },
    wireText: 'item\t+view_name language_name\t1\r\n+-1\r\nask_item1_value\r\nask_item2_value\r\n.\r\n',
  },
  {
    clause: `${TBL} GOPHER, examples`,
    plus: 'some_gplus_stuff',
    details: { kind: 'other' },
    wireText: 'item\tsome_gplus_stuff\r\n',
  },
];

describe.each(plusExamples)('$clause: $plus', ({ plus, details, wireText }) => {
  const url = `gopher://h.example/0item%09%09${plus}`;
  it('is canonical', () => {
    expect(canonicalize(url)).toBe(url);
  });
  it('has the meaning and the request of the document', () => {
    const resolution = explain(url);
    if (resolution.kind !== 'gopher') throw new TypeError(`${resolution.kind} is not gopher`);
    expect(resolution.details.gopherPlus).toMatchObject(details);
    expect(atob(resolution.request?.octets ?? '')).toBe(wireText);
  });
});

describe(`${TBL} GOPHER, examples of items`, () => {
  it.each([
    [
      'gopher://h.example/0a_gopher_selector',
      { type: '0', selector: 'a_gopher_selector', search: null },
      'a_gopher_selector\r\n',
    ],
    [
      'gopher://h.example/7a_gopher_selector%09foobar',
      { type: '7', selector: 'a_gopher_selector', search: 'foobar' },
      'a_gopher_selector\tfoobar\r\n',
    ],
  ])('%s', (url, details, wireText) => {
    const resolution = explain(url);
    if (resolution.kind !== 'gopher') throw new TypeError(`${resolution.kind} is not gopher`);
    expect(resolution.canonical).toBe(url);
    expect(resolution.details).toMatchObject(details);
    expect(atob(resolution.request?.octets ?? '')).toBe(wireText);
  });
});
