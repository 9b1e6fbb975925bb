import { setTimeout as sleep } from 'node:timers/promises';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { showFirst } from './use-call-query.ts';

const SLOW_RENDER_MS = 50;
const withoutStore = { defaultOptions: { queries: { gcTime: 0, staleTime: 0 } } };

test('a query shows its first data at once, keeps it through a slow render, and does not request it again', async () => {
	const client = new QueryClient(withoutStore);
	const queryFn = vi.fn(async () => 'requested');
	const query = { queryKey: ['offers'], queryFn };
	showFirst(client, query.queryKey, 'first');
	expect(new QueryObserver(client, query).getCurrentResult()).toMatchObject({ data: 'first', isFetching: false });
	await sleep(SLOW_RENDER_MS);
	const mounted = new QueryObserver(client, query);
	const stop = mounted.subscribe(() => {});
	expect(mounted.getCurrentResult().data).toBe('first');
	expect(queryFn).not.toHaveBeenCalled();
	stop();
});

test('first data replaces no loaded data, and is dropped with its page after the mount', async () => {
	vi.useFakeTimers();
	const client = new QueryClient(withoutStore);
	const query = { queryKey: ['offers'], enabled: false };
	const stop = new QueryObserver(client, query).subscribe(() => {});
	client.setQueryData(query.queryKey, 'loaded');
	showFirst(client, query.queryKey, 'first');
	expect(client.getQueryData(query.queryKey)).toBe('loaded');
	client.clear();
	showFirst(client, query.queryKey, 'first');
	const stopAnother = new QueryObserver(client, query).subscribe(() => {});
	await vi.advanceTimersByTimeAsync(10_000);
	expect(client.getQueryData(query.queryKey)).toBe('first');
	stop();
	stopAnother();
	await vi.advanceTimersByTimeAsync(10);
	expect(client.getQueryData(query.queryKey)).toBeUndefined();
	vi.useRealTimers();
});
