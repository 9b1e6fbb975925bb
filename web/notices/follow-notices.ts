import type { Notice } from '../../contract/accounts/notices.ts';
import type { CallResult } from '../../contract/calls.ts';
import { NOTICES_SHOWN } from '../../contract/limits.ts';
import type { Call } from '../lib/calls/call.ts';
import type { DataClient } from '../lib/calls/data-client.ts';
import { inOwnLanguage } from '../lib/format/in-own-language.ts';

export type LoadedNotices = { notices: CallResult<'getNotices'> } | { error: unknown };

/** Requests notices only with a readable user and session. */
export function followNotices(
	call: Call,
	data: Pick<DataClient, 'user' | 'isEnding' | 'onLiveEvent'>,
	onLoaded: (loaded: LoadedNotices) => void,
): { load(): void; stop(): void } {
	let isDue = true;
	let pending: AbortController | undefined;

	function load(): void {
		isDue = true;
		follow();
	}

	function follow(): void {
		if (data.isEnding.get()) {
			// The request would fail as signed out; repeat it if the session continues.
			isDue ||= pending !== undefined;
			giveUp();
		} else if (isDue && data.user.get().kind === 'ready') {
			isDue = false;
			giveUp();
			void request();
		}
	}

	async function request(): Promise<void> {
		const mine = new AbortController();
		pending = mine;
		const loaded: LoadedNotices = await call('getNotices', { limit: NOTICES_SHOWN }, mine.signal).then(
			async (notices) => ({ notices: { ...notices, items: await Promise.all(notices.items.map(readable)) } }),
			(error: unknown) => ({ error }),
		);
		if (pending !== mine) return;
		pending = undefined;
		onLoaded(loaded);
	}

	function giveUp(): void {
		pending?.abort();
		pending = undefined;
	}

	const stops = [
		data.user.subscribe(follow),
		data.isEnding.subscribe(follow),
		data.onLiveEvent((event) => {
			if (event.kind === 'notice') load();
		}),
	];
	follow();
	return {
		load,
		stop() {
			for (const stop of stops) stop();
			giveUp();
		},
	};
}

async function readable(notice: Notice): Promise<Notice> {
	if (notice.kind !== 'paused' && notice.kind !== 'banned') return notice;
	const { reason, why = { message: reason } } = notice.data;
	return { ...notice, data: { reason: await inOwnLanguage(why) } };
}
