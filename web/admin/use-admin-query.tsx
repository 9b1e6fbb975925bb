import { focusManager, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import type { CallName, CallPayload, CallResult } from '../../contract/calls.ts';
import { CallError } from '../../contract/errors.ts';
import { isForeign, messageOf } from '../lib/calls/refusal.ts';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { type PagedCall, type RequestOf, useCallPages } from '../lib/use-history.ts';
import { RetryNotice as LocalRetryNotice } from '../ui/basics.tsx';
import { isDialogOpen } from '../ui/dialog.tsx';

export type AdminQuery<Data> = {
	data: Data | undefined;
	error: string | undefined;
	isMissing: boolean;
	retry: () => Promise<unknown>;
};

export function useAdminQuery<Name extends CallName>(
	name: Name,
	payload: CallPayload<Name>,
	{ failed }: { failed: string },
	{ everyMs }: { everyMs?: number } = {},
): AdminQuery<CallResult<Name>> {
	const query = useCallQuery(name, payload, {
		queryKey: ['admin', name, payload],
		// A refetch must not remove the open dialog when the user returns from copying something.
		refetchOnWindowFocus: () => !isDialogOpen(),
		...(everyMs && { refetchInterval: everyMs }),
	});
	return {
		data: query.data,
		error: query.error ? messageOf(query.error, failed) : undefined,
		isMissing: query.error instanceof CallError && query.error.code === 'not-found' && !isForeign(query.error),
		retry: () => query.refetch(),
	};
}

export function RetryNotice(props: Omit<ComponentProps<typeof LocalRetryNotice>, 'label'>) {
	return <LocalRetryNotice {...props} label="Try again" />;
}

const FOLLOW_EVERY_MS = 2_000;

/** Reads a followed list again, unless that could remove an open dialog. */
export function useAdminPages<Name extends PagedCall>(name: Name, request: RequestOf<Name>, isFollowing = false) {
	const queries = useQueryClient();
	useEffect(() => {
		if (!isFollowing) return;
		const timer = setInterval(() => {
			if (isDialogOpen() || !focusManager.isFocused()) return;
			void queries.invalidateQueries({ queryKey: ['admin', 'pages', name] }, { cancelRefetch: false });
		}, FOLLOW_EVERY_MS);
		return () => clearInterval(timer);
	}, [isFollowing, name, queries]);
	return useCallPages(name, request, { queryKey: ['admin', 'pages', name, request] });
}
