/** References in HTML that came by gopher. */
import { expect, test } from 'vitest';
import { resolveItem } from '../../../../src/open/gopher/html-references.ts';

const GOPHER = 'gopher://h.example:7070/h/docs/index.html';

test.each([
  ['../a.gif', true, 'gopher://h.example:7070/I/a.gif'],
  ['../a.gif', false, 'gopher://h.example:7070/g/a.gif'],
  ['/pics/a.jpg', false, 'gopher://h.example:7070/I/pics/a.jpg'],
  ['gopher://x.example/1', true, 'gopher://x.example/'],
  ['sub', false, 'gopher://h.example:7070/h/docs/sub'],
  ['a.zip', false, 'gopher://h.example:7070/9/docs/a.zip'],
])('the reference %s as a picture: %s, is %s', (reference, isPicture, url) => {
  expect(resolveItem(reference, GOPHER, isPicture)).toBe(url);
});
