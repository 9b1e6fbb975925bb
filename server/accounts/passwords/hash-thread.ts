import { scryptSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { firebaseKeyOf } from './firebase-scrypt.ts';

export type HashJob = { password: string } & ({ salt: string } | { imported: string });

const KEY_BYTES = 64;
const N = 16_384;
const R = 16;

/** Synchronous: the asynchronous form uses libuv's threads. */
parentPort?.on('message', (job: HashJob) => {
	parentPort?.postMessage('imported' in job ? firebaseKeyOf(job.imported, job.password) : ownKeyOf(job));
});

function ownKeyOf({ password, salt }: { password: string; salt: string }): string {
	return scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, { N, r: R, p: 1, maxmem: 256 * N * R }).toString(
		'hex',
	);
}
