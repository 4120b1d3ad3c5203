/**
 * The pages of the service itself: the explorer at `/`, which is a list of the addresses for programs, and at
 * `/inspect?url=…`, which needs no script; the page for lists; and pages whose texts the build renders.
 */
import { wholeOf } from '../../src/definition-of.ts';
import { explain } from '../../src/index.ts';
import { digestOf, hashSlugs } from '../../src/links/slug.ts';
import { unescapeHtml } from '../../src/octets/controls.ts';
import { judge, verdictOf } from '../../src/webhooks/checks.ts';
import { validationPolicy } from '../../src/webhooks/policy.ts';
import { decisionOf, openedLinks } from '../gateway/contract/destination.ts';
import { openingsFor } from '../gateway/contract/opens.ts';
import { egressOf, rootOf } from '../http/address.ts';
import { HEADERS } from '../http/headers.ts';
import { notFound } from '../http/methods.ts';
import { isBrowser } from '../http/negotiation.ts';
import { readParameters } from '../http/query.ts';
import type { RequestContext, Route } from '../http/request-context.ts';
import { answer, TEXT_TYPE } from '../http/response.ts';
import { listPage } from '../pages/check/page.tsx';
import { fragmentOf, OVERVIEW, topics } from '../pages/docs/topics.ts';
import { DOOR_EXAMPLE } from '../pages/explorer/door-texts.ts';
import { UNSAFE } from '../pages/explorer/doors.tsx';
import { FIRST_SCRIPT } from '../pages/explorer/first-script.ts';
import { explorerPage } from '../pages/explorer/page.tsx';
import { EMPTY_QUERY, type ExplorerQuery, queryString } from '../pages/explorer/query.ts';
import { isText } from '../pages/explorer/text-input.ts';
import { assetHref, assets, readAsset } from '../pages/parts/assets.ts';
import { inlineScriptSource, OPEN_TARGET } from '../pages/parts/inline-script.ts';
import { Notice } from '../pages/parts/notice.tsx';
import { withOrigin } from '../pages/parts/origin.ts';
import { cacheablePage, pageResponse } from '../pages/parts/respond.tsx';
import { Inspect } from './schemas.ts';

export const index: Route = {
  async GET(context) {
    return isForBrowsers(context) ? explore(context, EMPTY_QUERY) : answerText(context, assets.addresses);
  },
};

export const inspect: Route = { GET: (context) => explore(context, explorerQuery(context)) };

/** The page for lists of links. */
export const lists: Route = {
  GET(context) {
    const { fingerprint, keyring } = context.environment;
    const page = listPage({
      query: explorerQuery(context),
      root: rootOf(context),
      script: assetHref(assets.checkScript, fingerprint),
      makesShortLinks: !keyring.isEmpty,
    });
    return cacheablePage(context, page);
  },
};

/** A form sends line breaks as CR LF. */
function explorerQuery({ query }: RequestContext): ExplorerQuery {
  const { url = '', base = '', dialect = 'current', lax = false } = readParameters(query, Inspect);
  return { text: url.replaceAll('\r\n', '\n'), base, dialect, lax };
}

/** The explorer with the answer to a query. A text with links leads to the page for lists. */
async function explore(context: RequestContext, query: ExplorerQuery): Promise<Response> {
  const { environment } = context;
  const { fingerprint, keyring, examples } = environment;
  const page = explorerPage({
    query,
    root: rootOf(context),
    script: assetHref(assets.explorerScript, fingerprint),
    gallery: await readAsset(assets.gallery, context),
    makesShortLinks: !keyring.isEmpty,
    isRefused: (link) => decisionOf(wholeOf(link), environment, egressOf(context)).kind === 'denied',
    opened: openedLinks(environment),
    examples,
    doors: await doorsOf(context),
  });
  if (page === null) return seeOther(`/check?${queryString(query)}`);
  return cacheablePage(context, page, await inlineScriptSource(FIRST_SCRIPT));
}

/** For people who open no link, or several at once: these get a table. `null` = the text may be one link. */
export function exploreText(context: RequestContext, text: string): Promise<Response> | null {
  return text.trim() === '' || isText(text) ? explore(context, { ...EMPTY_QUERY, text }) : null;
}

