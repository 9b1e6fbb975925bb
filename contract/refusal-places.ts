import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './limits.ts';
import type { LocalizedMessage } from './localized-message.ts';

export const textKeyOf = (reason: string): string => `refusal_${reason.replaceAll(/\W/g, '_')}`;

type InWords = {
	amount: (robux: number) => string;
	wait: (seconds: number) => string;
	localize: (message: LocalizedMessage) => string;
};

export function placesOf(
	params: LocalizedMessage['params'] = {},
	{ amount, wait, localize }: InWords,
): Record<string, unknown> {
	const { balance, left, seconds, why, ...others } = params as {
		balance?: number;
		left?: number;
		seconds?: number;
		why?: LocalizedMessage;
	};
	return {
		...{ min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX },
		...others,
		...(balance !== undefined && { balance: amount(balance) }),
		...(left !== undefined && { left: amount(left) }),
		...(seconds !== undefined && { wait: wait(seconds) }),
		...(why !== undefined && { reason: localize(why) }),
	};
}

export function waitOf(seconds: number): { key: `wait_${'second' | 'minute'}${'' | 's'}`; count: number } {
	const [unit, count] =
		seconds < 90
			? (['second', Math.max(1, Math.ceil(seconds))] as const)
			: (['minute', Math.ceil(seconds / 60)] as const);
	return { key: `wait_${unit}${count === 1 ? '' : 's'}`, count };
}
