/** Expensive octets of a hostile server: time grows no faster than their number. */
import { describe, it } from 'vitest';
import { Telnet } from '../../../../src/protocols/telnet/telnet.ts';
import { Terminal3270 } from '../../../../src/protocols/tn3270/terminal.ts';
import { expectLinear } from '../../growth.ts';
import { data3270 } from '../tn3270/streams.ts';
import { hex } from './cuts.ts';

/** Octets of about a size: a beginning, and a part again and again. */
function repeated(beginning: string, part: string, size: number): Uint8Array {
  const [first, again] = [hex(beginning), hex(part)];
  const octets = new Uint8Array(first.length + Math.floor((size - first.length) / again.length) * again.length);
  octets.set(first);
  for (let at = first.length; at < octets.length; at += again.length) octets.set(again, at);
  return octets;
}

describe('records for the display', () => {
  it.each([
    ['Program Tab without an unprotected field', '7ec2', '05'],
    ['Erase Unprotected to Address over the whole screen', '7ec2', '124040'],
    ['Repeat to Address over the whole screen', '7ec2', '3c4040c1'],
    ['fields', '7ec2', '1d41'],
    ['erasures in structured fields', 'f3', '000540006f'],
    ['writes that reset what is modified', 'f3', '00064000f1c3'],
    ['reads in structured fields', 'f3', '00050100f2'],
  ])('%s', (_what, beginning, part) => {
    expectLinear(4096, (size) => {
      const record = data3270(repeated(beginning, part, size));
      return () => new Terminal3270({ model: 5, page: 37 }).receive(record);
    });
  });
});

describe('octets for telnet', () => {
  it.each([
    ['255 doubled', '', 'ffff'],
    ['CR NUL', '', '0d00'],
    ['NULs', '', '00'],
    ['changes of an option', '', 'fffb03fffc03'],
    ['questions for the terminal', 'fffd18', 'fffa1801fff0'],
    ['a subnegotiation without end', 'fffa18', '01'],
  ])('%s', (_what, beginning, part) => {
    expectLinear(400_000, (size) => {
      const octets = repeated(beginning, part, size);
      return () => new Telnet({ columns: 80, rows: 24 }).receive(octets.slice());
    });
  });
});
