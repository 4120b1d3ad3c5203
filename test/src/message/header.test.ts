/** The header of an article: fields, forged fields, and the header of A News. */
import { describe, expect, it, test } from 'vitest';
import { fieldOf, firstFieldOf, parseFields } from '../../../src/message/header.ts';
import { withFields } from '../../../src/message/message.ts';
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
