/** `npm run test:servers`: the gateways with the real servers that `install.sh` provides. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/real/**/*.test.ts'],
    globalSetup: 'test/worker/global-setup.ts',
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Each file has servers of its own on free ports, and waits for them most of the time.
    maxWorkers: 3,
  },
});
