/** Webhooks: verdicts by `/v1/validate`, and messages to `/hooks`, signed, unsigned and wrongly signed. */
import { Webhook } from 'standardwebhooks';
import { WEBHOOK_SECRET } from '../profiles.ts';
import type { Request, Session } from '../session.ts';
import { wrongBodies } from './api.ts';
import { askAll, variants } from './links.ts';

const HOSTS: readonly string[] = [
  ...[
    'public.example.com',
    'inside.example.com',
    'one-of-two.example.com',
    'six-inside.example.com',
    'nothing.example.com',
    'broken.example.com',
    'damaged.example.com',
    'refused.example.com',
  ],
  ...[
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '0x7f.1',
    '2130706433',
    '93.184.215.14',
    '[2606:2800:21f:cb07:6820:80da:af6b:8b2c]',
    'localhost',
    'h',
    'h.local',
    'xn--bcher-kva.com',
    'bücher.com',
    'denied.example',
  ],
];

const URLS: readonly string[] = [
  ...HOSTS.flatMap((host) => [`https://${host}/in`, `http://${host}:8080/`]),
  ...[
    'https://u:p@public.example.com/',
    'https://public.example.com/#f',
    'https://public.example.com:22/',
    'ftp://public.example.com/',
    'https://public.example.com/\\',
    'https://public.example.com/%0d%0a',
    '',
    'no',
    'https://',
    'https:///x',
    'HTTPS://PUBLIC.example.com:443/a/../b',
    `https://public.example.com/${'a'.repeat(3000)}`,
  ],
];

const POLICIES: readonly string[] = [
  ...[
    '',
    'schemes=http,https',
    'schemes=https&ports=443,8443',
    'allowCredentials=true',
    'allowFragment=true',
    'requireDns=false',
    'allowHosts=*.example.com',
    'denyHosts=public.example.com',
    'maxLength=20',
  ],
  ...['schemes=', 'ports=x', 'maxLength=-1', 'allowHosts=*', 'requireDns=1', 'unknown=1'],
];

/** A message with its signature. */
function signed(
  body: string,
  { id = 'msg_1', at = new Date(), secret = WEBHOOK_SECRET, type = 'application/json' } = {},
): Request {
  return {
    path: '/hooks',
    body,
    headers: {
      'Content-Type': type,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
  };
}

const event = (data: unknown, type = 'url.submitted'): string =>
  JSON.stringify({ type, timestamp: '2026-01-01T00:00:00Z', data });

export async function hooks(session: Session): Promise<void> {
  for (const url of URLS) await session.ask({ path: `/v1/validate?url=${encodeURIComponent(url)}`, unordered: true });
  for (const policy of POLICIES) {
    for (const url of [
      'https://public.example.com/in',
      'http://u@public.example.com:8443/#f',
      'https://inside.example.com/',
    ]) {
      await session.ask(`/v1/validate?url=${encodeURIComponent(url)}&${policy}`);
    }
  }
  const json = { 'Content-Type': 'application/json' };
  for (const body of [
    { url: URLS[0] },
    { url: URLS[0], policy: { schemes: ['http'] } },
    { url: 7 },
    { url: URLS[0], policy: { x: 1 } },
    [...URLS],
    [{ url: URLS[2], policy: { requireDns: false } }],
  ]) {
    await session.ask({ path: '/v1/validate', body: JSON.stringify(body), headers: json, unordered: true });
  }
  await session.ask({
    path: '/v1/validate',
    body: URLS.map((url) => JSON.stringify(url)).join('\n'),
    headers: { 'Content-Type': 'application/x-ndjson' },
    unordered: true,
  });
  await askAll(
    session,
    wrongBodies('/v1/validate').map((request) => ({ ...request, unordered: true })),
  );
  await askAll(
    session,
    variants('/v1/validate?url=https://public.example.com/in').map((request) => ({ ...request, unordered: true })),
  );

  const body = event({ url: 'https://public.example.com/in', more: 1 });
  const { headers: right = {} } = signed(body);
  const cloud = JSON.stringify({
    specversion: '1.0',
    id: 'a-1',
    source: '/s',
    type: 'url.submitted',
    data: { url: 'https://inside.example.com/' },
  });
  const requests: readonly Request[] = [
    signed(body),
    signed(body, { id: 'msg_2', at: new Date(Date.now() - 200_000) }),
    signed(body, { at: new Date(Date.now() - 400_000) }),
    signed(body, { at: new Date(Date.now() + 400_000) }),
    signed(body, { secret: `whsec_${Buffer.from('another secret of 24 octets').toString('base64')}` }),
    signed(event({ urls: [...URLS.slice(0, 20)], policy: { schemes: ['http', 'https'] } })),
    signed(event({ url: 'no' })),
    signed(event({}, 'url.submitted')),
    signed(event({ url: 'https://public.example.com/' }, 'other.type')),
    signed('not JSON'),
    signed('[]'),
    signed(cloud, { type: 'application/cloudevents+json; charset=UTF-8' }),
    signed(cloud.replace('1.0', '0.3'), { type: 'application/cloudevents+json' }),
    { path: '/hooks', body, headers: json },
    { path: '/hooks', body: `${body} `, headers: right },
    {
      path: '/hooks',
      body,
      headers: Object.fromEntries(
        Object.entries(right).map(([name, value]) => [name.replace('webhook-', 'svix-'), value]),
      ),
    },
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      path: '/hooks',
      body,
      headers: Object.fromEntries(Object.entries(right).filter(([known]) => known !== name)),
    })),
    { path: '/hooks', body, headers: { ...right, 'webhook-signature': `v2,x ${right['webhook-signature']}` } },
    { path: '/hooks', body, headers: { ...right, 'webhook-timestamp': 'x' } },
    { path: '/hooks', body, headers: { ...right, 'Content-Type': 'text/plain' } },
    { ...signed(body), profile: 'bare' },
    {
      path: '/hooks',
      method: 'OPTIONS',
      headers: { 'WebHook-Request-Origin': 'sender.example', 'WebHook-Request-Rate': '100' },
    },
    { path: '/hooks', method: 'OPTIONS' },
    { path: '/hooks', method: 'OPTIONS', headers: { 'WebHook-Request-Origin': 'sender.example' }, profile: 'bare' },
    { path: '/hooks' },
  ];
  await askAll(
    session,
    requests.map((request) => ({ ...request, unordered: true })),
  );
}
