/**
 * The page of an owner's short links, which the build renders: a place for the script, and what `curl` does without it.
 */

import { renderToString } from 'preact-render-to-string';
import { ORIGIN } from '../parts/assets.ts';
import { Recipe } from '../parts/copy-button.tsx';

/** The element that the script renders into. */
export const PLACE = 'own-links';

/** Renders the page as HTML with {@link ORIGIN} instead of the origin of the Worker. */
export function writeOwnLinks(): string {
  return renderToString(
    <>
      <p class="lead">
        Make short links that last, give them names, and see how often they are followed. You need a token from the
        operator of this service.
      </p>
      <div id={PLACE} class="scripted" />
      <p class="visually-hidden" aria-live="polite" id="announcement" />
      <section aria-labelledby="curl-title">
        <h2 id="curl-title">The same with curl</h2>
        <noscript>
          <p>Without a script, this page cannot sign in. These commands do all that it does.</p>
        </noscript>
        <p>
          Put your token into a variable: <code>export WAYPOST_TOKEN=…</code>. <a href="/docs/shorten">The API</a> also
          takes thousands of links at once.
        </p>
        {COMMANDS.map(([title, command]) => (
          <>
            <h3>{title}</h3>
            <Recipe code={command} what={<span class="visually-hidden">the command: {title.toLowerCase()}</span>} />
          </>
        ))}
      </section>
    </>,
  );
}

const curl = (path: string, options: string, method = ''): string =>
  `curl -H "Authorization: Bearer $WAYPOST_TOKEN" ${method}\\\n${options === '' ? '' : `  ${options}\\\n`}  '${ORIGIN}${path}'`;
const json = (body: object): string => `--json '${JSON.stringify(body)}' `;

const COMMANDS: readonly (readonly [title: string, command: string])[] = [
  [
    'Make a link',
    curl(
      '/v1/links',
      json({
        url: 'gopher://gopher.floodgap.com/',
        alias: 'floodgap',
        title: 'Floodgap',
        expiresAt: '2100-01-01T00:00:00Z',
      }),
    ),
  ],
  ['List and search your links', curl('/v1/links', "--data-urlencode 'q=floodgap' ", '-G ')],
  ['Change a link', curl('/v1/links/floodgap', json({ url: 'gopher://gopher.floodgap.com/1/world' }), '-X PATCH ')],
  ['See the clicks of each day', curl('/v1/links/floodgap', '')],
  [
    'See which links change when a site has moved',
    curl('/v1/links', json({ from: 'gopher.floodgap.com', to: 'gopher.example.org', dryRun: true }), '-X PATCH '),
  ],
  ['End a link', curl('/v1/links/floodgap', '', '-X DELETE ')],
  ['Export your links', curl('/v1/links/export', '-o links.ndjson ')],
];
