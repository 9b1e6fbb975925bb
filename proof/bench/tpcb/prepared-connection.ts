import type { Socket } from 'node:net';
import pg from 'pg';

/** Minimal, because driver CPU would slow TPC-B. */
export type PreparedConnection = {
	execute(statement: string, parameters: readonly number[]): Promise<void>;
	end(): void;
};

const READY_FOR_QUERY = 'Z'.charCodeAt(0);
const ERROR_RESPONSE = 'E'.charCodeAt(0);
const READY_LENGTH = 6;

/** @param statements SQL by name; the server infers parameter types. */
export async function openPreparedConnection(
	url: string,
	statements: Readonly<Record<string, string>>,
): Promise<PreparedConnection> {
	const client = new pg.Client({ connectionString: url });
	client.on('error', () => {});
	await client.connect();

	// Raw protocol from here, as in libpq's PQsendQueryPrepared.
	const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
	socket.removeAllListeners('data');
	let settle: ((error?: Error) => void) | undefined;
	socket.on('data', (chunk: Buffer) => {
		if (chunk[0] === ERROR_RESPONSE) settle?.(new Error(`the server refused: ${chunk.toString('latin1')}`));
		else if (chunk[chunk.length - READY_LENGTH] === READY_FOR_QUERY) settle?.();
	});
	const send = (messages: Buffer) =>
		new Promise<void>((resolve, reject) => {
			settle = (error) => (error ? reject(error) : resolve());
			socket.write(messages);
		});
	for (const [name, text] of Object.entries(statements)) await send(prepareMessages(name, text));
	return {
		execute: (statement, parameters) => send(executeMessages(statement, parameters)),
		end: () => socket.destroy(),
	};
}

function prepareMessages(name: string, text: string): Buffer {
	const content = Buffer.from(`${name}\0${text}\0\0\0`, 'latin1');
	const head = Buffer.from('P\0\0\0\0', 'latin1');
	head.writeInt32BE(content.length + 4, 1);
	return Buffer.concat([head, content, SYNC]);
}

function executeMessages(statement: string, parameters: readonly number[]): Buffer {
	const texts = parameters.map(String);
	const bindLength = 4 + 1 + statement.length + 1 + 2 + 2 + texts.reduce((sum, text) => sum + 4 + text.length, 0) + 2;
	const buffer = Buffer.allocUnsafe(1 + bindLength + DESCRIBE_EXECUTE_SYNC.length);
	let at = buffer.write('B', 0, 'latin1');
	at = buffer.writeInt32BE(bindLength, at);
	at = buffer.writeUInt8(0, at);
	at += buffer.write(statement, at, 'latin1');
	at = buffer.writeUInt8(0, at);
	at = buffer.writeInt16BE(0, at);
	at = buffer.writeInt16BE(texts.length, at);
	for (const text of texts) {
		at = buffer.writeInt32BE(text.length, at);
		at += buffer.write(text, at, 'latin1');
	}
	at = buffer.writeInt16BE(0, at);
	DESCRIBE_EXECUTE_SYNC.copy(buffer, at);
	return buffer;
}

const SYNC = Buffer.from('S\0\0\0\x04', 'latin1');
const DESCRIBE_EXECUTE_SYNC = Buffer.concat([
	Buffer.from('D\0\0\0\x06P\0', 'latin1'),
	Buffer.from('E\0\0\0\x09\0\0\0\0\0', 'latin1'),
	SYNC,
]);
