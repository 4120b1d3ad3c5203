/** The remark on a page that is a copy because the server does not answer. */
import { renderToString } from 'preact-render-to-string';
import type { ReaderAnswer } from '../../cache/reader-answer.ts';
import { originOf, withBasePath } from '../../http/address.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { isPage } from '../../pages/parts/crawlers.ts';
import { Notice } from '../../pages/parts/notice.tsx';

/** The answer with the age of a copy that is no longer fresh. */
export function withStaleNotice(
  response: Response,
  { age, failure }: NonNullable<ReaderAnswer['stale']>,
  context: RequestContext,
): Response {
  if (!isPage(response)) return response;
  const notice = (
    <Notice tone="caution" title={`The server did not answer. This is a copy from ${ageText(age)} ago.`}>
      <p>{failure.message}</p>
      <p>
        <a class="button" href={context.url.slice(originOf(context).length)}>
          Try again
        </a>
      </p>
    </Notice>
  );
  const markup = withBasePath(renderToString(notice), context.environment.basePath);
  const page = new HTMLRewriter()
    .on('main > .heading', { element: (heading) => void heading.after(markup, { html: true }) })
    .transform(response);
  page.headers.delete('Content-Length');
  page.headers.delete('ETag');
  return page;
}

const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const;

/** A time in words: `ageText(7300)` is `2 hours`. */
export function ageText(seconds: number): string {
  const [length, name] = UNITS.find(([length]) => seconds >= length) ?? [1, 'second'];
  const count = Math.floor(seconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
