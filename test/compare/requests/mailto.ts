/** mailto: compose forms and the drafts that they become. */
import type { Session } from '../session.ts';
import { askAll, aspects, attacks, open, variants, withParameters } from './links.ts';

const LINKS: readonly string[] = [
  ...[
    'a@h.example',
    'a@h.example,b@h.example',
    '?to=a@h.example',
    'a@h.example?subject=Hello%20there&body=one%0D%0Atwo',
    'a@h.example?subject=a&subject=b',
  ],
  ...[
    'a@h.example?bcc=spy@h.example',
    'a@h.example?cc=b@h.example&to=c@h.example',
    'a@h.example?attach=/etc/passwd',
    'a@h.example?subject=a%0D%0ABcc:x@y',
  ],
  ...[
    'D%C3%BCrst@h.example',
    '%22a%20b%22@h.example',
    'a@b%3Fbcc=c',
    '',
    '?',
    'a',
    'a@',
    '@h.example',
    'a@h.example?in-reply-to=%3Ca@b%3E',
    'a@h.example?body=%3Cscript%3E',
  ],
  ...[
    'list@h.example?subject=subscribe',
    'a%40b@h.example',
    'a@[127.0.0.1]',
    'a@xn--bcher-kva.com',
    'a@bücher.com',
    'a@h.example?x',
    'a@h.example?=y',
    'a@h.example?body=%FF',
  ],
];

export async function mailto(session: Session): Promise<void> {
  for (const link of LINKS) {
    for (const format of ['html', 'json']) await session.ask(open(`mailto:${link}`, `&format=${format}`));
    await askAll(session, [
      `/r?url=${encodeURIComponent(`mailto:${link}`)}`,
      { profile: 'varied', path: open(`mailto:${link}`) },
    ]);
  }
  await askAll(session, variants(open('mailto:a@h.example')));
  await askAll(session, withParameters(open('mailto:a@h.example')));
  await askAll(session, aspects(open('mailto:a@h.example?subject=Hello&body=one%0D%0Atwo')));
  await askAll(
    session,
    attacks('mailto:a@h.example?body=').map((link) => open(link)),
  );
  await askAll(session, ['/mailto/a@h.example', open('cid:a@h.example'), open('mailto:a@h.example', '&format=atom')]);
}
