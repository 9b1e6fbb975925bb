import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Overloaded } from '../jobs/batcher.ts';
import { createSemaphore, type Semaphore } from '../jobs/semaphores.ts';

export type PictureShape = { side: number; fit: 'inside' | 'cover' };
export type PictureRequest = PictureShape & { bytes: Uint8Array };
export type PictureMade = { bytes: Uint8Array } | { problem: string };

export class PictureRefused extends Error {
	override readonly name = 'PictureRefused';
}

export type PictureRemaker = ReturnType<typeof createPictureRemaker>;

const PROGRAM = join(import.meta.dirname, 'picture-process.ts');
const HEAP_MB = 64;
const MEMORY_KB = 900_000;
const TIME_MS = 5_000;
const IDLE_MS = 30_000;
const WAITING_MAX = 50;
const WAITING_OF_USER_MAX = 5;

/** Re-encodes pictures in a child process with limits. Only one per user is queued, so that no user fills the queue. */
export function createPictureRemaker() {
	const turns = createSemaphore(1);
	const turnsOf = new Map<string, Semaphore>();
	let child: ChildProcess | undefined;
	let idle: NodeJS.Timeout | undefined;

	function end(): void {
		clearTimeout(idle);
		child?.kill('SIGKILL');
		child = undefined;
	}

	function childOfNow(): ChildProcess {
		if (child) return child;
		const started = start();
		started.once('exit', () => {
			if (child === started) child = undefined;
		});
		child = started;
		return started;
	}

	async function remakeNow(request: PictureRequest): Promise<Buffer> {
		clearTimeout(idle);
		const made = await answerOf(childOfNow(), request).catch((error) => {
			end();
			throw error;
		});
		idle = setTimeout(end, IDLE_MS).unref();
		if ('problem' in made) throw new PictureRefused(made.problem);
		return Buffer.from(made.bytes);
	}

	async function remakeInTurn(request: PictureRequest): Promise<Buffer> {
		if (turns.waiting() >= WAITING_MAX) throw new Overloaded();
		return turns.run(() => remakeNow(request));
	}

	return {
		/**
		 * `by` is the user who sent the picture.
		 * @throws PictureRefused for an unsupported or invalid picture, Overloaded if the queue is full.
		 */
		async remake(bytes: Buffer, shape: PictureShape, by?: string) {
			const request = { bytes, ...shape };
			if (by === undefined) return remakeInTurn(request);
			const own = turnsOf.get(by) ?? createSemaphore(1);
			turnsOf.set(by, own);
			if (own.waiting() >= WAITING_OF_USER_MAX) throw new Overloaded();
			return own
				.run(() => remakeInTurn(request))
				.finally(() => {
					if (own.isIdle()) turnsOf.delete(by);
				});
		},
		close: end,
	};
}

function start(): ChildProcess {
	const heap = `--max-old-space-size=${HEAP_MB}`;
	const limiting = ['-c', `ulimit -d ${MEMORY_KB}; exec "$@"`, 'sh', process.execPath, heap];
	const limited = { execPath: '/bin/sh', execArgv: limiting };
	const child = fork(PROGRAM, [], {
		...(process.platform === 'win32' ? { execArgv: [heap] } : limited),
		// Keeps secrets out of the child. More arenas would hold freed memory until the limit refuses the next picture.
		env: { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' },
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		serialization: 'advanced',
	});
	child.unref();
	child.channel?.unref();
	return child;
}

function answerOf(child: ChildProcess, request: PictureRequest): Promise<PictureMade> {
	return new Promise((resolve, reject) => {
		const refuse = (problem: string) => settle(() => reject(new PictureRefused(problem)));
		const timer = setTimeout(() => refuse('decoding took too long'), TIME_MS);
		const onEnd = () => refuse('the decoding process exited');
		const onMessage = (made: unknown) => settle(() => resolve(made as PictureMade));
		function settle(how: () => void): void {
			clearTimeout(timer);
			child.off('exit', onEnd).off('error', onEnd).off('message', onMessage);
			how();
		}
		child.once('exit', onEnd).once('error', onEnd).once('message', onMessage);
		child.send(request, (error) => error && onEnd());
	});
}
