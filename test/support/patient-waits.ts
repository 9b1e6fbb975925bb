import { vi } from 'vitest';
import { WAIT_MS } from './wait-ms.ts';

/** Default timeout of `vi.waitFor`. */
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
	waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });
