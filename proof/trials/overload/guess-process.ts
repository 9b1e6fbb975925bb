import { type HttpConnection, openHttpConnection } from '../../bench/credits/http-connection.ts';
import { answerParent } from '../../bench/lib/child-process.ts';

export type GuessInput = {
	port: number;
	seconds: number;
	connections: number;
	/** Addresses for `X-Forwarded-For`, used in turn. */
	networks: string[];
	victims: string[];
};

export type GuessCalls = { guess: { input: GuessInput; result: Record<string, number> } };

answerParent<GuessCalls>({ guess }, async () => {});

/** Each connection sends its next wrong password as soon as it has a response. */
async function guess({ port, seconds, connections, networks, victims }: GuessInput): Promise<Record<string, number>> {
	const answers: Record<string, number> = {};
	const endsAt = performance.now() + seconds * 1_000;
	let next = 0;

	async function use(first: HttpConnection): Promise<void> {
		let connection = first;
		while (performance.now() < endsAt) {
			const n = next++;
			// Half of the addresses have an account.
			const email = n % 2 ? victims[(n >> 1) % victims.length] : `guess-${n}@example.com`;
			const header = `X-Forwarded-For: ${networks[n % networks.length]}`;
			const body = JSON.stringify({ email, password: `wrong horse battery ${n}` });
			const status = await connection.request({ path: '/auth/sign-in/email', header, body }).then(
				(answer) => String(answer.status),
				(error: Error) => error.message,
			);
			answers[status] = (answers[status] ?? 0) + 1;
			if (!/^\d+$/.test(status)) connection = await openHttpConnection(port);
		}
		connection.end();
	}

	const opened = await Promise.all(Array.from({ length: connections }, () => openHttpConnection(port)));
	await Promise.all(opened.map(use));
	return answers;
}
