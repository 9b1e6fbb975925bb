import type { AccessTokenAnswer, AccountAnswer } from '../../../contract/accounts/identity.ts';
import { NOTICES_SHOWN } from '../../../contract/limits.ts';
import type { Start } from '../../../contract/site/start.ts';

export type StartAnswer = AccessTokenAnswer & { account: AccountAnswer; start: Start | null };

const FRESH_MS = 10_000;
const SHARED_MS = 500;

let answers = new Map<string, unknown>();
let start: Start | null = null;
let untilMs = 0;

/** Answers that arrived before the page's own requests. Each is used once. */
export const firstData = {
	keep(answer: StartAnswer): void {
		({ start } = answer);
		const { page, limits, notices } = start ?? {};
		const read = Object.entries(page ?? {}).map(
			([name, { payload, result }]) => [keyOf(name, payload), result] as const,
		);
		answers = new Map<string, unknown>([
			...read,
			['account', answer.account],
			[keyOf('getWithdrawLimits', null), limits],
			[keyOf('getNotices', { limit: NOTICES_SHOWN }), notices],
		]);
		untilMs = Date.now() + FRESH_MS;
	},
	/** Drops everything unless it belongs to this user. @returns the start for the user's document */
	continueFor(uid: string | undefined): Start | null {
		if (start?.user.uid === uid) return start;
		start = null;
		answers.clear();
		return null;
	},
	take<Answer>(name: string, payload?: unknown): Answer | undefined {
		const key = payload === undefined ? name : keyOf(name, payload);
		const answer = Date.now() < untilMs ? answers.get(key) : undefined;
		const kept = answers;
		const use = () => kept.delete(key);
		// Parts of an admin page mount one after another.
		if (name.startsWith('admin')) setTimeout(use, SHARED_MS);
		else use();
		return answer as Answer | undefined;
	},
};

function keyOf(name: string, payload: unknown): string {
	const fields = Object.entries(payload ?? {}).filter(([, value]) => value !== undefined && value !== null);
	return name + JSON.stringify(fields.toSorted());
}
