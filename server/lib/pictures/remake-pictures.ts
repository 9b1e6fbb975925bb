import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Overloaded } from '../jobs/batcher.ts';
import { createSemaphore } from '../jobs/semaphore.ts';

export type PictureShape = { side: number; fit: 'inside' | 'cover' };
export type PictureRequest = PictureShape & { bytes: Uint8Array };
export type PictureMade = { bytes: Uint8Array } | { problem: string };

export class PictureRefused extends Error {
	override readonly name = 'PictureRefused';
}

export type PictureRemaker = {
	/** @throws PictureRefused for an unsupported or invalid picture, Overloaded if the queue is full. */
	remake(bytes: Buffer, shape: PictureShape): Promise<Buffer>;
	close(): void;
};

const PROGRAM = join(import.meta.dirname, 'picture-process.ts');
const HEAP_MB = 64;
const MEMORY_KB = 900_000;
const TIME_MS = 5_000;
const IDLE_MS = 30_000;
const WAITING_MAX = 50;

/** Re-encodes pictures one at a time in a child process with memory and time limits. */
export function createPictureRemaker(): PictureRemaker {
	const turns = createSemaphore(1);
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

	return {
		async remake(bytes, shape) {
			if (turns.waiting() >= WAITING_MAX) throw new Overloaded();
			return turns.run(() => remakeNow({ bytes, ...shape }));
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
		// Keeps secrets out of the child.
		env: {},
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
