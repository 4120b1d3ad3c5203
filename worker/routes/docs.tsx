/** `/docs`: the API for people, as `worker/build.ts` has written it; `/llms.txt`: the same for language models. */
import { answer } from '../answer.ts';
import type { Route } from '../exchange.ts';
import { assets, readAsset, scriptHref } from '../pages/assets.ts';
import { lastingPage } from '../pages/respond.tsx';

export const docs: Route = {
  async GET(exchange) {
    const reference = await readAsset(assets.reference, exchange);
    return lastingPage(exchange, {
      title: 'The API',
      wide: true,
      script: scriptHref(assets.docsScript, exchange),
      // Our own words, made from the description when the assets were built.
      content: <div dangerouslySetInnerHTML={{ __html: reference }} />,
    });
  },
};

export const llms: Route = {
  async GET(exchange) {
    return answer(exchange, 'text/markdown; charset=utf-8', await readAsset(assets.models, exchange));
  },
};
