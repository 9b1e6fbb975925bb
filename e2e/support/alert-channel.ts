import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type AlertMessage = { alert: string; state: 'firing' | 'over'; text: string };

export async function openAlertChannel(): Promise<{ setting: string; heard: readonly AlertMessage[] }> {
	const heard: AlertMessage[] = [];
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const piece of request) body += piece;
		heard.push(JSON.parse(body));
		response.writeHead(204).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	server.unref();
	const { port } = server.address() as AddressInfo;
	return { setting: `https://alerts.example/hook?origin=http://127.0.0.1:${port}`, heard };
}
