/** The opener of mailto links: a draft for which nobody is asked. */
import { expect, test } from 'vitest';
import { mailto } from '../../../../src/open/mailto/mailto.ts';
import { draftJson } from '../../../../src/open/shape-json.ts';
import { contextOf, linkOf, shaped } from '../context.ts';

const LINK = 'mailto:a@h.example,b@h.example?subject=Hi&bcc=c@h.example&attach=x';

test('a link is a draft, and its JSON has the same values', async () => {
  const draft = shaped(await mailto.open(linkOf('mailto', LINK), contextOf({})), 'draft');
  const values = {
    to: ['a@h.example', 'b@h.example'],
    headers: [{ name: 'subject', value: 'Hi' }],
    blindCopies: ['c@h.example'],
    leftOut: ['attach'],
    href: 'mailto:a@h.example,b@h.example?subject=Hi',
  };
  expect(draft).toEqual({ shape: 'draft', ...values });
  expect(JSON.stringify(draftJson(draft))).toBe(JSON.stringify({ kind: 'draft', ...values }));
});

test('is for its reader alone', () => {
  expect(mailto.isPersonal?.(linkOf('mailto', LINK), { isConditional: false })).toBe(true);
});

test('cannot be checked', async () => {
  expect(await mailto.check?.(linkOf('mailto', LINK), contextOf({}))).toEqual({
    ...{ status: 'not-checked', reason: 'no-server' },
    detail: 'Only a message would show whether a mail address exists.',
  });
});
