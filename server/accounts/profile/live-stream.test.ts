import { CallError } from '../../../contract/errors.ts';
import { quietLog } from '../../../test/sites/identity-site.ts';
import { createLiveStreams, openLiveStream } from './live-streams.ts';

const document = { avatar_url: null, roblox_username: null, role: null, robux: 0, last_access: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
	const stream = openLiveStream({
		uid: 'user',
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

test('a comment every 25 s keeps a quiet stream open until it closes', async () => {
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

test('a closed stream with a stalled reader is destroyed after a second', async () => {
	const { stream } = open();
	await vi.advanceTimersByTimeAsync(1_000);
	stream.output.removeAllListeners('data');
	stream.output.pause();
	stream.refresh();
	stream.close();
	await vi.advanceTimersByTimeAsync(900);
	expect(stream.output.destroyed).toBe(false);
	await vi.advanceTimersByTimeAsync(200);
	expect(stream.output.destroyed).toBe(true);
});

test('no stream opens after closeAll', () => {
	const streams = createLiveStreams({
		db: undefined as never,
		log: quietLog(),
		live: { subscribe: () => () => {} },
		listLiveSessions: async () => [],
	});
	streams.closeAll();
	const open = () => streams.open({ uid: 'user', sessionId: 'session' }, { lastEventId: undefined, sources: [] });
	expect(open).toThrow(CallError);
});
