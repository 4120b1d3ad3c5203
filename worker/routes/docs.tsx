/** `/docs`: the API reference, which `worker/build.ts` writes; `/llms.txt`: the same for language models. */

import type { Route } from '../http/request-context.ts';
import { answer } from '../http/response.ts';
import { assetHref, assets, readAsset } from '../pages/assets.ts';
import { cacheablePage } from '../pages/respond.tsx';

export const docs: Route = {
  async GET(context) {
    const reference = await readAsset(assets.reference, context);
    return cacheablePage(context, {
      title: 'The API',
      section: 'api',
      openField: false,
      wide: true,
      script: assetHref(assets.docsScript, context.environment.fingerprint),
      // Our own HTML, which worker/build.ts renders from the OpenAPI description.
      content: <div dangerouslySetInnerHTML={{ __html: reference }} />,
    });
  },
};

export const llms: Route = {
  async GET(context) {
    return answer(context, 'text/markdown; charset=utf-8', await readAsset(assets.models, context));
  },
};
