/** What an operator sets: the settings, the variables of gateway templates, the lists of hosts and the limits. */
import type { ComponentChildren, VNode } from 'preact';
import { MAX_LENGTH } from '../../../src/index.ts';
import { protocolLimits } from '../../../src/protocols/limits.ts';
import { templateVariables } from '../../gateway/contract/template.ts';
import { LARGEST_ARRAY, MOST_ITEMS } from '../../http/batch.ts';
import { Prose } from '../../pages/parts/shown-text.tsx';
import { defaultDeadlines } from '../../settings/deadlines.ts';
import { limits } from '../../settings/limits.ts';
import { settingsTable } from '../../settings/settings.ts';
import { Sample } from './sample-view.tsx';
import { Part, type Section, Terms } from './sections.tsx';

const settings = { id: 'settings', title: 'Settings' } as const;
const gateways = { id: 'gateways', title: 'Choose gateways' } as const;
const egress = { id: 'egress', title: 'What the gateways may reach' } as const;
const hosts = { id: 'hosts', title: 'Lists of hosts' } as const;
const sizes = { id: 'limits', title: 'Limits' } as const;
const time = { id: 'deadlines', title: 'Deadlines' } as const;

export const operateSections: readonly Section[] = [settings, gateways, egress, hosts, sizes, time];

const code = (text: string): VNode => <code>{text}</code>;

/** The anchor of a setting. */
export const anchorOfSetting = (key: string): string => `setting-${key}`;

const KIB = 1024;

/** A number of octets, such as `64 KiB`. */
function octets(count: number): string {
  return count >= KIB * KIB ? `${count / KIB / KIB} MiB` : `${count / KIB} KiB`;
}

const number = new Intl.NumberFormat('en');

const LIMITS: readonly (readonly [what: string, limit: string])[] = [
  ['A URL, and its canonical form', octets(MAX_LENGTH)],
  ['A JSON array', `${number.format(MOST_ITEMS)} items, ${octets(LARGEST_ARRAY)}`],
  ['Lines of JSON', 'no limit'],
  ['A gopher menu', `${octets(protocolLimits.menu)}, ${number.format(protocolLimits.menuLines)} lines`],
  [
    'A directory listing, a list of articles or groups',
    `${octets(protocolLimits.listing)}, ${number.format(protocolLimits.listingEntries)} entries`,
  ],
  ['A text that is shown as a page', octets(limits.textPage)],
  ['A file', `${octets(limits.download)}, unless DOWNLOAD_CAP is set`],
  ['A filled-in form', octets(limits.form)],
];

/** What each deadline limits, with its key in `DEADLINES`. */
const DEADLINES: Readonly<Record<keyof typeof defaultDeadlines, string>> = {
  connect: 'Looking up the name and connecting. A TLS handshake gets the same time again.',
  first: 'From the request to the first octet of the reply.',
  idle: 'Between two octets of a reply.',
  total: 'A whole menu or page. A file that is being streamed only has to keep `idle`.',
  session: 'A terminal session without traffic.',
  longest: 'A terminal session as a whole.',
};

/** A duration in words. */
function duration(milliseconds: number | null): string {
  if (milliseconds === null) return 'no limit';
  const seconds = milliseconds / 1000;
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${seconds / 60} minutes` : `${seconds / 3600} hours`;
}

const HOSTS: readonly (readonly [entry: string, meaning: string])[] = [
  ['example.org', 'example.org and every name below it'],
  ['=example.org', 'example.org alone'],
  ['*.example.org', 'every name below example.org, but not example.org'],
  ['192.0.2.1', 'this address'],
  ['192.0.2.0/24', 'every address of the CIDR block'],
];

/** The content of the page, after its lead. */
export function Operate(): VNode {
  return (
    <>
      <Part section={settings}>
        <p>
          <Prose text="Set variables under `[vars]` in wrangler.toml, and secrets with `wrangler secret put`. On your own machine, both come from the environment. A wrong setting is reported when the service starts or answers its first request." />
        </p>
        <Terms
          rows={[...settingsTable].map(
            ([key, { kind, description }]): [ComponentChildren, ComponentChildren, string] => [
              <>
                {code(key)}
                <span class="qualifier">{kind}</span>
              </>,
              <Prose text={description} />,
              anchorOfSetting(key),
            ],
          )}
        />
      </Part>
      <Part section={gateways}>
        <p>
          <Prose text="`GATEWAYS` says for each scheme where its links open: `self`, `none`, or the RFC 6570 template of another gateway." />
        </p>
        <Sample text={'[vars.GATEWAYS]\ngopher = "https://gopher.floodgap.com/gopher/gw?a={url}"\ntelnet = "none"'} />
        <details>
          <summary>Variables of templates</summary>
          <Terms
            rows={Object.entries(templateVariables).map(([name, { about }]) => [code(name), <Prose text={about} />])}
          />
        </details>
      </Part>
      <Part section={egress}>
        <ul>
          <li>
            A gateway connects only to public addresses. It checks every DNS answer, and connects to the address that it
            checked.
          </li>
          <li>It uses the default port of the scheme, or a port from 1024 on that belongs to no other service.</li>
          <li>
            <Prose text="`EGRESS_ALLOW` permits single hosts and ports, for example in an intranet. `EGRESS_DENY` refuses hosts whose operators asked to be left alone." />
          </li>
          <li>
            <Prose text="`CLIENT_RATE` and `TARGET_RATE` limit the requests of one client, and to one server." />
          </li>
        </ul>
      </Part>
      <Part section={hosts}>
        <p>
          <Prose text="`REDIRECT_HOSTS`, `EGRESS_DENY`, `EGRESS_ALLOW` (before the port) and the webhook policy take the same entries:" />
        </p>
        <Terms rows={HOSTS.map(([entry, meaning]) => [code(entry), meaning])} />
      </Part>
      <Part section={sizes}>
        <Terms rows={LIMITS} />
      </Part>
      <Part section={time}>
        <p>
          <Prose text="Change them with `DEADLINES`, such as `first=30s, session=1h`. The defaults:" />
        </p>
        <Terms
          rows={Object.entries(defaultDeadlines).map(([name, value]) => [
            code(name),
            <>
              <Prose text={`${duration(value)}.`} />{' '}
              <Prose text={Object.entries(DEADLINES).find(([key]) => key === name)?.[1] ?? ''} />
            </>,
          ])}
        />
      </Part>
    </>
  );
}
