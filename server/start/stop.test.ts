import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { bearer } from '../../test/sites/json-client.ts';
import { openTestProduct } from '../../test/sites/product.ts';
import { openSockets } from '../../test/support/raw-sockets.ts';
import { usersOf } from '../../test/support/users.ts';
import { createApp } from '../app/app.ts';

const { product } = openTestProduct();
const { readyToWithdraw } = usersOf(product);
let app: FastifyInstance;
const open = openSockets(() => app.server);

test('shutdown completes despite closed streams, unread streams and idle connections', async () => {
	const user = await readyToWithdraw(50);
	app = await createApp(product().deps);
	await app.listen({ host: '127.0.0.1', port: 0 });
	const { port } = app.server.address() as AddressInfo;
	const live = `/data/users/${user.uid}/live`;
	const authorization = bearer(user.accessToken);

	const left = await fetch(`http://127.0.0.1:${port}${live}`, { headers: authorization });
	const sockets = [
		'',
		`GET ${live} HTTP/1.1\r\n`,
		`GET ${live} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization.authorization}\r\n\r\n`,
	].map((text) => {
		const socket = open();
		if (text) socket.write(text);
		return socket;
	});
	await Promise.all(sockets.map((socket) => once(socket, 'connect')));
	await user.call('processWithdrawal', user.request);
	await user.untilPaid();
	await left.body?.cancel();

	await app.close();
});
