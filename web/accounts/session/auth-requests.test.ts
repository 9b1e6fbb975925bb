import { expect, onTestFinished, test, vi } from 'vitest';
import { createAuthRequests } from './auth-requests.ts';

// spec: 9.network
test('treats 30 s without a response as a network failure', async () => {
	const waitedMs: number[] = [];
	const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		waitedMs.push(ms);
		return AbortSignal.abort();
	});
	onTestFinished(() => timeout.mockRestore());
	const send: typeof fetch = async (_address, init) => {
		init?.signal?.throwIfAborted();
		return new Response();
	};
	await expect(createAuthRequests(send).accessToken()).rejects.toMatchObject({ code: 'auth/network-request-failed' });
	expect(waitedMs).toEqual([30_000]);
});
