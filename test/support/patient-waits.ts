import { vi } from 'vitest';
import { WAIT_MS } from './wait-ms.ts';

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
	waitFor(callback, typeof options === 'number' ? options : { timeout: WAIT_MS, ...options });
