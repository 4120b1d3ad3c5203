/**
 * `/owners`: how site owners make their links work; `/links`: the page on which owners of tokens manage short links.
 */
import { type RequestContext, type Route, rootOf } from '../http/request-context.ts';
import { assetHref, assets, readAsset, withOrigin } from '../pages/parts/assets.ts';
import { Notice } from '../pages/parts/notice.tsx';
import { cacheablePage } from '../pages/parts/respond.tsx';

/** Our own HTML, which the build renders. */
async function content(path: string, context: RequestContext) {
  const fragment = withOrigin(await readAsset(path, context), rootOf(context));
  return <div dangerouslySetInnerHTML={{ __html: fragment }} />;
}

export const owners: Route = {
  async GET(context) {
    return cacheablePage(context, {
      title: 'For site owners',
      script: assetHref(assets.ownersScript, context.environment.fingerprint),
      content: await content(assets.owners, context),
    });
  },
};

export const ownLinks: Route = {
  async GET(context) {
    const { keyring, LINKS, fingerprint } = context.environment;
    const isOff = keyring.isEmpty || LINKS === undefined;
    return cacheablePage(context, {
      title: 'Your short links',
      section: 'links',
      // Without the script, the page has no form to sign in.
      ...(!isOff && { script: assetHref(assets.ownLinksScript, fingerprint) }),
      content: (
        <>
          {isOff && (
            <Notice title="This service makes no short links yet">
              <p>
                Its operator switches them on with the secret <code>LINK_TOKENS</code>.
              </p>
            </Notice>
          )}
          {await content(assets.ownLinks, context)}
        </>
      ),
    });
  },
};
