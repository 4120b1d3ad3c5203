/** `/problems`: an explanation of every problem and every diagnostic, a page for people and text for programs. */

import { negotiate } from '../http/negotiation.ts';
import type { Route } from '../http/request-context.ts';
import { answer, TEXT_TYPE } from '../http/response.ts';
import { assets, readAsset } from '../pages/parts/assets.ts';
import { cacheablePage } from '../pages/parts/respond.tsx';

export const problems: Route = {
  async GET(context) {
    const type = negotiate(context.request.headers.get('Accept'), ['text/plain', 'text/html']);
    if (type !== 'text/html') return answer(context, TEXT_TYPE, await readAsset(assets.problemsText, context));
    const sections = await readAsset(assets.problems, context);
    return cacheablePage(context, {
      title: 'Errors and diagnostics',
      // Our own HTML, which worker/build/ renders from the tables of errors.
      content: <div dangerouslySetInnerHTML={{ __html: sections }} />,
    });
  },
};
