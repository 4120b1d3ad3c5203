/** The header of an article: fields, forged fields, and the header of A News. */
import { describe, expect, it, test } from 'vitest';
import { fieldOf, firstFieldOf, parseFields, splitEntity } from '../../../src/message/header.ts';
import { readMessage, withFields } from '../../../src/message/message.ts';
import { octetsOfLatin1 } from '../../../src/octets/octets.ts';

const fieldsIn = (text: string) => parseFields(octetsOfLatin1(text), null);

describe('fields', () => {
  it.each([
    ['a blank before the colon', 'From : forger@h\r\nFrom: ada@h\r\n'],
    ['a tab before the colon', 'From\t: forger@h\r\nFrom: ada@h\r\n'],
    ['a no-break space before the name', '\xa0From: forger@h\r\nFrom: ada@h\r\n'],
  ])('%s does not win over the field itself', (_, header) => {
    expect(fieldOf(fieldsIn(header), 'From')).toBe('ada@h');
  });

  test('a blank before the colon counts where no other field has the name (RFC 5322 §4.5)', () => {
    expect(fieldOf(fieldsIn('Subject : tea\r\n'), 'subject')).toBe('tea');
    expect(fieldOf(fieldsIn('\xa0Subject: tea\r\n'), 'subject')).toBeNull();
  });

  test('the first of several names that is there', () => {
    expect(firstFieldOf(fieldsIn('Title: old\r\n'), 'Subject', 'Title')).toBe('old');
    expect(firstFieldOf(fieldsIn('Title: old\r\nSubject: new\r\n'), 'Subject', 'Title')).toBe('new');
    expect(firstFieldOf([], 'Subject', 'Title')).toBe('');
  });
});

describe('where a header ends', () => {
  // The rows without a remark are split as the parser of Python's module `email` splits them.
  it.each([
    ['Subject: x\r\n\r\nText\r\n', 'Text\r\n'],
    ['Subject: x\n\nText\n', 'Text\n'],
    ['\r\nText\r\n', 'Text\r\n'],
    ['Subject: x', ''],
    ['Subject: x\r\n folded\r\n\tagain\r\n', ''],
    ['From x Mon Jan  3\nSubject: x\n\nText\n', 'Text\n'],
    ['Subject: x\nHello\n\nmore\n', 'Hello\n\nmore\n'],
    ['Subject: x\nFrom: a@b\nHello there\nNote: a\nmore\n', 'Hello there\nNote: a\nmore\n'],
    ['Hello\nworld\n', 'Hello\nworld\n'],
    ['Hello\n\nSubject: x\n', 'Hello\n\nSubject: x\n'],
    // A field that came before does not come again in the header: the text quotes it.
    ['From: a@b\nHello\nFrom: b@c\n\nmore\n', 'Hello\nFrom: b@c\n\nmore\n'],
  ])('%j has the body %j', (article, body) => {
    const split = splitEntity(octetsOfLatin1(article));
    expect(new TextDecoder('latin1').decode(split.body)).toBe(body);
    expect(split.header.length).toBeLessThanOrEqual(article.length - body.length);
  });

  it.each([
    // Gateways broke long lines; Python ends the header here, and loses the other fields.
    ['Path: a!b!\nc!d\nFrom: a@b\nSubject: s\n\nText\n', 'Text\n'],
    ['Subject: s\n\xa0Odd: x\nMessage-ID: <a@b>\n\nText\n', 'Text\n'],
    ['Subject: s\n>From y\nTo: z\n\nText\n', 'Text\n'],
  ])('%j: fields after a broken line belong to the header', (article, body) => {
    expect(new TextDecoder('latin1').decode(splitEntity(octetsOfLatin1(article)).body)).toBe(body);
  });

  it.each([
    [255, ''],
    [256, 'rest'],
  ])('a name of %i characters', (length, body) => {
    const line = `${'N'.repeat(length)}: value\n`;
    const split = splitEntity(octetsOfLatin1(`Subject: x\n${line}`));
    expect(split.body.length).toBe(body === '' ? 0 : line.length);
  });

  test('the text of an article without the empty line is read', () => {
    const { subject, texts } = readMessage(octetsOfLatin1('Subject: Tea\r\nIs there tea?\r\n\r\nYes.\r\n'), null);
    expect([subject, texts[0]?.text]).toEqual(['Tea', 'Is there tea?\r\n\r\nYes.\r\n']);
  });
});

describe('A News (RFC 850 §2)', () => {
  const article =
    'Aeagle.642\nnet.general,net.news\ncbosgd!mhuxj!eagle!jerry\nFri Nov 19 16:14:55 1982\nEtiquette \xe9\nRead.\n\nMore.\n';

  test('the five lines become fields, and every octet of the text stays', () => {
    const octets = withFields(octetsOfLatin1(article));
    expect(new TextDecoder('latin1').decode(octets)).toBe(
      'Article-I.D.: eagle.642\r\nNewsgroups: net.general,net.news\r\nPath: cbosgd!mhuxj!eagle!jerry\r\n' +
        'From: cbosgd!mhuxj!eagle!jerry\r\nDate: Fri Nov 19 16:14:55 1982\r\nSubject: Etiquette \xe9\r\n\r\n' +
        'Read.\n\nMore.\n',
    );
  });

  it.each([
    ['a field', 'A: b\nnet.general\na!b\nFri Nov 19 16:14:55 1982\nt\n'],
    ['no groups', article.replace('net.general,net.news', 'net general')],
    ['no date', article.replace('1982', '')],
    ['four lines', article.split('\n').slice(0, 4).join('\n')],
    ['a long line', article.replace('642', '6'.repeat(2000))],
    ['no octets', ''],
  ])('%s: the octets stay as they are', (_, text) => {
    const octets = octetsOfLatin1(text);
    expect(withFields(octets)).toBe(octets);
  });
});
