/**
 * What the service does for programs: three doors on the front page, each with a request and its answer, which need no
 * script. A script changes them while somebody types.
 */
import type { ComponentChildren, VNode } from 'preact';
import type { Canonical } from '../../../src/index.ts';
import type { UrlVerdict } from '../../../src/webhooks/checks.ts';
import { LinkField } from '../parts/layout.tsx';
import {
  DOOR,
  DOOR_EXAMPLE,
  type DoorIds,
  quoted,
  resolveAnswer,
  resolveRequest,
  WEBHOOK_DOOR,
  webhookRequest,
} from './door-texts.ts';

export interface DoorsProps {
  /** The address of this service without a slash at the end. */
  readonly root: string;
  /** The short link of the example; `null` = this service makes none. */
  readonly short: { readonly url: Canonical; readonly slug: string } | null;
  /** Where `/r` leads from the example; `null` = nowhere. */
  readonly opens: string | null;
  /** On {@link UNSAFE}. */
  readonly verdict: Pick<UrlVerdict, 'failed' | 'valid'>;
}

/** A URL that must not be called. */
export const UNSAFE = 'https://0x7f.1/admin';

export function Doors({ root, short, opens, verdict: { failed, valid } }: DoorsProps): VNode {
  const example = DOOR_EXAMPLE;
  return (
    <section class="doors" id="programs" aria-labelledby="programs-title">
      <h2 id="programs-title">For programs</h2>
      <div>
        <Door title="Canonicalize" href="/docs/urls" more="Resolve and compare URLs">
          <form action="/v1/resolve">
            <label for={DOOR.field}>The canonical form of</label>
            <LinkField id={DOOR.field} value={example} />
            <input type="hidden" name="fields" value="canonical" />
          </form>
          <Exchange request={resolveRequest(root, example)} answer={resolveAnswer(example)} ids={DOOR} />
        </Door>
        <Door title="Short link" href={short === null ? '/docs/shortener' : '/links'} more={offerOf(short)}>
          <p>
            {short === null
              ? 'One address opens any old link. This service makes no short links.'
              : 'A link that lasts: its name is part of a hash of its target.'}
          </p>
          <Exchange {...(short === null ? redirectExchange(root, example, opens) : shortExchange(root, short))} />
        </Door>
        <Door title="Check a webhook URL" href="/docs/webhooks" more="Call webhooks safely">
          <form action="/inspect/webhook" method="post" class="with-button">
            <LinkField id={WEBHOOK_DOOR.field} aria-label="A URL to call" value={UNSAFE} />
            <button type="submit" class="quiet">
              Check
            </button>
          </form>
          <Exchange
            request={webhookRequest(root, UNSAFE)}
            answer={JSON.stringify({ failed, valid })}
            ids={WEBHOOK_DOOR}
          />
        </Door>
      </div>
    </section>
  );
}

const offerOf = (short: DoorsProps['short']): string => (short === null ? 'Run a shortener' : 'Your short links');

interface DoorProps {
  readonly title: string;
  readonly href: string;
  /** What the link offers. */
  readonly more: string;
  readonly children: ComponentChildren;
}

function Door({ title, href, more, children }: DoorProps): VNode {
  return (
    <article>
      <h3>{title}</h3>
      {children}
      <p>
        <a class="go" href={href}>
          {more}
        </a>
      </p>
    </article>
  );
}

interface ExchangeProps {
  readonly request: string;
  readonly answer: string;
  /** Of the field that it follows. Absent = it stays. */
  readonly ids?: DoorIds;
}

function Exchange({ request, answer, ids }: ExchangeProps): VNode {
  return (
    <>
      <pre>
        <code id={ids?.request}>{request}</code>
      </pre>
      <pre>
        <code id={ids?.answer}>{answer}</code>
      </pre>
    </>
  );
}

function shortExchange(root: string, { url, slug }: NonNullable<DoorsProps['short']>): ExchangeProps {
  return {
    request: `curl -H 'Authorization: Bearer YOUR-TOKEN' --json '${JSON.stringify({ url }).replaceAll("'", '%27')}' ${root}/v1/links`,
    answer: JSON.stringify({ slug, short: `${root}/${slug}` }),
  };
}

/** What works without short links. */
function redirectExchange(root: string, url: string, opens: string | null): ExchangeProps {
  return {
    request: `curl -o /dev/null -w '%{redirect_url}' '${root}/r?url=${quoted(url)}'`,
    answer: opens ?? '',
  };
}
