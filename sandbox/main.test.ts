import { fork } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

const main = join(import.meta.dirname, 'main.ts');

function start(port: number) {
	const child = fork(main, { env: { ...process.env, SANDBOX_PORT: String(port) }, silent: true });
	let errors = '';
	child.stderr?.on('data', (piece) => {
		errors += piece;
	});
	const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
	return { child, ended, errors: () => errors };
}

test('the sandbox reports when it is ready, and exits when its parent is gone', async () => {
	const { child, ended } = start(0);
	expect(await new Promise((resolve) => child.once('message', resolve))).toBe('ready');
	child.disconnect();
	expect(await ended).toBe(0);
});

test('a port in use gives a one-line error and exit code 1', async () => {
	const busy = createServer();
	await new Promise<void>((resolve) => busy.listen(0, 'localhost', resolve));
	const { port } = busy.address() as AddressInfo;
	const { ended, errors } = start(port);
	expect(await ended).toBe(1);
	expect(errors().trim()).toBe(
		`The sandbox can't start: port ${port} is in use. Stop the program that uses it, or set SANDBOX_PORT to a free port.`,
	);
	busy.close();
});
