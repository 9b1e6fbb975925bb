import type { Clock } from '../../lib/clock.ts';
import type { AskOutside } from '../../lib/http/outbound.ts';
import type { Channel } from './channel.ts';
import { sendTold } from './send-told.ts';

type Testing = { channels: readonly Channel[]; brand: string; clock: Clock; ask?: AskOutside };

/** @returns one line per channel. */
export async function testAlert({
	channels,
	brand,
	clock,
	ask,
}: Testing): Promise<{ lines: string[]; isTaken: boolean }> {
	const told = { alert: 'test', atMs: clock.now() };
	const outcomes = await Promise.all(
		channels.map(async (channel) => {
			const send = { channel, brand, ask };
			const why =
				(await sendTold(send, { ...told, state: 'firing', text: 'This is a test alert.' })) ??
				(await sendTold(send, { ...told, state: 'over', text: 'Resolved: This is a test alert.' }));
			return { name: channel.name, why };
		}),
	);
	return {
		lines: outcomes.map(
			({ name, why }) => `Channel ${name}: ${why === undefined ? 'delivered' : `NOT DELIVERED: ${why}`}`,
		),
		isTaken: outcomes.every(({ why }) => why === undefined),
	};
}
