import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '../lib/clients.tsx';
import { type ActionsFilter, ActionsList } from './actions-list.tsx';
import { AdminHeading } from './admin-heading.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SelectField, TextField } from './filter-fields.tsx';

const texts = {
	heading: 'Recent actions',
	lead: 'Whatever an admin did, or a rule by itself. Entries can be read and added, not changed.',
	filters: 'Filters',
	actor: 'Done by (id, or system)',
	action: 'Action',
	all: 'All actions',
	uid: 'User id',
};

const names = ['actor', 'action', 'uid'] as const;

export default function ActionsPage() {
	const navigate = useNavigate();
	const call = useCall();
	const { search } = useLocation();
	const filter = filterOf(search);
	const kinds = useQuery({
		queryKey: ['admin', 'action-kinds'],
		queryFn: async ({ signal }) => (await call('adminGetActions', { limit: 1 }, signal)).actions,
	});

	function apply(fields: FormData): void {
		const wanted = names.flatMap((name) => {
			const value = String(fields.get(name) ?? '').trim();
			return value ? [[name, value]] : [];
		});
		navigate(`?${new URLSearchParams(wanted)}`, { replace: true });
	}

	return (
		<>
			<AdminHeading lead={texts.lead}>{texts.heading}</AdminHeading>
			<FilterBar key={search} label={texts.filters} onApply={apply}>
				<SelectField label={texts.action} name="action" defaultValue={filter.action ?? ''} className="w-56">
					<option value="">{texts.all}</option>
					{(kinds.data ?? [filter.action ?? '']).filter(Boolean).map((kind) => (
						<option key={kind}>{kind}</option>
					))}
				</SelectField>
				<TextField
					label={texts.actor}
					name="actor"
					maxLength={36}
					defaultValue={filter.actor}
					className="min-w-48 flex-1"
				/>
				<TextField label={texts.uid} name="uid" maxLength={36} defaultValue={filter.uid} className="min-w-48 flex-1" />
			</FilterBar>
			<ActionsList filter={filter} />
		</>
	);
}

/** The filter travels in the address, so that it can be linked to. */
function filterOf(query: string): ActionsFilter {
	const parameters = new URLSearchParams(query);
	return Object.fromEntries(
		names.flatMap((name) => {
			const value = parameters.get(name);
			return value ? [[name, value.slice(0, 60)]] : [];
		}),
	);
}