/** What the doors of the front page say of their example. */
async function doorsOf(context: RequestContext) {
  const link = explain(DOOR_EXAMPLE, { complete: true });
  const judged = judge(UNSAFE, { sender: validationPolicy({}), egress: egressOf(context) });
  const [slug = ''] = hashSlugs(await digestOf(link.canonical));
  return {
    short: context.environment.keyring.isEmpty ? null : { url: link.canonical, slug },
    opens: openingsFor(context)(link).opens.url,
    verdict: verdictOf(judged, judged.checks),
  };
}

function seeOther(address: string): Response {
  return new Response(null, { status: 303, headers: { ...HEADERS, Location: address, 'Cache-Control': 'no-store' } });
}

function isForBrowsers({ request }: RequestContext): boolean {
  return isBrowser(request.headers.get('Accept'));
}

async function answerText(context: RequestContext, path: string, type = TEXT_TYPE): Promise<Response> {
  return answer(context, type, await readAsset(path, context));
}

/** Our own HTML, which `worker/build` renders, and its first sentences, for search engines. */
async function documentText(path: string, context: RequestContext) {
  const root = rootOf(context);
  const fragment = withOrigin(await readAsset(path, context), root);
  return {
    content: <div dangerouslySetInnerHTML={{ __html: fragment }} />,
    preview: { description: firstParagraph(fragment), root },
  };
}

/** The text of the first paragraph. */
function firstParagraph(fragment: string): string {
  const [, markup = ''] = /<p(?: class="lead")?>(.*?)<\/p>/s.exec(fragment) ?? [];
  return unescapeHtml(markup.replace(/<[^>]*>/g, '')).replace(/\s+/g, ' ');
}

async function docsPage(context: RequestContext, topic: string): Promise<Response> {
  const { fingerprint } = context.environment;
  const { content, preview } = await documentText(fragmentOf(topic), context);
  return cacheablePage(context, {
    title: topics.get(topic) ?? 'Documentation',
    section: 'api',
    openField: false,
    wide: true,
    script: assetHref(assets.docsScript, fingerprint),
    preview,
    content: (
      <>
        <link rel="stylesheet" href={assetHref(assets.docsStylesheet, fingerprint)} />
        {content}
      </>
    ),
  });
}

export const docs: Route = { GET: (context) => docsPage(context, OVERVIEW) };

/** A page of the documentation for one task. */
export const docsTopic: Route = {
  GET(context) {
    const { topic = '' } = context.params;
    if (!topics.has(topic)) throw notFound();
    return docsPage(context, topic);
  },
};

/** The API for language models. */
export const llms: Route = { GET: (context) => answerText(context, assets.models, 'text/markdown; charset=utf-8') };

/** Every problem and every diagnostic, a page for people and text for programs. */
export const problems: Route = {
  async GET(context) {
    if (!isForBrowsers(context)) return answerText(context, assets.problemsText);
    const { content, preview } = await documentText(assets.problems, context);
    const page = {
      title: 'Errors and notes',
      script: assetHref(assets.problemsScript, context.environment.fingerprint),
      preview,
      content: (
        <>
          <script dangerouslySetInnerHTML={{ __html: OPEN_TARGET }} />
          {content}
        </>
      ),
    };
    return cacheablePage(context, page, await inlineScriptSource(OPEN_TARGET));
  },
};

/** How site owners make their links work. */
export const owners: Route = {
  async GET(context) {
    return cacheablePage(context, {
      title: 'For site owners',
      section: 'owners',
      script: assetHref(assets.ownersScript, context.environment.fingerprint),
      ...(await documentText(assets.owners, context)),
    });
  },
};

/** The page on which owners of tokens manage short links. */
export const ownLinks: Route = {
  async GET(context) {
    const { keyring, LINKS, fingerprint } = context.environment;
    const isOff = keyring.isEmpty || LINKS === undefined;
    const { content, preview } = await documentText(assets.ownLinks, context);
    return cacheablePage(context, {
      title: 'Your short links',
      section: 'links',
      preview,
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
          {content}
        </>
      ),
    });
  },
};

export const privacy: Route = {
  async GET(context) {
    const { contact } = context.environment;
    const { content, preview } = await documentText(assets.privacy, context);
    const page = {
      title: 'Privacy',
      preview,
      content: (
        <>
          {content}
          {contact !== null && (
            <>
              <h2>Questions</h2>
              <p>
                Ask the operator: <a href={contact.href}>{contact.text}</a>
              </p>
            </>
          )}
        </>
      ),
    };
    return pageResponse(context, page, { headers: { 'Cache-Control': 'public, max-age=3600' } });
  },
};
