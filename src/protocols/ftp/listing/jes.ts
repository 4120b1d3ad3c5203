/**
 * The jobs of MVS and z/OS, after `SITE FILETYPE=JES`, at both levels of that interface. RETR takes the identifier of
 * a job.
 *
 * ```
 *   CURATOR1  JOB01906  OUTPUT    3 Spool Files
 *
 *   JOBNAME  JOBID    OWNER    STATUS CLASS
 *   CURATOR2 JOB01906 CURATOR  OUTPUT A        RC=0000 3 spool files
 * ```
 */
import { entryNamed, type LineParser } from './entry.ts';

export const JES_HEADING = /^[\t ]{0,9}JOBNAME[\t ]+JOBID[\t ]+OWNER[\t ]+STATUS[\t ]+CLASS[\t ]*$/i;

const LINE =
  /^[^\t ]{1,8}[\t ]+((?:JOB|STC|TSU)\d{5}|[JST]\d{7})[\t ]+(?:[^\t ]{1,8}[\t ]+)?(?:INPUT|ACTIVE|HELD|OUTPUT)(?:[\t ]|$)/;

export const parseJesLine: LineParser = (line) => {
  const name = LINE.exec(line)?.[1];
  return name === undefined ? undefined : entryNamed('file', name);
};
