/**
 * `yaz-client`, a client for Z39.50 of 1995, with the WAIS test server: it must fail as it does with a WAIS server,
 * because the two protocols share a name and not their messages.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startWais } from '../servers/wais.ts';

const PROGRAM = '/usr/bin/yaz-client';

interface Session {
  readonly output: string;
  readonly status: number | null;
}

/** What the client prints for these commands. */
async function runYaz(commands: readonly string[], address: string): Promise<Session> {
  const client = spawn(PROGRAM, [address], { stdio: ['pipe', 'pipe', 'pipe'], timeout: 20_000 });
  let output = '';
  for (const stream of [client.stdout, client.stderr]) stream.on('data', (octets: Buffer) => (output += octets));
  client.stdin.on('error', () => {});
  client.stdin.end(`${commands.join('\n')}\n`);
  const [status] = await once(client, 'exit');
  return { output, status };
}

/** The tag of an InitializeRequest in ASN.1 (Z39.50-1995 appendix 3). */
const INIT_OF_1995 = 0xb4;

test.skipIf(!existsSync(PROGRAM))('yaz-client opens no session with a WAIS server', async () => {
  const server = await startWais();
  const { output, status } = await runYaz(['find wais', 'quit'], `tcp:127.0.0.1:${server.port}/history`);
  expect(output).toContain('Sent initrequest.');
  expect(output).toMatch(/Target closed connection|Not connected/);
  expect(output).not.toMatch(/accepted by v\d target|Number of hits/i);
  expect(status).toBe(0);
  expect(server.log[0]?.octets[0]).toBe(INIT_OF_1995);
  await server.close();
});
