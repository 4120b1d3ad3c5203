/** `/docs`: the API for people, as `worker/build.ts` has written it; `/llms.txt`: the same for language models. */
import { answer } from '../answer.ts';
import type { Exchange, Route } from '../exchange.ts';
import { lastingPage } from '../pages/respond.tsx';

/** No `.html`: the platform would give such a file at another address. */
const REFERENCE = '/reference.fragment';

export const docs: Route = {
  async GET(exchange) {
    const reference = await readAsset(exchange, REFERENCE);
    return lastingPage(exchange, {
      title: 'The API',
      wide: true,
      script: `/assets/docs.js?${exchange.environment.fingerprint}`,
      // Our own words, made from the description when the assets were built.
      content: <div dangerouslySetInnerHTML={{ __html: reference }} />,
    });
  },
};

export const llms: Route = {
  async GET(exchange) {
    return answer(exchange, 'text/markdown; charset=utf-8', await readAsset(exchange, '/llms.txt'));
  },
};

async function readAsset({ environment, url }: Exchange, path: string): Promise<string> {
  const file = await environment.ASSETS.fetch(new URL(path, url));
  if (!file.ok) throw new Error(`${path} is missing from the static assets`);
  return file.text();
}
