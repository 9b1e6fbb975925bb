import { once } from 'node:events';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { wrongUser } from '../folders.ts';
import { reach, SOCKET_NAME } from './programs.ts';

const FOLDER = 'control';

/** Forwards connections of commands to PostgreSQL, for the lock's holder only. @returns a function that ends it */
export async function openControlSocket(dataDir: string, postgresFolder: string): Promise<() => Promise<void>> {
	const folder = join(dataDir, FOLDER);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await chmod(folder, 0o700);
	const { socketFolder, release } = reach(folder);
	const path = join(socketFolder, SOCKET_NAME);
	// A killed service leaves its socket file.
	await rm(path, { force: true });
	const open = new Set<Socket>();
	const server = createServer((command) => {
		const postgres = connect(join(postgresFolder, SOCKET_NAME));
		for (const [socket, other] of [[command, postgres] as const, [postgres, command] as const]) {
			open.add(socket);
			socket.on('error', () => {});
			socket.on('close', () => {
				open.delete(socket);
				other.destroy();
			});
			socket.pipe(other);
		}
	});
	await once(server.listen(path), 'listening');
	await chmod(path, 0o600);
	return async () => {
		const closed = new Promise((resolve) => server.close(resolve));
		for (const socket of open) socket.destroy();
		await closed;
		release();
	};
}

/** @returns the running service's socket folder. @throws StartProblem if this user may not open it */
export async function findControlSocket(dataDir: string): Promise<string | undefined> {
	try {
		const { socketFolder } = reach(join(dataDir, FOLDER));
		return (await isListening(socketFolder)) ? socketFolder : undefined;
	} catch (cause) {
		const { code } = cause as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
		throw code === 'EACCES' ? await wrongUser(dataDir, cause) : cause;
	}
}

/** Tries to connect, because only a living process accepts. This works across namespaces. */
export async function isListening(socketFolder: string): Promise<boolean> {
	const socket = connect(join(socketFolder, SOCKET_NAME));
	try {
		await once(socket, 'connect');
		return true;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		// A process that ends before it accepts resets the connection.
		if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return false;
		throw error;
	} finally {
		socket.destroy();
	}
}
