/** The pages of drafts. */
import { expect, test } from 'vitest';
import { pagesLike } from '../expected.ts';
import { opened } from '../opening.ts';
import { outlineOf } from '../outline.ts';

const pageOf = pagesLike`
  200
  cache-control: no-store
  kicker: Email address
  h1: Write a message
`;

test('a draft with everything that a link may ask for', async () => {
  const url =
    'mailto:a@h.example,b@h.example?to=c@h.example&cc=d@h.example&cc=e@h.example&bcc=f@h.example&bcc=g@h.example' +
    '&subject=Tea&in-reply-to=%3Cx@h.example%3E&body=One%0D%0Atwo&body=three&from=h@h.example&x-own=1';
  expect(await outlineOf(await opened(url))).toBe(pageOf`
    way: a@h.example,b@h.example,c@h.example (aria-current=page)
    canonical: mailto:a@h.example,b@h.example,c@h.example?cc=d@h.example&cc=e@h.example&bcc=f@h.example&bcc=g@h.example&subject=Tea&in-reply-to=%3Cx@h.example%3E&body=One%0D%0Atwo&body=three&from=h@h.example&x-own=1
    More: [JSON → /open?url=mailto%3Aa%40h.example%2Cb%40h.example%2Cc%40h.example%3Fcc%3Dd%40h.example%26cc%3De%40h.example%26bcc%3Df%40h.example%26bcc%3Dg%40h.example%26subject%3DTea%26in-reply-to%3D%253Cx%40h.example%253E%26body%3DOne%250D%250Atwo%26body%3Dthree%26from%3Dh%40h.example%26x-own%3D1&format=json (a view)]

    dl.details
      To = a@h.example, b@h.example, c@h.example
      Copy to = d@h.example, e@h.example
      Subject = Tea
      In reply to = <x@h.example>
      Text = One⏎two⏎three
      Blind copy to = f@h.example, g@h.example
    .notice.caution (role=note)
      p.notice-title: The link asks for a blind copy
      p: It is shown here and not filled in. Add it yourself if you want to.
    .notice.info (role=note)
      p.notice-title: Left out
      p: The link also sets from, x-own. A link from a stranger should not do that.
    p: [Open in your mail program.button → mailto:a@h.example,b@h.example,c@h.example?cc=d@h.example&cc=e@h.example&subject=Tea&in-reply-to=%3Cx@h.example%3E&body=One%0D%0Atwo&body=three]
    p.aside: Waypost sends no mail.
  `);
});

test('a draft to somebody', async () => {
  expect(await outlineOf(await opened('mailto:a@h.example'))).toBe(pageOf`
    way: a@h.example (aria-current=page)
    canonical: mailto:a@h.example
    More: [JSON → /open?url=mailto%3Aa%40h.example&format=json (a view)]

    dl.details
      To = a@h.example
    p: [Open in your mail program.button → mailto:a@h.example]
    p.aside: Waypost sends no mail.
  `);
});
