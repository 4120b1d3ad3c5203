/** The settings of the gateways that the command line and the environment name. */
import type { CheckSettings } from '../../worker/gateway/contract/check.ts';
import { parseDeadlines } from '../../worker/settings/deadlines.ts';
import { parseCnrpServices, parseNewsServer } from '../../worker/settings/gateways.ts';
import { UsageError } from '../options.ts';
import type { StandardStreams } from '../terminal.ts';
import type { GetRequest } from './contract.ts';

/** The option of each setting, and its parser, which throws a TypeError. */
const OPTIONS: Readonly<Record<string, readonly [option: string, parse: (text: string) => unknown]>> = {
  NEWS_SERVER: ['--news-server', parseNewsServer],
  CNRP_SERVICES: ['--name-service', parseCnrpServices],
  DEADLINES: ['--deadlines', parseDeadlines],
};

/**
 * The settings of a command line. `$NNTPSERVER`, which other readers of news use too, is the news server if no option
 * names one.
 *
 * @throws UsageError for a value that cannot be read
 */
export function settingsOf(
  { settings }: Pick<GetRequest, 'settings'>,
  { env }: Pick<StandardStreams, 'env'>,
): GetRequest['settings'] {
  for (const [key, value] of Object.entries(settings)) {
    const [option, parse] = OPTIONS[key] ?? [key, String];
    check(option, parse, value);
  }
  const server = env.NNTPSERVER ?? '';
  if (server === '' || settings.NEWS_SERVER !== undefined) return settings;
  check('NNTPSERVER', parseNewsServer, server);
  return { ...settings, NEWS_SERVER: server };
}

/** What checks need of the settings. */
export function checkSettings({ NEWS_SERVER, CNRP_SERVICES, DEADLINES }: GetRequest['settings']): CheckSettings {
  return {
    cnrpServices: parseCnrpServices(CNRP_SERVICES ?? ''),
    contact: null,
    deadlines: parseDeadlines(DEADLINES ?? null),
    newsLogin: null,
    newsServer: parseNewsServer(NEWS_SERVER ?? ''),
  };
}

function check(option: string, parse: (text: string) => unknown, value: string): void {
  try {
    parse(value);
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`${option}: "${value}" cannot be read`) : error;
  }
}
