/** Text for browsers of 1996: everything beyond ASCII becomes a reference or a spelling, and nothing becomes markup. */
import { expect, test } from 'vitest';
import { latin1 } from '../../../worker/old-browsers/latin1.ts';
import fc, { runs } from '../../fast-check.ts';

test.each([
  ['plain', 'plain'],
  ['caf\u00e9 \u00a9', 'caf&#233; &#169;'],
  ['\u201cquoted\u201d \u2014 it\u2019s\u2026', "&#34;quoted&#34; - it's..."],
  ['\u0151 \ufb01 \u2122', 'o fi TM'],
  ['\u043f\u0440 \u65e5 \ud83d\ude00', '&#1087;&#1088; &#26085; &#128512;'],
  ['\u250c\u2500\u2510\u2502', '+-+|'],
  ['a\u200bb\ufeff', 'ab'],
  ['a &amp; b &lt; &#39; &quot;c&quot;', 'a &amp; b &lt; &#39; &#34;c&#34;'],
  // Full-width brackets decompose into those of tags.
  ['\uff1cscript\uff1e\uff02\uff06', '&#60;script&#62;&#34;&#38;'],
])('%j is written %j', (text, expected) => {
  expect(latin1(text)).toBe(expected);
});

test('no text becomes markup, and all is printable ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const escaped = text.replace(/[&<>"\0-\x1f\ud800-\udfff]/g, '');
      expect(latin1(escaped)).toMatch(/^(?:[ !#-%'-;=?-~]|&#\d+;)*$/);
    }),
    runs(),
  );
});
