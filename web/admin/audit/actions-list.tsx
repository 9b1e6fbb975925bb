import type { ReasonCode } from '../../../contract/admin/reasons.ts';
import type { AdminAction } from '../../../contract/admin/records.ts';
import type { RequestOf } from '../../lib/use-history.ts';
import { reasonKinds } from '../ui/kind-of-reason.tsx';
import { type DataColumn, PagedTable } from '../ui/tables/data-table.tsx';
import { byTime } from '../ui/tables/date-range.tsx';
import { ValueList } from '../ui/value-list.tsx';
import { Coded, ExactTime, UserLink } from '../ui/values.tsx';
import { useAdminPages } from '../use-admin-query.tsx';
import { actionInWords } from './action-words.ts';

const texts = { caption: 'Actions', empty: 'No matching actions.', failed: "Couldn't load actions." };

const columns: DataColumn<AdminAction>[] = [
	{ title: 'Time', orders: byTime, cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: 'By', cell: ({ actor }) => (actor ? <UserLink user={actor} /> : 'System') },
	{ title: 'Action', width: 'min-w-36', cell: ({ action }) => <Coded raw={action} label={actionInWords(action)} /> },
	{ title: 'User', cell: ({ user }) => user && <UserLink user={user} /> },
	{ title: 'Reason', width: 'min-w-40', cell: reasonOf },
	{ title: 'Changes', cell: (action) => <Details action={action} /> },
];

type ActionsListProps = {
	filter: RequestOf<'adminGetActions'>;
	order?: string;
	onRetry?: (() => Promise<unknown>) | undefined;
};

export function ActionsList({ filter, order, onRetry }: ActionsListProps) {
	const history = useAdminPages('adminGetActions', { ...filter, limit: 50 });
	const retry = () => Promise.all([history.retry(), onRetry?.()]);
	return <PagedTable columns={columns} history={{ ...history, retry }} order={order} texts={texts} />;
}

function isNothing(value: unknown): boolean {
	return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function reasonOf({ reason, reason_code }: AdminAction): string | null {
	const kind = reason_code !== null && isKind(reason_code) ? reasonKinds[reason_code] : null;
	if (reason === null) return kind;
	return kind === null || reason_code === 'other' ? reason : `${kind}: ${reason}`;
}

const isKind = (code: string): code is ReasonCode => Object.hasOwn(reasonKinds, code);

function Details({ action: { before, after, more, ip } }: { action: AdminAction }) {
	const parts = [
		{ label: 'Before', value: before },
		{ label: 'After', value: after },
		{ label: 'Details', value: more },
		{ label: 'IP address', value: ip },
	].filter(({ value }) => !isNothing(value));
	if (parts.length === 0) return null;
	return (
		<details className="text-start">
			<summary className="cursor-pointer py-1.5 font-semibold text-accent">Show</summary>
			<dl className="mt-1 grid gap-1 text-xs">
				{parts.map(({ label, value }) => (
					<div key={label}>
						<dt className="text-soft">{label}</dt>
						<dd>
							<ValueList value={value} />
						</dd>
					</div>
				))}
			</dl>
		</details>
	);
}
