/**
 * What an administrator does with all short links of a service: moves them in, blocks and purges them, backs them up.
 */
import type { VNode } from 'preact';
import { Prose } from '../../pages/parts/shown-text.tsx';
import { Part, type Section } from './sections.tsx';

const moving = { id: 'move-in', title: 'Move short links in' } as const;
const abuse = { id: 'blocks', title: 'Block and purge short links' } as const;
const backup = { id: 'backup', title: 'Back up short links' } as const;

export const manageSections: readonly Section[] = [moving, abuse, backup];

/** The content of the page, after its lead. */
export function Manage(): VNode {
  return (
    <>
      <Part section={moving}>
        <p>
          <Prose text="An administrator imports the exports of YOURLS, bit.ly, Shlink, Kutt and Sink, and other CSV. The links keep their slugs, with case and length. Each line is answered, and a refused line says why." />{' '}
          See <a href="#importLinks">the import</a>.
        </p>
        <p>
          <Prose text="Before the first link, choose the number of stores: `LINK_SHARDS` is 16 by default, which is enough for ten million links. It never changes." />
        </p>
      </Part>
      <Part section={abuse}>
        <p>
          <Prose text="Block a link, a target, a host with every name below it, or an owner. A block takes effect everywhere within a minute. An administrator can also change and delete every link, and purge it: then only the slug is left." />{' '}
          See <a href="#addBlock">blocks</a> and <a href="/docs/shorten#deleteLink">deletion</a>.
        </p>
      </Part>
      <Part section={backup}>
        <p>
          <Prose text="An export has every link, one JSON object a line, and an import takes it back. Importing a link twice has no effect. An export that broke off goes on after its last slug." />{' '}
          See <a href="#exportLinks">the export</a> and <a href="#importLinks">the import</a>.
        </p>
        <p>
          <Prose text="`waypost publish` writes an export as pages for any web server, so that the links outlive the service." />
        </p>
      </Part>
    </>
  );
}
