import { scryptSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';

export type HashJob = { password: string; salt: string };

const KEY_BYTES = 64;
const N = 16_384;
const R = 16;

/** Synchronous: the asynchronous form uses libuv's threads. */
parentPort?.on('message', ({ password, salt }: HashJob) => {
	const key = scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, { N, r: R, p: 1, maxmem: 256 * N * R });
	parentPort?.postMessage(key.toString('hex'));
});
