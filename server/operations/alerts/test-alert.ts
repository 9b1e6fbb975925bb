import type { Clock } from '../../lib/clock.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import type { Channel } from './channel.ts';
import { sendMessage } from './send-message.ts';

type Testing = { channels: readonly Channel[]; brand: string; clock: Clock; send?: SendRequest };

export async function testAlert({
	channels,
	brand,
	clock,
	send,
}: Testing): Promise<{ lines: string[]; isTaken: boolean }> {
	const message = { alert: 'test', atMs: clock.now() };
	const outcomes = await Promise.all(
		channels.map(async (channel) => {
			const delivery = { channel, brand, send };
			const failure =
				(await sendMessage(delivery, { ...message, state: 'firing', text: 'This is a test alert.' })) ??
				(await sendMessage(delivery, { ...message, state: 'over', text: 'Resolved: This is a test alert.' }));
			return { name: channel.name, failure };
		}),
	);
	return {
		lines: outcomes.map(
			({ name, failure }) => `Channel ${name}: ${failure === undefined ? 'delivered' : `NOT DELIVERED: ${failure}`}`,
		),
		isTaken: outcomes.every(({ failure }) => failure === undefined),
	};
}
