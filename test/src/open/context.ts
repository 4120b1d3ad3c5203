/** What openers get in tests: a link, and a context in which nothing is wanted that a test does not name. */
import { explain } from '../../../src/index.ts';
import { defaultDeadlines } from '../../../src/net/deadlines.ts';
import type { CheckNetwork, Link, LinkKind, OpenContext, OpenSettings } from '../../../src/open/contract.ts';
import { Memory } from '../../../src/open/memory.ts';
import type { AnyOpened } from '../../../src/open/opened.ts';
import { RobotsRules } from '../../../src/open/robots-rules.ts';

/** A link, which must be of this kind. */
export function linkOf<Kind extends LinkKind>(kind: Kind, url: string): Link<Kind> {
  const link = explain(url, { complete: true });
  if (!isOfKind(link, kind)) throw new TypeError(`${url} is no ${kind} link`);
  return link;
}

function isOfKind<Kind extends LinkKind>(link: Link, kind: Kind): link is Link<Kind> {
  return link.kind === kind;
}

export const SETTINGS: OpenSettings = {
  deadlines: defaultDeadlines,
  contact: null,
  cnrpServices: [],
  cnrpGeography: '',
  newsServer: null,
  newsLogin: null,
  newsArchive: null,
};

/** A context with these members. Without `connect`, no server may be reached. */
export function contextOf(members: Partial<OpenContext & CheckNetwork>): OpenContext & CheckNetwork {
  return {
    settings: SETTINGS,
    signal: new AbortController().signal,
    userAgent: 'test/1',
    robots: new RobotsRules(),
    connect: () => Promise.reject(new TypeError('nothing may be reached')),
    askProspero: () => Promise.reject(new TypeError('no Prospero server may be asked')),
    judgeServer() {},
    resolveServer: () => Promise.resolve(),
    wants: 'values',
    isBrief: false,
    charset: null,
    languages: [],
    options: {},
    credentials: null,
    form: [],
    robot: null,
    memory: new Memory(),
    ...members,
  };
}

/** Narrows what was opened to one shape. */
export function shaped<Shape extends AnyOpened['shape']>(
  opened: AnyOpened,
  shape: Shape,
): Extract<AnyOpened, { shape: Shape }> {
  if (!isShaped(opened, shape)) throw new TypeError(`not ${shape}, but ${opened.shape}`);
  return opened;
}

function isShaped<Shape extends AnyOpened['shape']>(
  opened: AnyOpened,
  shape: Shape,
): opened is Extract<AnyOpened, { shape: Shape }> {
  return opened.shape === shape;
}
