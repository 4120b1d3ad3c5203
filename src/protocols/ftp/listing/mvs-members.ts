/**
 * The members of a partitioned data set of MVS and z/OS, with the statistics of ISPF, or with those of load modules.
 * A member without statistics is a bare name, which only a heading explains. Sizes are lines, or those in memory.
 *
 * ```
 *    Name     VV.MM   Created       Changed      Size  Init   Mod   Id
 *   README    01.03 1995/02/03 1995/02/03 04:05    11    11     0 CURATOR
 *   PLAIN
 *
 *    Name      Size     TTR   Alias-of AC --------- Attributes --------- Amode Rmode
 *   OPENMUS   000058   000009          00 FO             RN RU            31    ANY
 * ```
 */
import { numericDate } from './dates.ts';
import { entryNamed, type LineParser } from './entry.ts';

export const MEMBER_HEADING = /^[\t ]?Name[\t ]+(?:VV\.MM[\t ]+Created[\t ]|Size[\t ]+TTR[\t ])/i;

const STATISTICS =
  /^[\t ]*([^\t ]{1,80})[\t ]+\d\d\.\d\d[\t ]+\d{2,4}\/\d\d\/\d\d[\t ]+(\d{2,4})\/(\d\d)\/(\d\d)[\t ]+(\d\d:\d\d(?::\d\d)?)(?:[\t ]+\d{1,9}){3}(?:[\t ]+[^\t ]{1,8})?[\t ]*$/;
const LOAD_MODULE =
  /^[\t ]?([^\t ]{1,80})[\t ]+[\dA-F]{6,8}[\t ]+[\dA-F]{6}[\t ]+(?:[^\t ]{1,8}[\t ]+)?\d\d[\t ].*[\t ](?:ANY|24|31|64)[\t ]*$/s;

const NAME = '[\\t ]?([A-Z@#$][A-Z\\d@#$]{0,7})';
const LOAD_MODULE_BELOW = new RegExp(`^${NAME}[\\t ]+[\\dA-F]{6,8}[\\t ]+[\\dA-F]{6}[\\t ]`, 'i');
const BARE = new RegExp(`^${NAME}[\\t ]*$`, 'i');

export const parseMemberLine: LineParser = (line, _now, isBelow) => {
  const [, member, year = '', month = '', day = '', time] = STATISTICS.exec(line) ?? [];
  if (member !== undefined) return entryNamed('file', member, { modified: numericDate([month, day, year], '/', time) });
  const name = (LOAD_MODULE.exec(line) ?? (isBelow ? (LOAD_MODULE_BELOW.exec(line) ?? BARE.exec(line)) : null))?.[1];
  return name === undefined ? undefined : entryNamed('file', name);
};
