/**
 * Asks Prospero servers for directories, files and other objects. It asks version 1 where a server knows no later one,
 * and follows servers that forward their clients.
 */
import { type Ask, hsonameOf, type ProsperoDetails } from '../../schemes/prospero/request.ts';
import { ProsperoError, type ProtocolVersion } from '../../schemes/prospero/tokens.ts';

import { protocolLimits } from '../limits.ts';
import { ProtocolError } from '../protocol-error.ts';
import {
  contentsOf,
  type ObjectPlace,
  type ProsperoAnswer,
  type ProsperoLink,
  parseAnswer,
  refusalError,
} from './links.ts';

/**
 * Asks the server of an object one question by UDP, or through a relay.
 *
 * Servers name other servers. Whoever makes this function must canonicalize the host and judge it by its policy before
 * anything is sent.
 *
 * @param object - may be from the answer of another server
 * @returns the answer, one character for each octet
 * @throws ProtocolError; or an error of the caller's own, such as that of a policy
 */
export type AskProspero = (object: ObjectPlace, ask: Ask, version: ProtocolVersion) => Promise<string>;

/** What is read of a link, such as the resolution of `explain`. */
interface ProsperoUrl {
  readonly components: { readonly host: string | null; readonly port: number | null; readonly path: string };
  readonly details: Pick<ProsperoDetails, 'version'>;
}

/**
 * The object that a link names.
 *
 * @throws ProtocolError `invalid-request` if the link names no server
 */
export function linkedObject({ components: { host, port, path }, details: { version } }: ProsperoUrl): ObjectPlace {
  if (host === null) throw new ProtocolError('invalid-request', 'The link does not say which server.');
  return { host, port, hsoname: hsonameOf(path), version };
}

export interface Found {
  readonly answer: ProsperoAnswer;
  /** As the server sent it, one character for each octet. */
  readonly text: string;
  /** Where the object is: at the server that answered. */
  readonly object: ObjectPlace;
}

/**
 * Looks up an object.
 *
 * @throws ProtocolError `malformed` for an answer that cannot be parsed, or servers that forward their clients in
 *   circles
 */
export async function lookUp(askProspero: AskProspero, object: ObjectPlace, ask: Ask): Promise<Found> {
  let asked = object;
  for (let forwards = 0; forwards <= protocolLimits.prosperoForwards; forwards++) {
    let found = await askIn(5, askProspero, asked, ask);
    if (found.answer.refusal?.kind === 'version') found = await askIn(1, askProspero, asked, ask);
    if (found.answer.forwarded === null) return found;
    asked = found.answer.forwarded;
  }
  throw new ProtocolError('malformed', 'The servers forward the request in a loop.');
}

async function askIn(
  version: ProtocolVersion,
  askProspero: AskProspero,
  object: ObjectPlace,
  ask: Ask,
): Promise<Found> {
  const text = await askProspero(object, ask, version);
  try {
    return { text, answer: parseAnswer(text, version), object };
  } catch (error) {
    if (!(error instanceof ProsperoError)) throw error;
    throw new ProtocolError('malformed', error.message);
  }
}

/** What an object is. */
export type FoundObject =
  | { readonly kind: 'directory'; readonly found: Found }
  /** The contents have one character for each octet. */
  | { readonly kind: 'file'; readonly contents: string }
  /** An object whose contents the server does not give. Its attributes may say which other servers have them. */
  | { readonly kind: 'other'; readonly link: ProsperoLink; readonly refusal: ProtocolError };

/**
 * Finds out what an object is: a directory, or else a file, or else something that other servers may have.
 *
 * @throws ProtocolError as the server refuses
 */
export async function findObject(askProspero: AskProspero, object: ObjectPlace): Promise<FoundObject> {
  const found = await lookUp(askProspero, object, 'list');
  const { refusal } = found.answer;
  if (refusal === null) return { kind: 'directory', found };
  if (refusal.kind !== 'not-a-directory') throw refusalError(refusal);
  const file = (await lookUp(askProspero, found.object, 'contents')).answer;
  const contents = file.refusal === null ? contentsOf(file.attributes) : null;
  if (contents !== null) return { kind: 'file', contents };
  const { answer, object: place } = await lookUp(askProspero, found.object, 'object');
  const error = refusalError(file.refusal ?? refusal);
  if (answer.refusal !== null) throw error;
  const link = { ...place, kind: 'link', type: 'FILE', name: lastName(place), attributes: answer.attributes } as const;
  return { kind: 'other', link, refusal: error };
}

/** The last part of the name of an object; `file` if it has none. */
export function lastName({ hsoname }: Pick<ObjectPlace, 'hsoname'>): string {
  return /([^/]+)\/?$/.exec(hsoname)?.[1] ?? 'file';
}

/** The links of a directory, with those of the directories that belong into it. */
export interface MergedLinks {
  readonly links: readonly ProsperoLink[];
  readonly unmerged: readonly UnmergedLink[];
}

/** A directory that belongs into another one, and that was not read. */
export interface UnmergedLink {
  readonly link: ProsperoLink;
  /** What the question about it ended with; `null` = it was not asked, as there are too many. */
  readonly error: unknown;
}

/** Replaces the links of the kind `union` by what is in their directories. Unions in these are left out. */
export async function mergeUnions(askProspero: AskProspero, links: readonly ProsperoLink[]): Promise<MergedLinks> {
  const unions = links.filter(({ kind }) => kind === 'union');
  const asked = unions.slice(0, protocolLimits.prosperoUnions);
  const results = await Promise.allSettled(asked.map((union) => linksOfUnion(askProspero, union)));
  return {
    links: [
      ...links.filter(({ kind }) => kind === 'link'),
      ...results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])),
    ],
    unmerged: unions.flatMap((link, index) => {
      const result = results[index];
      return result?.status === 'fulfilled' ? [] : [{ link, error: result?.reason ?? null }];
    }),
  };
}

async function linksOfUnion(askProspero: AskProspero, union: ProsperoLink): Promise<readonly ProsperoLink[]> {
  const { refusal, links } = (await lookUp(askProspero, union, 'list')).answer;
  if (refusal !== null) throw refusalError(refusal);
  return links.filter(({ kind }) => kind === 'link');
}
