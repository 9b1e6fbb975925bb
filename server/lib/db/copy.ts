import { Readable } from 'node:stream';
import pg from 'pg';
import type { Session } from './database.ts';

const CHUNK_BYTES = 256 * 1024;

type Socket = {
	pause(): void;
	resume(): void;
	write(data: Buffer): boolean;
	once(event: 'drain', then: () => void): void;
};
type Connection = {
	stream: Socket;
	sendCopyFromChunk(chunk: Buffer): void;
	endCopyFrom(): void;
	sendCopyFail(reason: string): void;
};
const Query = pg.Query as unknown as new (
	text: string,
	done: (error?: Error) => void,
) => pg.Submittable & { handleCopyData?(message: { chunk: Buffer }, connection: Connection): void };

class CopyOut extends Query {
	onRow: (row: Buffer, connection: Connection) => void = () => {};

	override handleCopyData({ chunk }: { chunk: Buffer }, connection: Connection): void {
		this.onRow(chunk, connection);
	}
}

class CopyIn extends Query {
	onReady: (connection: Connection) => void = () => {};

	handleCopyInResponse(connection: Connection): void {
		this.onReady(connection);
	}
}

/** Source: "COPY Operations" in PostgreSQL's manual. @param onRow is called with each row and must not keep it. */
export function copyOut({ client }: Session, statement: string, onRow: (row: Buffer) => void): Readable {
	let socket: Socket | undefined;
	let rows: Buffer[] = [];
	let bytes = 0;
	const out = new Readable({
		read: () => socket?.resume(),
		destroy(error, done) {
			socket?.resume();
			done(error);
		},
	});
	function flush(): boolean {
		const chunk = Buffer.concat(rows, bytes);
		rows = [];
		bytes = 0;
		return out.destroyed || out.push(chunk);
	}
	const query = new CopyOut(statement, (error) => {
		if (error) return void out.destroy(error);
		flush();
		out.push(null);
	});
	query.onRow = (row, { stream }) => {
		socket = stream;
		onRow(row);
		rows.push(Buffer.from(row));
		bytes += row.length;
		if (bytes >= CHUNK_BYTES && !flush()) stream.pause();
	};
	client.query(query);
	return out;
}

/** Feeds `copy ... from stdin`. @throws errors of the contents or the database; then nothing is stored. */
export async function copyIn({ client }: Session, statement: string, contents: AsyncIterable<Buffer>): Promise<void> {
	let failure: unknown;
	async function feed(connection: Connection, isOver: () => boolean): Promise<void> {
		try {
			for await (const chunk of contents) {
				if (isOver()) return;
				connection.sendCopyFromChunk(chunk);
				await written(connection.stream);
			}
			connection.endCopyFrom();
		} catch (error) {
			failure = error;
			connection.sendCopyFail("couldn't read the contents");
		}
	}
	await new Promise<void>((resolve, reject) => {
		let isOver = false;
		const query = new CopyIn(statement, (error) => {
			isOver = true;
			if (error) reject(failure ?? error);
			else resolve();
		});
		query.onReady = (connection) => void feed(connection, () => isOver);
		client.query(query);
	});
}

function written(socket: Socket): Promise<void> | undefined {
	const { writableNeedDrain, destroyed } = socket as unknown as { writableNeedDrain: boolean; destroyed: boolean };
	if (!writableNeedDrain || destroyed) return undefined;
	return new Promise((resolve) => socket.once('drain', resolve));
}
