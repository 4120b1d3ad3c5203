/** The XML parser for answers of CNRP, against @rgrove/parse-xml: the same documents are well-formed, with the same tree. */
import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import { expect, test } from 'vitest';
import { CnrpError } from '../../../../src/protocols/cnrp/cnrp-error.ts';
import { type Element, parseElement } from '../../../../src/protocols/cnrp/xml.ts';
import fc, { runs } from '../../../fast-check.ts';

const MALFORMED = 'malformed';

function treeOf({ name, attributes, children, text }: XmlElement): Element {
  const elements = children.filter((child) => child instanceof XmlElement).map(treeOf);
  return { name, attributes: { ...attributes }, elements, text: text.replace(/\s+/g, ' ').trim() };
}

function theirs(xml: string): Element | typeof MALFORMED {
  try {
    const { root } = parseXml(xml);
    return root === null ? MALFORMED : treeOf(root);
  } catch (error) {
    if (error instanceof XmlError) return MALFORMED;
    throw error;
  }
}

function ours(xml: string): Element | typeof MALFORMED {
  try {
    return parseElement(xml);
  } catch (error) {
    if (error instanceof CnrpError) return MALFORMED;
    throw error;
  }
}

test.each([
  ['§2.1', '<a/>'],
  ['§2.1', '<a></b>'],
  ['§2.1', '<a/><b/>'],
  ['§2.1', 'x<a/>'],
  ['§2.1', '<a/>x'],
  ['§2.2', '<a>\u0001</a>'],
  ['§2.2', '<a>\ufffe</a>'],
  ['§2.3', '<é:ü.-1\u00b7/>'],
  ['§2.3', '<\u00d7/>'],
  ['§2.3', '<1a/>'],
  ['§2.3', '<\u{1f600}/>'],
  ['§2.4', '<a>]]></a>'],
  ['§2.4', '<a>]]&gt; > "\'</a>'],
  ['§2.4', '<a>&</a>'],
  ['§2.4', '<a b="&lt;&amp;&#x41;&#9;"/>'],
  ['§2.4', '<a b="<"/>'],
  ['§2.5', '<!-- a --><a><!--b-c--></a><!---->'],
  ['§2.5', '<a><!-- a -- b --></a>'],
  ['§2.5', '<a><!-- a ---></a>'],
  ['§2.6', '<?b?><a><?c d?e?></a><?xml-stylesheet x?>'],
  ['§2.6', '<a><?xml version="1.0"?></a>'],
  ['§2.6', '<a><?XML x?></a>'],
  ['§2.6', '<a><? b?></a>'],
  ['§2.7', '<a>x<![CDATA[<b>&amp;]]>y</a>'],
  ['§2.7', '<a><![CDATA[</a>'],
  ['§2.7', '<![CDATA[x]]><a/>'],
  ['§2.8', '<?xml version="1.0"?><a/>'],
  ['§2.8', "<?xml version='1.1' encoding='UTF-8' standalone = 'yes' ?>\n<a/>"],
  ['§2.8', '<?xml version="2.0"?><a/>'],
  ['§2.8', '<?xml encoding="UTF-8"?><a/>'],
  ['§2.8', ' <?xml version="1.0"?><a/>'],
  ['§2.8', '\ufeff<?xml version="1.0"?><a/>'],
  ['§2.8', '<!DOCTYPE a><a/>'],
  ['§2.8', '<!DOCTYPE a SYSTEM "b>"><a/>'],
  ['§2.8', '<!DOCTYPE a PUBLIC "-//x//y" "z"><a/>'],
  ['§2.8', '<!DOCTYPE a PUBLIC "-//x//y"><a/>'],
  ['§2.8', '<a/><!DOCTYPE a>'],
  ['§2.8', '<!doctype a><a/>'],
  ['§2.11', '<a b="1\r\n2\r3">\r\n</a>'],
  ['§3.1', '<a b="1" b="2"/>'],
  ['§3.1', '<a b="1"c="2"/>'],
  ['§3.1', '<a b=1/>'],
  ['§3.1', '<a b/>'],
  ['§3.1', '<a b = "1"\n/>'],
  ['§3.1', '<a / >'],
  ['§3.1', '< a/>'],
  ['§3.1', '<a></a >'],
  ['§3.1', '<a></ a>'],
  ['§3.3.3', '<a b="\t\n &#10;"/>'],
  ['§4.1', '<a>&#65;&#x1F600;&#xa;</a>'],
  ['§4.1', '<a>&#0;</a>'],
  ['§4.1', '<a>&#xD800;</a>'],
  ['§4.1', '<a>&#x110000;</a>'],
  ['§4.1', '<a>&#X41;</a>'],
  ['§4.1', '<a>&lt</a>'],
  ['§4.6', '<a>&lt;&gt;&amp;&quot;&apos;</a>'],
  ['§4.6', '<a>&nbsp;</a>'],
])('%s: %j', (_clause, xml) => {
  expect(ours(xml)).toEqual(theirs(xml));
});

test('any row of pieces', () => {
  const pieces = fc.constantFrom(
    ...['<a>', '</a>', '<a', '/>', '>', ' ', '\n', 'b="1"', "c='&gt;'", '=', '"', "'", 'x', '&lt;', '&#x41;', '&', ';'],
    ...[
      '<!--',
      '--',
      '-->',
      '<?p',
      '?>',
      '<?xml version="1.0"?>',
      '<![CDATA[',
      ']]>',
      '<!DOCTYPE a>',
      'ü',
      '\u0000',
      '\r',
    ],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (middle) => {
      for (const xml of [`<a>${middle.join('')}</a>`, middle.join(''), `${middle.join('')}<a/>`]) {
        expect(ours(xml), xml).toEqual(theirs(xml));
      }
    }),
    runs(),
  );
});
