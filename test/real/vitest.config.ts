/** `npm run test:servers`: the gateways with the real servers that `install.sh` provides. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { authorityPath } from '../servers/certificates.ts';

export default defineConfig({
  test: {
    name: 'real',
    reporters: ['default', join(import.meta.dirname, '../reporter.ts')],
    include: ['test/real/**/*.test.ts'],
    // The runtime trusts the certificates of the test servers. It reads this variable when it is loaded.
    env: { NODE_EXTRA_CA_CERTS: authorityPath },
    globalSetup: 'test/worker/global-setup.ts',
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Each file has its own servers on free ports, and waits for them most of the time.
    maxWorkers: 3,
  },
});
