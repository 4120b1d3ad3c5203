/**
 * What the CNRP gateway costs: an answer of 1 MiB, the largest that it reads, as a page and as JSON in bare workerd.
 * Only Linux tells the processor time.
 */
import { createServer } from 'node:http';
import { cpuOf } from '../processes.ts';
import { document, result, service } from '../servers/cnrp/answers.ts';
import { built } from '../worker/built.ts';
import { startWorkerd } from '../worker/workerd.ts';
import { median, memoryOf } from './download.ts';
import { figure, type Table } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const MIB = 1024 * 1024;
const FORMATS = ['html', 'json'] as const;

/** An answer of exactly 1 MiB with as many results as fit. */
function largestAnswer(): { readonly octets: Buffer; readonly results: number } {
  const results: string[] = [];
  const name = (at: number) => ({
    ...{ commonName: `Name ${at}`, id: String(at), uri: `http://host${at}.example/` },
    ...{ description: 'All that a service says of a name. '.repeat(20), properties: [] },
  });
  const octetsOf = (): Buffer => Buffer.from(document(service('http://127.0.0.1/'), ...results));
  let left = MIB - octetsOf().length;
  for (;;) {
    const next = result(name(results.length), results.length);
    // A line feed separates two results.
    if (next.length + 1 > left) break;
    results.push(next);
    left -= next.length + 1;
  }
  return { octets: Buffer.concat([octetsOf(), Buffer.alloc(left, '\n')]), results: results.length };
}

/** Measures both formats, in turns. */
export async function benchCnrp(): Promise<Table> {
  const { octets, results } = largestAnswer();
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'Content-Type': 'text/xml' }).end(octets));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const vars = { LOG: 'off', EGRESS_ALLOW: `127.0.0.1:${port}` };
  const { pid, ports, close } = await startWorkerd({ waypost: { path: (await built()).module, vars } });
  const link = encodeURIComponent(`go://127.0.0.1:${port}?name`);
  const measured = FORMATS.map((format) => ({ format, milliseconds: [] as number[], cpu: [] as number[] }));
  const before = memoryOf(pid, 'VmRSS');
  try {
    for (let round = -2; round < ROUNDS; round++) {
      for (const { format, milliseconds, cpu } of measured) {
        const started = performance.now();
        const used = cpuOf(pid);
        const response = await fetch(`http://127.0.0.1:${ports.get('waypost')}/open?url=${link}&format=${format}`);
        const text = await response.text();
        if (!text.includes(`Name ${results - 1}`)) throw new Error(`${response.status}: ${text.slice(0, 300)}`);
        if (round < 0) continue;
        milliseconds.push(performance.now() - started);
        cpu.push((cpuOf(pid) - used) / 1000);
      }
    }
    return {
      about: `An answer of a CNRP service of 1 MiB, with ${results.toLocaleString('en')} results: medians.`,
      head: ['view', 'ms', 'CPU, ms', 'memory before and at most, MiB'],
      rows: measured.map(({ format, milliseconds, cpu }) => [
        ...[format, figure(median(milliseconds)), figure(median(cpu))],
        `${before.toFixed(0)}, ${memoryOf(pid, 'VmHWM').toFixed(0)}`,
      ]),
    };
  } finally {
    close();
    server.close();
  }
}
