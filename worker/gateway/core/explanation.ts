/**
 * What is said of links that nothing here can open: what they are, and what it would take.
 */
import type { Resolution } from '../../../src/index.ts';
import type { Detail } from '../../pages/details.tsx';
import type { LinkKind } from './contract.ts';

export interface Explanation {
  /** What the link is. */
  readonly what: string;
  /** What would open it. */
  readonly needed: string;
  readonly details: readonly Detail[];
  readonly problem: 'no-gateway' | 'incomplete-link';
}

/** An explanation in words alone. */
const say = (what: string, needed: string, details: readonly Detail[] = []): Explanation => ({
  what,
  needed,
  details,
  problem: 'no-gateway',
});

const CLIENT =
  'A client for the protocol opens it. This service has no gateway for it, or its operator switched it off.';

type Explanations = { readonly [Kind in LinkKind]: (link: Extract<Resolution, { kind: Kind }>) => Explanation };

const explanations: Explanations = {
  gopher: ({ details }) =>
    say('An item in gopherspace.', CLIENT, [
      ['Item type', details.typeName === null ? details.type : `${details.type}, ${details.typeName}`],
      ['Selector', details.selector],
      ['Search', details.search],
    ]),
  ftp: ({ details }) =>
    say('A file or a directory of an FTP server.', CLIENT, [
      ['Directory', details.cwd.join('/')],
      ['Name', details.name],
    ]),
  news: ({ details }) =>
    say('A newsgroup or an article of netnews.', CLIENT, [
      ['Group', details.group],
      ['Message-id', details.messageId],
      ['Article', details.article],
    ]),
  terminal: ({ scheme, components, details }) =>
    say(
      'A session on another machine: a person types, and the machine answers.',
      `A terminal program opens it, such as the command “${scheme} ${components.host ?? ''} ${components.port ?? ''}”.`,
      [['Log in as', details.user]],
    ),
  wais: ({ details }) =>
    say(
      'A search of a full-text database, or a document found in one, by the protocol of WAIS (Z39.50 of 1988).',
      CLIENT,
      [
        ['Database', details.database],
        ['Search', details.search],
        ['Document type', details.wtype],
      ],
    ),
  prospero: ({ details }) =>
    say(
      'An object in the directories of the Prospero file system.',
      'A Prospero client opens it, over ARDP, which runs on UDP.',
      [
        ['Object', details.hsoname],
        ['Version', details.version],
        ...details.fields.map(({ name, value }): Detail => [name, value]),
      ],
    ),
  go: ({ details }) =>
    say('A common name, to be looked up by the Common Name Resolution Protocol.', CLIENT, [
      ['Common name', details.commonName],
      ['Server', details.server],
      ['Identifier', details.id],
      ...details.attributes.map(({ name, value }): Detail => [name, value]),
    ]),
  file: ({ details }) =>
    details.host === null
      ? say(
          'A file on the machine where the link is read.',
          'Only that machine has it: paste the link into its browser or file manager.',
          [['File', details.path]],
        )
      : say(
          'A file on another machine. The link names the machine, but no protocol to fetch the file by (RFC 8089 §3).',
          'A machine that has this host’s files mounted opens it. Some hosts also offer their files by FTP.',
          [
            ['Host', details.host],
            ['File', details.path],
          ],
        ),
  afs: ({ details }) =>
    say(
      'A file of the Andrew File System, a file system that spans organizations, its cells.',
      'A machine with an AFS client opens it: the file is below /afs, under the name of its cell.',
      [
        ['Cell', details.cell],
        ['Path', details.path],
        ['On such a machine', `/afs/${details.cell}${details.path}`],
      ],
    ),
  mailto: ({ details }) => say('A mail address.', 'A mail program opens it.', [['To', details.to.join(', ')]]),
  mid: ({ details }) =>
    details.messageId === null
      ? {
          ...say(
            'One part of a mail message. The link says which part, but not of which message: that is the one it stands in.',
            'The program that shows the message opens it.',
            [['Content-id', details.contentId]],
          ),
          problem: 'incomplete-link',
        }
      : say('A mail message.', 'A mail program that has the message opens it, or a news server.', [
          ['Message-id', details.messageId],
          ['Content-id', details.contentId],
        ]),
  http: () => say('A page of the Web.', 'A browser opens it.'),
  unknown: ({ scheme, details }) =>
    details.experimental
      ? say('A link of an experimental scheme, agreed on by those who use it.', 'Their own software opens it.')
      : say(
          `A link of the scheme “${scheme}”, of which nothing is known here.`,
          'A program that registered the scheme on your machine may open it.',
        ),
};

/**
 * What there is to say of a link that cannot be opened.
 *
 * @example
 * ```ts
 * explanationOf(explain('afs://andrew.cmu.edu/usr')).details; // [['Cell', 'andrew.cmu.edu'], …]
 * ```
 */
export function explanationOf<Kind extends LinkKind>(link: Extract<Resolution, { kind: Kind }>): Explanation {
  const kind: Kind = link.kind;
  const explain: Explanations[Kind] = explanations[kind];
  return explain(link);
}
