/** A router of a user that mounts the gateways, with its test, which runs where there is no Worker. */

/** The module. What needs no connection works; what needs one says why there is none. */
export const ROUTER_TEST = `
  import { createGateway } from 'waypost/worker';
  import { assets } from 'waypost/worker/assets';
  import { guardedFetch } from 'waypost/webhooks/workers';
  const gateway = createGateway({ ASSETS: assets, BASE_PATH: '/old' });
  const router = (url, init) => new URL(url).pathname.startsWith('/old/') ? gateway.fetch(new Request(url, init)) : new Response('mine');
  const ask = async (path) => { const answer = await router('http://h.example' + path, { headers: { Accept: path.endsWith('/r') ? 'text/html' : '*/*' } }); return [answer.status, await answer.text()]; };
  const [mine, asked, page, file, opened, form] = await Promise.all(
    ['/', '/old/r?url=gopher://h.example.com/', '/old/inspect?url=GOPHER://h:70', '/old/assets/waypost.css', '/old/open?url=gopher://8.8.8.8/', '/old/r'].map(ask),
  );
  const called = await guardedFetch('https://h.example.com/', {}, { resolve: async () => ['8.8.8.8'] }).catch((error) => error);
  console.log(JSON.stringify({
    statuses: [mine, asked, page, file, opened, form].map(([status]) => status),
    detail: JSON.parse(opened[1]).detail, code: called.code, message: called.message,
  }));
`;

const SENTENCE =
  'waypost/worker and waypost/webhooks/workers connect to servers in Cloudflare Workers and in workerd alone. ' +
  'Elsewhere, use waypost/protocols/node and waypost/webhooks/node.';

/** What it prints. */
export const ROUTER_RESULTS = {
  statuses: [200, 302, 200, 200, 502, 200],
  detail: SENTENCE,
  code: 'UNREACHABLE',
  message: SENTENCE,
};
