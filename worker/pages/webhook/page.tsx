/** A page to try one webhook URL: the verdict in words, what failed first. It needs no script. */
import type { VNode } from 'preact';
import { shellQuoted } from '../../../src/schemes/sentence-parts.ts';
import type { Check, UrlVerdict } from '../../../src/webhooks/checks.ts';
import { Details } from '../parts/details.tsx';
import { LinkField, type Page } from '../parts/layout.tsx';
import { breakable } from '../parts/shown-text.tsx';

/** What the page shows of a verdict. */
interface ShownVerdict extends UrlVerdict {
  readonly addresses: readonly { readonly address: string }[] | null;
}

interface WebhookPageProps {
  /** The address of this service without a slash at the end. */
  readonly root: string;
  /** `null` = nobody has asked yet. */
  readonly verdict: ShownVerdict | null;
}

const FIELD = 'webhook';
const HINT = 'webhook-hint';

/** URLs to try: a right one, and three that attackers send. */
const EXAMPLES = [
  'https://hooks.example.com/in',
  'http://localhost:8080/',
  'https://0x7f.1/admin',
  'https://169.254.169.254/latest/meta-data/',
];

export function webhookPage({ root, verdict }: WebhookPageProps): Page {
  return {
    title: 'Check a webhook URL',
    section: 'programs',
    openField: false,
    preview: { description: DESCRIPTION, root },
    content: (
      <>
        <p class="lead">{DESCRIPTION}</p>
        {/* The URL may have a password or a token: by POST, it stays out of the address, the history and logs. */}
        <form class="link-form" method="post" action="/inspect/webhook">
          <label for={FIELD}>A URL that somebody wants you to call</label>
          <LinkField id={FIELD} value={verdict?.input ?? ''} placeholder="https://" aria-describedby={HINT} />
          <p class="aside" id={HINT}>
            Waypost looks up the name of the host. It sends nothing to the URL itself.
          </p>
          <p class="buttons">
            <button type="submit">Check</button>
          </p>
        </form>
        {verdict === null ? <Examples /> : <Verdict verdict={verdict} />}
        <Programs url={verdict?.input ?? EXAMPLES[0] ?? ''} root={root} />
      </>
    ),
  };
}

const DESCRIPTION =
  'Before your server calls a URL that a stranger typed in, find out whether it is safe to call, and if not, why.';

/** The page with a verdict on a URL. */
const webhookHref = (url: string): string => `/inspect/webhook?url=${encodeURIComponent(url)}`;

function Examples(): VNode {
  return (
    <section>
      <h2>Try one of these</h2>
      <ul class="link-list">
        {EXAMPLES.map((url) => (
          <li>
            <a href={webhookHref(url)}>
              <code>{url}</code>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a verdict means for whoever would call the URL. */
export function verdictInWords({ valid, failed }: Pick<UrlVerdict, 'valid' | 'failed'>): string {
  if (valid === false) return 'Do not call this URL';
  if (valid === null) return 'Waypost cannot tell whether you may call this URL';
  return failed.length === 0 ? 'You may call this URL' : 'You may call this URL, with care';
}

function Verdict({ verdict }: { readonly verdict: ShownVerdict }): VNode {
  const { checks, canonical, addresses } = verdict;
  const withResult = (pass: boolean | null) => checks.filter((check) => check.pass === pass);
  const undecided = withResult(null).filter(({ undetermined }) => undetermined !== null);
  const isOpen = undecided.length === 0 && withResult(false).length === 0;
  return (
    <section>
      <h2>{verdictInWords(verdict)}</h2>
      <Checks title="What failed" checks={withResult(false)} />
      <Checks title="What is not known" checks={undecided} />
      <Details
        rows={[
          ['Canonical form', canonical === null ? null : <code>{breakable(canonical)}</code>],
          ['Addresses', addresses?.map(({ address }) => address).join(', ') ?? null],
        ]}
      />
      <details open={isOpen}>
        <summary>What passed</summary>
        <Checks title={null} checks={withResult(true)} />
      </details>
    </section>
  );
}

function Checks({ title, checks }: { readonly title: string | null; readonly checks: readonly Check[] }): VNode | null {
  if (checks.length === 0) return null;
  return (
    <>
      {title !== null && <h3>{title}</h3>}
      <dl class="details">
        {checks.map(({ id, severity, detail, advice, pass }) => (
          <div>
            <dt>
              <code>{id}</code>
            </dt>
            <dd>
              {pass === false && severity === 'warning' && 'A warning: '}
              {detail}
              {advice !== null && (
                <>
                  <br />
                  {advice}
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Programs({ url, root }: { readonly url: string; readonly root: string }): VNode {
  return (
    <section class="recipe">
      <h2>For programs</h2>
      <pre>
        <code>{`curl --json ${shellQuoted(JSON.stringify({ url }))} '${root}/v1/validate'`}</code>
      </pre>
      <p>
        The page <a href="/docs/webhooks">Webhooks</a> explains the checks, the policy that you can send, and a{' '}
        <code>fetch</code> that is safe for such URLs.
      </p>
    </section>
  );
}
