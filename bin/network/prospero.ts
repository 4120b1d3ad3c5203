/**
 * Opens Prospero links, and asks Prospero servers by UDP. Their hosts are canonicalized, and judged by the policy of
 * the network, as by the relay.
 */
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { Deadline, timedOut } from '../../src/net/deadline.ts';
import { resolverOf } from '../../src/net/peer.ts';
import { latin1Of, octetsOfLatin1 } from '../../src/octets/octets.ts';
import { askByDatagrams } from '../../src/open/prospero/ask.ts';
import { questionOf } from '../../src/open/prospero/question.ts';
import { archieSearch } from '../../src/protocols/prospero/archie.ts';
import { GIVEN_UP } from '../../src/protocols/prospero/ardp.ts';
import { type AskProspero, findObject } from '../../src/protocols/prospero/client.ts';
import {
  decodeFile,
  describeFile,
  directoryJson,
  fileJson,
  listingOf,
  listingOfOther,
  type ProsperoListing,
  requestedObject,
} from '../../worker/gateway/prospero/entries.ts';
import { type Network, policyOf } from './network.ts';
import { directoryLines, type OpenContext, type Opened, values, withoutEnd } from './opened.ts';

export async function openProspero(context: OpenContext<'prospero'>): Promise<Opened> {
  const { resolution, askProspero, format } = context;
  const place = requestedObject(resolution);
  // A search for nothing finds nothing.
  if (archieSearch(resolution.details.hsoname)?.words === '') return listed(context, { entries: [], unmerged: [] });
  const object = await findObject(askProspero, place);
  switch (object.kind) {
    case 'directory': {
      const { text, answer } = object.found;
      if (format === 'raw')
        return { kind: 'file', mediaType: 'text/plain; charset=utf-8', octets: [octetsOfLatin1(text)] };
      return listed(context, await listingOf(context, answer.links));
    }
    case 'file': {
      const octets = octetsOfLatin1(object.contents);
      if (format === 'raw')
        return { kind: 'file', mediaType: describeFile(context, octets).mediaType, octets: [octets] };
      const file = decodeFile(context, octets);
      return values(fileJson(context, file), [withoutEnd(file.text)]);
    }
    case 'other':
      return listed(context, await listingOfOther(context, object));
  }
}

function listed(context: OpenContext<'prospero'>, listing: ProsperoListing): Opened {
  const entries = listing.entries.map(({ bytes, type, ...entry }) => {
    return { ...entry, size: bytes, isDirectory: type === 'directory' };
  });
  return values(directoryJson(context, listing), directoryLines(entries));
}

const systemResolver = resolverOf(lookup);

/** Asks servers of this network, until the signal aborts. */
export const udpTransport =
  (network: Network, signal: AbortSignal): AskProspero =>
  async (...asked) => {
    const platform = { policy: policyOf(network), resolve: systemResolver, createSocket, listen: network.listen };
    const deadline = new Deadline(GIVEN_UP, timedOut('total'), signal);
    try {
      return latin1Of(await askByDatagrams(questionOf(...asked), platform, deadline.signal));
    } finally {
      deadline.end();
    }
  };
