/**
 * `npm run relay`: runs the relay of the Prospero gateway. Settings come from the environment: the secret, where to
 * listen, and the egress policy as the Worker has it.
 */
import { parseArgs } from 'node:util';
import { parseEgressPolicy } from '../../src/egress/policy.ts';
import { startRelay } from './relay.ts';

const USAGE = `PROSPERO_RELAY_SECRET=… npm run relay -- [--host 127.0.0.1] [--port 1526]

Then set PROSPERO_RELAY of the Worker to the address of the relay, and PROSPERO_RELAY_SECRET to the same secret.
EGRESS_ALLOW, EGRESS_DENY and EGRESS_DENY_PORTS mean what they mean to the Worker.
`;

const { values: args } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '1526' },
    help: { type: 'boolean', default: false },
  },
});

if (args.help) {
  console.log(USAGE);
} else if (!process.env.PROSPERO_RELAY_SECRET) {
  console.error(`PROSPERO_RELAY_SECRET is not set.\n\n${USAGE}`);
  process.exitCode = 1;
} else {
  const relay = await startRelay({
    secret: process.env.PROSPERO_RELAY_SECRET,
    policy: parseEgressPolicy(process.env),
    host: args.host,
    port: Number(args.port),
  });
  console.log(`The relay is at ${relay.origin}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void relay.close());
}
