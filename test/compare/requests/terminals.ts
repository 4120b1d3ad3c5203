/** telnet, rlogin and tn3270: the pages, and whole sessions over WebSockets. */
import type { Session } from '../session.ts';
import type { Step } from '../web-socket.ts';
import { askAll, attacks, FORMATS, hosts, variants, withParameters } from './links.ts';

const GUEST: readonly Step[] = [
  { see: 'login: ' },
  { tell: { type: 'size', columns: 80, rows: 24 } },
  { type: 'guest\r' },
  { see: 'anything will do' },
  { type: 'secret\r' },
  { see: '? ' },
];
const leave: readonly Step[] = [{ type: 'q' }, { see: 'Goodbye' }];

/** What a user does in a session, step by step. */
const SESSIONS: readonly (readonly Step[])[] = [
  [...GUEST, { type: 'r' }, { see: 'follows.' }, ...leave],
  [...GUEST, { type: 'a' }, { see: 'CP437' }, { type: 'c' }, { see: '? ' }, ...leave],
  [...GUEST, { type: 'u' }, { see: '\xe2\x9c\x93' }, ...leave],
  [...GUEST, { type: 'p' }, { see: 'Ctrl-D' }, { type: 'some text \xff\xff\r\n\x04' }, { see: 'octets' }, ...leave],
  [
    ...GUEST,
    { type: 'w' },
    { see: 'leaves' },
    { tell: { type: 'size', columns: 40, rows: 12 } },
    { see: '40x12' },
    { type: 'q' },
    { see: '? ' },
    ...leave,
  ],
  [...GUEST, { tell: { type: 'key', key: 'break' } }, { tell: { type: 'key', key: 'interrupt' } }, ...leave],
  [{ see: 'login: ' }, { tell: { type: 'nonsense' } }],
  [{ see: 'login: ' }, { text: 'not JSON' }],
  [{ see: 'login: ' }, { tell: { type: 'size', columns: 0, rows: 1 } }],
  [{ see: 'login: ' }, { tell: { type: 'user', user: 'a\nb' } }],
  [{ see: 'login: ' }, { leave: true }],
];

export async function terminals(session: Session): Promise<void> {
  const { servers } = session;
  const at = (scheme: string, server: 'telnet' | 'rlogin' | 'tn3270' | 'tn3270Old', rest = ''): string =>
    `/${scheme}/${servers.at(server)}/${rest}`;
  for (const path of [
    at('telnet', 'telnet'),
    at('rlogin', 'rlogin'),
    at('tn3270', 'tn3270'),
    `/telnet/guest@${servers.at('telnet')}/`,
    `/rlogin/guest@${servers.at('rlogin')}/`,
  ]) {
    for (const format of FORMATS) await session.ask(`${path}?format=${format}`);
    await askAll(session, variants(path));
    await askAll(session, withParameters(path));
    await askAll(
      session,
      ['user=guest', 'user=guest&password=x', 'user=', 'user=a%0Ab', 'model=4', 'model=9', 'password=x'].map(
        (query) => `${path}?${query}`,
      ),
    );
    for (const profile of ['bare', 'varied'] as const) await session.ask({ path, profile });
  }
  await askAll(session, attacks(at('telnet', 'telnet')));
  await askAll(session, hosts('telnet', ''));
  for (const steps of SESSIONS) await session.talk({ path: at('telnet', 'telnet'), steps });
  for (const query of ['?user=guest', '?user=guest&password=x', '?x=1']) {
    await session.talk({ path: at('telnet', 'telnet', query), steps: [{ see: 'login: ' }, { leave: true }] });
  }
  await session.talk({ path: `/telnet/guest@${servers.at('telnet')}/`, steps: [{ see: 'login: ' }, { leave: true }] });
  await rloginSessions(session);
  for (const model of ['2', '3', '4', '5', '9']) {
    for (const server of ['tn3270', 'tn3270Old'] as const) {
      await session.talk({
        path: at('tn3270', server, `?model=${model}`),
        model: model === '4' ? 4 : 2,
        steps: [{ records: 2 }, { leave: true }],
      });
      await session.talk({
        path: at('tn3270', server, `?model=${model}`),
        model: model === '4' ? 4 : 2,
        steps: [{ records: 2 }, { tell: { type: 'key', key: 'attention' } }, { text: 'xyz' }],
      });
    }
  }
  const refused = [
    { origin: 'https://elsewhere.example' },
    { origin: null },
    { subprotocol: null },
    { subprotocol: 'other' },
  ];
  for (const options of refused)
    await session.talk({ path: at('telnet', 'telnet'), steps: [{ see: 'login: ' }, { leave: true }], ...options });
  for (const host of hosts('telnet', '').slice(0, 30)) await session.talk({ path: host, steps: [{ ended: true }] });
  for (const fault of ['refused', 'silent', 'reset', 'truncated'] as const) {
    for (const server of ['telnet', 'tn3270'] as const) {
      await session.withFault(server, fault, async () => {
        await session.talk({
          profile: 'hasty',
          path: at(server, server),
          steps: [fault === 'silent' ? { leave: true } : { ended: true }],
        });
      });
    }
  }
}

async function rloginSessions(session: Session): Promise<void> {
  const user: Step = { tell: { type: 'user', user: 'ada' } };
  const size: Step = { tell: { type: 'size', columns: 132, rows: 43 } };
  const typed: readonly Step[] = [{ see: '> ' }, { type: 'xq' }, { see: 'Goodbye' }];
  for (const query of ['', '?user=guest']) {
    const path = `/rlogin/${session.servers.at('rlogin')}/${query}`;
    await session.talk({ path, steps: [user, ...typed] });
    await session.talk({ path, steps: [user, { see: '> ' }, size, { type: '\xffq' }, { see: 'Goodbye' }] });
    await session.talk({ path, steps: [user, { see: 'Welcome' }, { leave: true }] });
  }
}
