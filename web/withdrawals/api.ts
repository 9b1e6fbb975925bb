import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Game } from '../../contract/accounts/profiles.ts';
import type { CallPayload, CallResult } from '../../contract/calls.ts';
import type { PayoutMethod, WithdrawHistoryItem } from '../../contract/withdrawals/withdrawals.ts';
import { onApplicationEvent } from '../lib/application-events.ts';
import { useCall, useDataClient, useLiveEvent, useReadAccount } from '../lib/calls/clients.tsx';
import { reasonOf } from '../lib/calls/refusal.ts';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { refetchQuery, takeLive } from '../lib/refetch-query.ts';
import { useWindowEvent } from '../lib/use-window-event.ts';
import { m } from '../texts/messages.js';
import { showToast } from '../ui/toast.tsx';
import { LATEST_ORDER, WITHDRAW_HISTORY, WITHDRAW_LIMITS } from './query-keys.ts';

const LIMITS_REFRESH_MS = 30_000;
const LIMITS_FRESH_MS = 5_000;
const PLATFORM_USER_FRESH_MS = 5 * 60_000;
/** Returning to the tab fires two events; the second one must not reload. */
const GAMES_FRESH_MS = 5_000;
const PAUSE = 'pause';

export type Games =
	| { kind: 'loading' }
	| { kind: 'failed'; message: string; retry: () => void }
	| { kind: 'ready'; games: Game[]; isReloading: boolean; reload: () => void };

/** Reloads when the profile changes or the user returns. @param username null while unknown. */
export function useGames(username: string | null): Games {
	const queries = useQueryClient();
	const user = useCallQuery(
		'getRobloxUser',
		{ username: username ?? '' },
		{
			queryKey: ['platform', 'user', username],
			enabled: username !== null,
			staleTime: PLATFORM_USER_FRESH_MS,
			gcTime: PLATFORM_USER_FRESH_MS,
		},
	);
	const userId = user.data?.userId;
	const games = useCallQuery(
		'getRobloxGames',
		{ userId: userId ?? 0 },
		{ queryKey: ['platform', 'games', userId], enabled: userId !== undefined, staleTime: GAMES_FRESH_MS },
	);
	useEffect(
		() => onApplicationEvent('profile-updated', () => void queries.invalidateQueries({ queryKey: ['platform'] })),
		[queries],
	);

	// The query library ignores window focus, but the dashboard may be in another window.
	useWindowEvent('focus', () => {
		const isFresh = Date.now() - games.dataUpdatedAt < GAMES_FRESH_MS;
		if (userId !== undefined && !games.isFetching && !isFresh) void games.refetch();
	});

	async function reload(): Promise<void> {
		const { isError } = await games.refetch();
		if (isError) showToast(m.withdraw_failed_to_load_games());
	}

	const failed = (message: string, { refetch }: { refetch: () => unknown }): Games => {
		return { kind: 'failed', message, retry: () => void refetch() };
	};
	if (games.data?.length === 0) return failed(m.withdraw_no_games_found(), games);
	if (games.data) {
		return { kind: 'ready', games: games.data, isReloading: games.isFetching, reload: () => void reload() };
	}
	if (user.error) return failed(m.withdraw_failed_to_fetch_user_id(), user);
	if (games.error) return failed(m.withdraw_failed_to_load_games(), games);
	return { kind: 'loading' };
}

/** The user's limits; while `data` is undefined, only the server checks them. @param keepsFresh polls */
export function useWithdrawLimits(keepsFresh = false) {
	const isSignedIn = useDataClient() !== undefined;
	return useCallQuery('getWithdrawLimits', null, {
		queryKey: WITHDRAW_LIMITS,
		enabled: isSignedIn,
		staleTime: LIMITS_FRESH_MS,
		refetchInterval: keepsFresh && LIMITS_REFRESH_MS,
	});
}

/** Null if not paused. Undefined while unknown; then only the server checks it. */
export function usePause() {
	const readAccount = useReadAccount();
	const queries = useQueryClient();
	useLiveEvent((event) => {
		const kind = event.kind === 'notice' && event.item.latest?.kind;
		if (kind === 'paused' || kind === 'resumed') void refetchQuery(queries, [PAUSE]);
	});
	return useQuery({ queryKey: [PAUSE], queryFn: async () => (await readAccount()).pausedText });
}

/** Shows the requested payout before the server is queried again. */
export function useTakeRequested() {
	const queries = useQueryClient();
	return (order: CallResult<'processWithdrawal'>, method: PayoutMethod): void => {
		const requested = { method, is_refunded: false, failed_because: null, screened_until: null, receipt: null };
		takeLive<WithdrawHistoryItem | null>(queries, LATEST_ORDER, (latest) =>
			latest?.id === order.id ? latest : { ...order, ...requested, created_at: Date.now() },
		);
		for (const key of [WITHDRAW_HISTORY, LATEST_ORDER, WITHDRAW_LIMITS]) void refetchQuery(queries, key);
	};
}

export function useProcessWithdrawal() {
	const call = useCall();
	const queries = useQueryClient();
	const takeRequested = useTakeRequested();
	return useMutation({
		mutationFn: (request: CallPayload<'processWithdrawal'>) => call('processWithdrawal', request),
		onSuccess: (order) => takeRequested(order, 'game-pass'),
		onError: (error) => {
			if (reasonOf(error) === 'paused') void queries.invalidateQueries({ queryKey: [PAUSE] });
		},
	});
}
