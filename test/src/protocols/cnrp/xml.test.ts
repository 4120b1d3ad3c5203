/**
 * The XML of answers: what is refused, and the tree of what is not. The clauses are those of XML 1.0 (Fifth Edition).
 */
import { expect, test } from 'vitest';
import { type CnrpElement, parseElement } from '../../../../src/protocols/cnrp/xml.ts';
import { ProtocolError } from '../../../../src/protocols/protocol-error.ts';
import fc, { PROPERTY_TIMEOUT, runs } from '../../../fast-check.ts';

/** An element in short: its name, its attributes, its text and its elements. */
const inShort = ({ name, attributes, text, elements }: CnrpElement): unknown[] => [
  name,
  ...(Object.keys(attributes).length > 0 ? [attributes] : []),
  ...(text === '' ? [] : [text]),
  ...elements.map(inShort),
];

test.each([
  ['§2.1', '<a/>', ['a']],
  ['§2.3', '<é:ü.-1\u00b7/>', ['é:ü.-1\u00b7']],
  ['§2.3', '<\u{1f600}/>', ['\u{1f600}']],
  ['§2.4', '<a>]]&gt; > "\'</a>', ['a', ']]> > "\'']],
  ['§2.4', '<a b="&lt;&amp;&#x41;&#9;"/>', ['a', { b: '<&A\t' }]],
  ['§2.5', '<!-- <a> --><a><!--b-c--></a><!---->', ['a']],
  ['§2.6', '<?b?><a><?c d?e?></a><?xml-stylesheet x?>', ['a']],
  ['§2.7', '<a>x<![CDATA[<b>&amp;]]>y</a>', ['a', 'x<b>&amp;y']],
  ['§2.8', "<?xml version='1.1' encoding='UTF-8' standalone = 'yes' ?>\n<a/>", ['a']],
  ['§2.8', '\ufeff<?xml version="1.0"?><a/>', ['a']],
  ['§2.8', '<!DOCTYPE a><a/>', ['a']],
  ['§2.8', '<!DOCTYPE a SYSTEM "b>["><a/>', ['a']],
  ['§2.8', '<!DOCTYPE a PUBLIC "-//x//y" "z"><a/>', ['a']],
  ['§2.11', '<a b="1\r\n2\r3">x\r\ny</a>', ['a', { b: '1 2 3' }, 'x y']],
  ['§3.1', '<a b = "1"\n/>', ['a', { b: '1' }]],
  ['§3.1', '<a>\n<b>x</b> y <c d=">"><b/></c ></a>', ['a', 'x y', ['b', 'x'], ['c', { d: '>' }, ['b']]]],
  ['§3.3.3', '<a b="\t\n &#10;"/>', ['a', { b: '   \n' }]],
  ['§4.1', '<a>&#65;&#x1F600;&#xa;</a>', ['a', 'A\u{1f600}']],
  ['§4.6', '<a>&lt;&gt;&amp;&quot;&apos;</a>', ['a', '<>&"\'']],
])('%s: %j is %j', (_clause, xml, tree) => {
  expect(inShort(parseElement(xml))).toEqual(tree);
});

test.each([
  ['§2.1', '<a></b>'],
  ['§2.1', '<a/><b/>'],
  ['§2.1', 'x<a/>'],
  ['§2.1', '<a/>x'],
  ['§2.2', '<a>\u0001</a>'],
  ['§2.2', '<a>\ufffe</a>'],
  ['§2.3', '<\u00d7/>'],
  ['§2.3', '<1a/>'],
  ['§2.4', '<a>]]></a>'],
  ['§2.4', '<a>&</a>'],
  ['§2.4', '<a b="<"/>'],
  ['§2.5', '<a><!-- a -- b --></a>'],
  ['§2.5', '<a><!-- a ---></a>'],
  ['§2.6', '<a><?xml version="1.0"?></a>'],
  ['§2.6', '<a><?XML x?></a>'],
  ['§2.6', '<a><? b?></a>'],
  ['§2.7', '<a><![CDATA[</a>'],
  ['§2.7', '<![CDATA[x]]><a/>'],
  ['§2.8', '<?xml version="2.0"?><a/>'],
  ['§2.8', '<?xml encoding="UTF-8"?><a/>'],
  ['§2.8', ' <?xml version="1.0"?><a/>'],
  ['§2.8', '<!DOCTYPE a PUBLIC "-//x//y"><a/>'],
  ['§2.8', '<a/><!DOCTYPE a>'],
  ['§2.8', '<!doctype a><a/>'],
  ['§3.1', '<a b="1" b="2"/>'],
  ['§3.1', '<a b="1"c="2"/>'],
  ['§3.1', '<a b=1/>'],
  ['§3.1', '<a b/>'],
  ['§3.1', '<a / >'],
  ['§3.1', '< a/>'],
  ['§3.1', '<a></ a>'],
  ['§4.1', '<a>&#0;</a>'],
  ['§4.1', '<a>&#xD800;</a>'],
  ['§4.1', '<a>&#x110000;</a>'],
  ['§4.1', '<a>&#X41;</a>'],
  ['§4.1', '<a>&lt</a>'],
  ['§4.6', '<a>&nbsp;</a>'],
])('%s: %j is not well-formed', (_clause, xml) => {
  expect(() => parseElement(xml)).toThrow(new ProtocolError('malformed', 'The answer is not well-formed XML.'));
});

test.each([
  ['of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['of its own', '<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "x[y" [\n]><a/>'],
  ['nested deeper than 16', '<a>'.repeat(100_000)],
  ['nested deeper than 16', `${'<a b="/>">'.repeat(16)}<a/>`],
  ['more than 10000 elements', `<a>${'<b/>'.repeat(10_000)}</a>`],
])('%s', (message, xml) => {
  expect(() => parseElement(xml)).toThrow(message);
});

test('any row of pieces is a tree, or an error of CNRP', { timeout: PROPERTY_TIMEOUT }, () => {
  const pieces = fc.constantFrom(
    ...['<a>', '</a>', '<a', '/>', '>', ' ', '\n', 'b="1"', "c='&gt;'", '=', '"', "'", 'x', '&lt;', '&#x41;', '&', ';'],
    ...['<!--', '--', '-->', '<?p', '?>', '<?xml version="1.0"?>', '<![CDATA[', ']]>', '<!DOCTYPE a>', '<!DOCTYPE a ['],
    ...['ü', '\u{1f600}', '\ud800', '\u0000', '\r', '<a>'.repeat(20)],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (middle) => {
      for (const xml of [`<a>${middle.join('')}</a>`, middle.join(''), `${middle.join('')}<a/>`]) {
        try {
          if (parseElement(xml).name === '') expect.fail(xml);
        } catch (error) {
          if (!(error instanceof ProtocolError)) throw error;
        }
      }
    }),
    runs(),
  );
});
