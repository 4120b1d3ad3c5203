/** Blocks of targets, hosts and owners, as the API and exports have them. */

import * as v from 'valibot';
import { faultOfHostEntry } from '../../src/egress/host-list.ts';
import { explain } from '../../src/index.ts';
import { BLOCK_KINDS, targetKey, type WideBlock } from '../../src/links/blocks.ts';
import { OWNER } from '../../src/links/record.ts';
import { RequestError } from '../errors/request-error.ts';
import { text } from '../http/parameters.ts';
import { readUrlParameter } from '../http/query.ts';
import { parameterFault } from '../http/schema.ts';
import { Reason, time } from './link.ts';

/** The parameters that name a block. */
export const BlockName = v.object({
  kind: v.pipe(
    v.picklist(BLOCK_KINDS, 'must be target, host or owner'),
    v.metadata({ description: 'What is blocked.', examples: ['host'] }),
  ),
  value: text('A URL, an entry of a list of hosts, or the name of an owner.', { examples: ['example.org'] }),
});

/** A new block. */
export const NewBlock = v.strictObject({ ...BlockName.entries, reason: Reason });

/** A block that covers more than one link. Its value is as `blockedValue` returns it. */
export const LinkBlock = v.strictObject({
  ...NewBlock.entries,
  at: time('The start of the block.'),
}) satisfies v.GenericSchema<unknown, WideBlock>;

/** A block in an export. */
export const BlockLine = v.strictObject({ block: LinkBlock });

/** The value of a block, as it is compared. */
export function blockedValue({ kind, value }: Pick<WideBlock, 'kind' | 'value'>): string {
  if (kind === 'target') return targetKey(readUrlParameter(explain, 'value', value, {}).canonical);
  const fault = kind === 'host' ? faultOfHostEntry(value, 'url') : OWNER.test(value) ? null : 'must be a name';
  if (fault === null) return kind === 'host' ? value.toLowerCase() : value;
  throw new RequestError('invalid-parameter', [parameterFault('parameter-invalid', 'value', `\`value\` ${fault}.`)]);
}
