/** `/docs`: the documentation, which the build writes; `/llms.txt`: the API for language models. */

import { notFound } from '../http/methods.ts';
import { type RequestContext, type Route, rootOf } from '../http/request-context.ts';
import { answer } from '../http/response.ts';
import { fragmentOf, isTopic, type Topic, topics } from '../pages/docs/topics.ts';
import { assetHref, assets, readAsset, withOrigin } from '../pages/parts/assets.ts';
import { cacheablePage } from '../pages/parts/respond.tsx';

async function page(context: RequestContext, topic: Topic): Promise<Response> {
  const { fingerprint } = context.environment;
  const content = withOrigin(await readAsset(fragmentOf(topic), context), rootOf(context));
  return cacheablePage(context, {
    title: topics[topic],
    section: 'api',
    openField: false,
    wide: true,
    script: assetHref(assets.docsScript, fingerprint),
    content: (
      <>
        <link rel="stylesheet" href={assetHref(assets.docsStylesheet, fingerprint)} />
        {/* Our own HTML, which worker/build/docs/ renders. */}
        <div dangerouslySetInnerHTML={{ __html: content }} />
      </>
    ),
  });
}

export const docs: Route = { GET: (context) => page(context, 'overview') };

/** A page of the documentation for one task. */
export const docsTopic: Route = {
  GET(context) {
    const { topic = '' } = context.params;
    if (!isTopic(topic) || topic === 'overview') throw notFound();
    return page(context, topic);
  },
};

export const llms: Route = {
  async GET(context) {
    return answer(context, 'text/markdown; charset=utf-8', await readAsset(assets.models, context));
  },
};
