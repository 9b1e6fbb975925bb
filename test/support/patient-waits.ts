import { vi } from 'vitest';
import { WAIT_MS } from './wait-ms.ts';

/** Loaded before each file of tests: `vi.waitFor` gives up after {@link WAIT_MS}, unless a test says otherwise. */
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
	waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });
