/** What this machine has that not every machine has. A test without it is skipped, and the report says so. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Whether `::1` exists. Containers often lack it. */
export const hasIpv6: boolean = await canListen('::1');

async function canListen(host: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(0, host);
    await once(server, 'listening');
    server.close();
    return true;
  } catch {
    return false;
  }
}
