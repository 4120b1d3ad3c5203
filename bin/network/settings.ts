/** The settings of the gateways that the command line and the environment name. */

import { parseCnrpServices, parseNewsArchive, parseNewsServer } from '../../src/net/configured-servers.ts';
import { parseDeadlines } from '../../src/net/deadlines.ts';
import type { NewsArchiveSetting, OpenSettings } from '../../src/open/contract.ts';
import { folderSource } from '../archive-folder.ts';
import type { StandardStreams } from '../terminal.ts';
import { UsageError } from '../usage/usage-error.ts';
import type { SettingOptions } from './contract.ts';

/**
 * The settings of a command line. `$NNTPSERVER`, which other readers of news use too, is the news server if no option
 * names one, and `$NEWS_ARCHIVE` the archive.
 *
 * @throws UsageError for a value that cannot be read
 */
export function settingsOf(
  { newsServer, newsArchive, nameService, deadlines }: SettingOptions,
  { env }: Pick<StandardStreams, 'env'>,
): OpenSettings {
  return {
    cnrpGeography: '',
    cnrpServices: parsed('--name-service', parseCnrpServices, nameService ?? ''),
    contact: null,
    deadlines: parsed('--deadlines', parseDeadlines, deadlines ?? ''),
    newsArchive:
      newsArchive === null
        ? archiveAt('NEWS_ARCHIVE', env.NEWS_ARCHIVE ?? '')
        : archiveAt('--news-archive', newsArchive),
    newsLogin: null,
    newsServer:
      newsServer === null
        ? parsed('NNTPSERVER', parseNewsServer, env.NNTPSERVER ?? '')
        : parsed('--news-server', parseNewsServer, newsServer),
  };
}

function archiveAt(option: string, text: string): NewsArchiveSetting | null {
  const place = parsed(option, parseNewsArchive, text);
  return place?.kind === 'folder' ? { kind: 'files', source: folderSource(place.path) } : place;
}

/** @param parse - throws a TypeError for a text that it cannot read */
function parsed<Value>(option: string, parse: (text: string) => Value, text: string): Value {
  try {
    return parse(text);
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`${option}: "${text}" cannot be read`) : error;
  }
}
