import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../../lib/jobs/semaphores.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
import { isFirebaseHash, storedKeyOf } from './firebase-scrypt.ts';
import type { HashJob } from './hash-thread.ts';

export type PasswordHashing = {
	hash(password: string): Promise<string>;
	verify(attempt: { hash: string; password: string }): Promise<boolean>;
};

export const HASH_THREADS = Math.max(1, availableParallelism() >> 1);
const THREAD = new URL('./hash-thread.ts', import.meta.url);

export function createHashPool(): PasswordHashing & { close(): Promise<void> } {
	const turns = createSemaphore(HASH_THREADS);
	const threads = new Set<Worker>();
	const idle: Worker[] = [];

	function start(): Worker {
		const thread = new Worker(THREAD);
		threads.add(thread);
		thread.once('exit', () => threads.delete(thread));
		return thread;
	}

	function keyOf(job: HashJob): Promise<string> {
		return turns.run(async () => {
			const last = idle.pop();
			const thread = last && threads.has(last) ? last : start();
			const key = await answerOf(thread, job);
			idle.push(thread);
			return key;
		});
	}

	return {
		async hash(password) {
			const salt = randomBytes(16).toString('hex');
			return `${salt}:${await keyOf({ password, salt })}`;
		},
		async verify({ hash, password }) {
			if (isFirebaseHash(hash)) return isSameText(storedKeyOf(hash), await keyOf({ password, imported: hash }));
			const [salt, stored] = hash.split(':');
			if (!salt || !stored) throw new Error('the stored hash is invalid');
			return isSameText(stored, await keyOf({ password, salt }));
		},
		async close() {
			await Promise.all([...threads].map((thread) => thread.terminate()));
		},
	};
}

async function answerOf(thread: Worker, job: HashJob): Promise<string> {
	const over = new AbortController();
	const ended = once(thread, 'exit', over).then(() => {
		throw new Error('the hashing thread ended');
	});
	// An idle thread must not keep a command running.
	thread.ref();
	thread.postMessage(job);
	try {
		const [key] = await Promise.race([once(thread, 'message', over), ended]);
		return key;
	} finally {
		thread.unref();
		over.abort();
	}
}
