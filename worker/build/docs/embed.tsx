/** How the owner of a site makes its old links work, with the origin and the hash of the script filled in. */
import type { VNode } from 'preact';
import type { EmbedFacts } from '../../pages/embed/facts.ts';
import { pinnedLine, scriptLine } from '../../pages/owners/recipes.ts';
import { ORIGIN } from '../../pages/parts/assets.ts';
import { Prose } from '../../pages/parts/shown-text.tsx';
import { Sample } from './sample-view.tsx';
import { Part, type Section, Terms } from './sections.tsx';

const script = { id: 'script', title: 'Add the script' } as const;
const pinned = { id: 'pinned', title: 'Pin a version' } as const;
const links = { id: 'links', title: 'Write the links yourself' } as const;
const corpus = { id: 'corpus', title: 'Shorten many links' } as const;

export const embedSections: readonly Section[] = [script, pinned, links, corpus];

/** The content of the page, after its lead. */
export function Embed({ facts }: { readonly facts: EmbedFacts }): VNode {
  return (
    <>
      <Part section={script}>
        <p>
          Put this line into the head of each page. <a href="/owners#systems">For site owners</a> has recipes for
          MediaWiki, WordPress, static sites and nginx.
        </p>
        <Sample text={scriptLine(facts.latest)} />
        <p>
          <Prose
            text={
              'The script sends old links through `/r` of this service, also those that other scripts add later. It keeps ' +
              'the original link in `title`. It never changes web, mail or file links, and it leaves passwords out. Links ' +
              'inside shadow DOM and iframes are left alone.'
            }
          />
        </p>
        <Terms
          rows={[
            [
              <code>data-schemes</code>,
              <Prose text={`The schemes to rewrite, separated by spaces. Default: \`${facts.schemes}\`.`} />,
            ],
            [
              <code>data-mark</code>,
              <Prose text="Adds the class `waypost`, or the value of the attribute, to rewritten links." />,
            ],
            [<code>data-gateway</code>, 'The address of another Waypost, if you host a copy of the script.'],
          ]}
        />
        <p>
          <Prose text={`A Content-Security-Policy needs only \`script-src ${ORIGIN}/assets/\`.`} />
        </p>
      </Part>
      <Part section={pinned}>
        <p>The file of a version never changes, so the browser can check it:</p>
        <Sample text={pinnedLine(facts)} />
        <p>
          After an update, this service no longer has the old file. Host a copy of it if you pin it for good, and name
          this service in <code>data-gateway</code>.
        </p>
      </Part>
      <Part section={links}>
        <p>Without a script, put one of these addresses before the link:</p>
        <Sample text={`${ORIGIN}/r?url=gopher%3A%2F%2Fgopher.example%2F\n${ORIGIN}/u/gopher://gopher.example/`} />
        <p>
          <Prose text="Percent-encode the link after `/r?url=`. Append it unchanged after `/u/`." /> See{' '}
          <a href="/docs/open#redirect">the redirect</a> and <a href="/docs/open#redirectPath">its short form</a>.
        </p>
      </Part>
      <Part section={corpus}>
        <p>
          <Prose text="Send one link a line; the answers are lines in the same order. This needs a token and the program `jq`, and `links.txt` has one link on each line." />
        </p>
        <Sample
          text={
            `jq -R . links.txt |\n  curl -H "Authorization: Bearer $WAYPOST_TOKEN" \\\n` +
            `    -H 'Content-Type: application/x-ndjson' --data-binary @- ${ORIGIN}/v1/links |\n` +
            `  jq -r '.short // .detail'`
          }
        />
      </Part>
    </>
  );
}
