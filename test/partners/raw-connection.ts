import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';

export type RawAnswer = { statuses: number[]; body: string };

const ANSWER_WITHIN_MS = 30_000;
const NOTHING_MORE_AFTER_MS = 2_000;

export function createRawConnection(port: number) {
	let connection: Socket | undefined;

	async function connect(): Promise<Socket> {
		const socket = createConnection({ port, host: 'localhost', noDelay: true });
		await once(socket, 'connect');
		socket.on('error', () => {});
		return socket;
	}

	async function send(text: string, isLast: boolean): Promise<RawAnswer> {
		const socket = connection && !connection.destroyed && connection.writable && !isLast ? connection : await connect();
		socket.write(Buffer.from(text, 'latin1'));
		const { answer, isOpen } = await (isLast ? readAll(socket) : readOne(socket));
		if (isLast || !isOpen) socket.destroy();
		else connection = socket;
		return answer;
	}

	return { send, close: () => connection?.destroy() };
}

type Read = { answer: RawAnswer; isOpen: boolean };

function readOne(socket: Socket): Promise<Read> {
	return read(socket, (all) => {
		const text = all.replace(/^HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/, '');
		const end = text.indexOf('\r\n\r\n');
		if (end < 0) return undefined;
		const head = text.slice(0, end);
		const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
		const body = text.slice(end + 4);
		if (body.length < length) return undefined;
		return { answer: { statuses: statusesOf(head), body: body.slice(0, length) }, isOpen: !isClosing(head) };
	});
}

const readAll = (socket: Socket): Promise<Read> => read(socket, () => undefined);

function read(socket: Socket, complete: (text: string) => Read | undefined): Promise<Read> {
	return new Promise((resolve, reject) => {
		let text = '';
		let quiet: NodeJS.Timeout | undefined;
		const late = setTimeout(() => end(() => reject(new Error('no answer'))), ANSWER_WITHIN_MS);
		const wholeText = (): Read => ({ answer: { statuses: statusesOf(text), body: text }, isOpen: false });
		const onData = (chunk: Buffer) => {
			text += chunk.toString('latin1');
			const found = complete(text);
			if (found) end(() => resolve(found));
			else {
				clearTimeout(quiet);
				quiet = setTimeout(() => end(() => resolve(wholeText())), NOTHING_MORE_AFTER_MS);
			}
		};
		const onClose = () => end(() => resolve(wholeText()));
		function end(settle: () => void) {
			clearTimeout(late);
			clearTimeout(quiet);
			socket.off('data', onData).off('close', onClose);
			settle();
		}
		socket.on('data', onData).on('close', onClose);
	});
}

function isClosing(head: string): boolean {
	return /^connection: close/im.test(head) || /^HTTP\/1\.1 (400|431).*^content-type: application\/json/ims.test(head);
}

function statusesOf(text: string): number[] {
	return [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status));
}
