import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quietLog } from '../../test/identity-site.ts';
import { openLiveStream } from './live-stream.ts';

const document = { avatar_url: null, roblox_username: null, role: null, robux: 0, last_access: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
	const stream = openLiveStream({
		uid: 'somebody',
		log: quietLog(),
		reached: {},
		sources: [],
		readDocument: async () => document,
	});
	let text = '';
	stream.output.on('data', (chunk) => {
		text += chunk;
	});
	return { stream, text: () => text };
}

test('a comment every 25 s keeps a quiet stream open, until it is closed', async () => {
	const { stream, text } = open();
	await vi.advanceTimersByTimeAsync(24_900);
	expect(text()).not.toContain(': still here');
	await vi.advanceTimersByTimeAsync(200);
	expect(text().match(/^: still here$/gm)).toHaveLength(1);
	await vi.advanceTimersByTimeAsync(50_000);
	expect(text().match(/^: still here$/gm)).toHaveLength(3);
	stream.close();
	await vi.advanceTimersByTimeAsync(60_000);
	expect(text().match(/^: still here$/gm)).toHaveLength(3);
});
