import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CallbackRow } from '../../contract/admin.ts';
import { formatAmount } from '../lib/amount.ts';
import { useCall } from '../lib/clients.tsx';
import { messageOf } from '../lib/refusal.ts';
import { useHistory } from '../lib/use-history.ts';
import { type DataColumn, DataTable } from './data-table.tsx';
import { ExactTime } from './exact-time.tsx';
import { FilterBar } from './filter-bar.tsx';
import { TextField } from './filter-fields.tsx';
import { UserLink } from './user-link.tsx';

const texts = {
	caption: 'Postbacks',
	filters: 'Filters',
	wall: 'Offerwall id',
	uid: 'User id',
	text: 'Anywhere in the request',
	time: 'Time',
	wallTitle: 'Offerwall',
	outcome: 'Outcome',
	who: 'User',
	booked: 'Booked',
	request: 'Request',
	empty: 'No partner called like this.',
	failed: 'The postbacks could not be read.',
};

const FOLLOW_EVERY_MS = 3_000;

const columns: DataColumn<CallbackRow>[] = [
	{ title: texts.time, cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: texts.wallTitle, cell: ({ wall }) => wall },
	{ title: texts.outcome, cell: ({ outcome }) => outcome },
	{ title: texts.who, cell: ({ uid }) => uid && <UserLink user={{ uid, name: null }} /> },
	{ title: texts.booked, isNumber: true, cell: ({ booked }) => booked && formatAmount(booked.amount) },
	{ title: texts.request, cell: ({ request }) => <span className="font-mono text-xs">{request}</span> },
];

/** The callbacks of partners as they came, newest first. */
export function CallbackLog({ isFollowing }: { isFollowing: boolean }) {
	const call = useCall();
	const navigate = useNavigate();
	const queries = useQueryClient();
	const { search } = useLocation();
	const parameters = new URLSearchParams(search);
	const filter = Object.fromEntries(
		['wall', 'uid', 'text'].flatMap((name) => {
			const value = parameters.get(name);
			return value ? [[name, value]] : [];
		}),
	);
	const { items, error, retry, more } = useHistory(['admin', 'callbacks', filter], (cursor, signal) =>
		call('adminFindCallbacks', { ...filter, cursor }, signal),
	);
	useEffect(() => {
		if (!isFollowing) return;
		const timer = setInterval(() => {
			void queries.invalidateQueries({ queryKey: ['admin', 'callbacks'] });
		}, FOLLOW_EVERY_MS);
		return () => clearInterval(timer);
	}, [isFollowing, queries]);

	function apply(fields: FormData): void {
		const wanted = ['wall', 'uid', 'text'].flatMap((name) => {
			const value = String(fields.get(name) ?? '').trim();
			return value ? [[name, value]] : [];
		});
		navigate(`?${new URLSearchParams([['show', 'callbacks'], ...wanted])}`, { replace: true });
	}

	return (
		<>
			<FilterBar key={search} label={texts.filters} onApply={apply}>
				<TextField label={texts.wall} name="wall" maxLength={40} defaultValue={filter.wall} className="w-44" />
				<TextField label={texts.uid} name="uid" maxLength={36} defaultValue={filter.uid} className="min-w-44 flex-1" />
				<TextField
					label={texts.text}
					name="text"
					maxLength={200}
					defaultValue={filter.text}
					className="min-w-44 flex-1"
				/>
			</FilterBar>
			<DataTable
				caption={texts.caption}
				columns={columns}
				rows={items}
				keyOf={({ id }) => id}
				emptyText={texts.empty}
				error={error ? messageOf(error, texts.failed) : undefined}
				onRetry={retry}
				more={more}
			/>
		</>
	);
}
