import type { HttpConnection } from '../../bench/credits/http-connection.ts';
import { answerParent } from '../../bench/lib/child-process.ts';
import { keepSending, type Pace } from './keep-sending.ts';

export type GuessInput = Pace & { networks: string[]; victims: string[] };

export type GuessCalls = { guess: { input: GuessInput; result: Record<string, number> } };

answerParent<GuessCalls>({ guess }, async () => {});

async function guess({ networks, victims, ...pace }: GuessInput): Promise<Record<string, number>> {
	const answers: Record<string, number> = {};
	let next = 0;

	async function send(connection: HttpConnection): Promise<boolean> {
		const n = next++;
		const email = n % 2 ? victims[(n >> 1) % victims.length] : `guess-${n}@example.com`;
		const header = `X-Forwarded-For: ${networks[n % networks.length]}`;
		const body = JSON.stringify({ email, password: `wrong horse battery ${n}` });
		const status = await connection.request({ path: '/auth/sign-in/email', header, body }).then(
			(answer) => String(answer.status),
			(error: Error) => error.message,
		);
		answers[status] = (answers[status] ?? 0) + 1;
		return /^\d+$/.test(status);
	}

	await keepSending(pace, send);
	return answers;
}
