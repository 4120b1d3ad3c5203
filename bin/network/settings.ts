/** The settings of the gateways that the command line and the environment name. */

import { parseCnrpServices, parseNewsServer } from '../../src/net/configured-servers.ts';
import { parseDeadlines } from '../../src/net/deadlines.ts';
import type { OpenSettings } from '../../src/open/contract.ts';
import { UsageError } from '../options.ts';
import type { StandardStreams } from '../terminal.ts';
import type { GetRequest } from './contract.ts';

/**
 * The settings of a command line. `$NNTPSERVER`, which other readers of news use too, is the news server if no option
 * names one.
 *
 * @throws UsageError for a value that cannot be read
 */
export function settingsOf(
  { settings }: Pick<GetRequest, 'settings'>,
  { env }: Pick<StandardStreams, 'env'>,
): OpenSettings {
  const { DEADLINES = '', NEWS_SERVER, CNRP_SERVICES = '' } = settings;
  return {
    cnrpGeography: '',
    cnrpServices: parsed('--name-service', parseCnrpServices, CNRP_SERVICES),
    contact: null,
    deadlines: parsed('--deadlines', parseDeadlines, DEADLINES),
    newsLogin: null,
    newsServer:
      NEWS_SERVER === undefined
        ? parsed('NNTPSERVER', parseNewsServer, env.NNTPSERVER ?? '')
        : parsed('--news-server', parseNewsServer, NEWS_SERVER),
  };
}

/** @param parse - throws a TypeError for a text that it cannot read */
function parsed<Value>(option: string, parse: (text: string) => Value, text: string): Value {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`${option}: "${text}" cannot be read`) : error;
  }
}
