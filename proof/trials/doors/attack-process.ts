import http from 'node:http';
import { answerParent } from '../../bench/lib/child-process.ts';

export type AttackInput = {
	port: number;
	connections: number;
	seconds: number;
	/** Which take turns, as a proxy in front of the product tells them. */
	addresses: readonly string[];
};
export type AttackResult = { answers: Record<string, number> };
export type AttackCalls = { attack: { input: AttackInput; result: AttackResult } };

answerParent<AttackCalls>({ attack }, async () => {});

/** Each connection posts a wrong code for a new password as soon as the last one is answered. */
async function attack({ port, connections, seconds, addresses }: AttackInput): Promise<AttackResult> {
	const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
	const answers: Record<string, number> = {};
	const endsAt = performance.now() + seconds * 1000;
	let sent = 0;

	async function post(): Promise<void> {
		const n = sent++;
		const body = JSON.stringify({ code: String(n).padStart(43, 'x'), password: `a wrong staple ${n}` });
		const headers = {
			'content-type': 'application/json',
			'content-length': Buffer.byteLength(body),
			'x-forwarded-for': addresses[n % addresses.length] as string,
		};
		const status = await new Promise<string>((resolve) => {
			const options = { host: '127.0.0.1', port, path: '/auth/reset-password', method: 'POST', headers, agent };
			const asking = http.request(options, (response) => {
				response.resume().on('end', () => resolve(String(response.statusCode)));
			});
			asking.on('error', (error) => resolve(error.message)).end(body);
		});
		answers[status] = (answers[status] ?? 0) + 1;
	}

	await Promise.all(
		Array.from({ length: connections }, async () => {
			while (performance.now() < endsAt) await post();
		}),
	);
	agent.destroy();
	return { answers };
}
