/** Escapes and control characters in what is written for browsers and programs. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeHtml, escapeXml, jsonText, markupWithoutControls, unescapeHtml } from '../../../src/octets/controls.ts';
import { runs } from '../../fast-check.ts';
import { anyText } from '../generators/unicode.ts';

/** What a terminal may read as a command. */
const COMMANDS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;
const text = anyText();
const controls = fc.string({ unit: fc.integer({ min: 0, max: 0xa0 }).map((code) => String.fromCharCode(code)) });

describe('HTML', () => {
  test.each([
    ['C0', '\x1b]0;x\x07', '&#27;]0;x&#7;'],
    ['NUL', 'a\0b', 'a\ufffdb'],
    ['DEL', '\x7f', '&#127;'],
    ['C1', '\x9b31m\x85', '\ufffd31m\ufffd'],
    ['line ends and tabs', 'a\tb\r\nc', 'a\tb&#13;\nc'],
    ['markup', '<b title="é">€</b>', '<b title="é">€</b>'],
  ])('%s', (_, markup, expected) => {
    expect(markupWithoutControls(markup)).toBe(expected);
  });

  test('has no control character', () => {
    fc.assert(
      fc.property(controls, (markup) => {
        expect(markupWithoutControls(markup)).not.toMatch(COMMANDS);
      }),
      runs(),
    );
  });
});

describe('escapes', () => {
  test.each([
    ['a', 'a', 'a'],
    ['<a href="b&c">', '&lt;a href=&quot;b&amp;c&quot;&gt;', '&lt;a href=&quot;b&amp;c&quot;&gt;'],
    ["it's", "it's", 'it&#39;s'],
    ['&lt;', '&amp;lt;', '&amp;lt;'],
  ])('%j is %j in XML and %j in HTML', (plain, xml, html) => {
    expect([escapeXml(plain), escapeHtml(plain)]).toEqual([xml, html]);
  });

  test('are taken back, and other references stay', () => {
    const marked = fc.string({ unit: fc.constantFrom('a', '&', '<', '>', '"', "'", ';', 'lt', 'amp', '#39') });
    fc.assert(
      fc.property(marked, (plain) => unescapeHtml(escapeHtml(plain)) === plain),
      runs(),
    );
    expect(unescapeHtml('&nbsp;&constructor;&#40;')).toBe('&nbsp;&constructor;&#40;');
  });
});

describe('JSON', () => {
  test.each([
    ['C1 and DEL', '\x7f\x9b', '"\\u007f\\u009b"'],
    ['characters that reverse a text', 'gpj\u202etxt', '"gpj\\u202etxt"'],
    ['others', 'é€\n', '"é€\\n"'],
  ])('%s', (_, value, expected) => {
    expect(jsonText(value)).toBe(expected);
  });

  test('is read as the same value, and has no control character', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(text, controls), fc.oneof(text, controls)), (value) => {
        const json = jsonText(value);
        expect(json).not.toMatch(COMMANDS);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      runs(),
    );
  });
});
