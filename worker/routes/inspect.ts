/** `/inspect?url=…`: everything about a URL, or the URLs of a text, as a page that needs no script. */
import * as v from 'valibot';
import type { Exchange, Route } from '../exchange.ts';
import { originOf } from '../origin.ts';
import { assets, ORIGIN, readAsset, scriptHref } from '../pages/assets.ts';
import { explorerPage } from '../pages/explorer/explorer.tsx';
import { NOTHING_ASKED, type Question } from '../pages/explorer/question.ts';
import { lastingPage } from '../pages/respond.tsx';
import * as parameter from '../parameters.ts';
import { readQuery } from '../query.ts';

/** As a form sends it: every field, whether it is filled in or not. */
const Query = v.object({
  url: v.exactOptional(parameter.url),
  base: parameter.base,
  dialect: parameter.dialect,
  lax: parameter.laxWord,
});

export const inspect: Route = {
  GET(exchange) {
    const { url = '', base = '', dialect = 'current', lax = false } = readQuery(exchange.url, Query);
    // A form sends line breaks as CR LF.
    return explore(exchange, { ...NOTHING_ASKED, text: url.replaceAll('\r\n', '\n'), base, dialect, lax });
  },
};

/** The explorer with the answer to a question. */
export async function explore(exchange: Exchange, question: Question): Promise<Response> {
  const origin = originOf(exchange);
  const page = explorerPage({
    question,
    origin,
    script: scriptHref(assets.explorerScript, exchange),
    gallery: (await readAsset(assets.gallery, exchange)).replaceAll(
      encodeURIComponent(ORIGIN),
      encodeURIComponent(origin),
    ),
    shortens: exchange.environment.LINK_TOKENS !== '',
  });
  return lastingPage(exchange, page);
}
