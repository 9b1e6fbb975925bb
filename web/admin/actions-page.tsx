import { ActionsList } from './actions-list.tsx';
import { AdminHeading } from './admin-heading.tsx';
import type { AdminPageProps } from './admin-pages.route.tsx';
import { FilterBar } from './filter-bar.tsx';
import { SelectField, TextField } from './filter-fields.tsx';
import { useAddressFilter } from './use-address-filter.ts';
import { useAdminQuery } from './use-admin-query.ts';

const texts = {
	lead: 'Whatever an admin did, or a rule by itself. Entries can be read and added, not changed.',
	actor: 'Done by (id, or system)',
	action: 'Action',
	all: 'All actions',
	uid: 'User id',
	failed: 'The kinds of actions could not be read.',
};

export default function ActionsPage({ heading }: AdminPageProps) {
	const { filter, bar } = useAddressFilter(['actor', 'action', 'uid']);
	const kinds = useAdminQuery('adminGetActions', { limit: 1 }, texts).data?.actions;
	return (
		<>
			<AdminHeading lead={texts.lead}>{heading}</AdminHeading>
			<FilterBar {...bar}>
				<SelectField label={texts.action} name="action" defaultValue={filter.action ?? ''} className="w-56">
					<option value="">{texts.all}</option>
					{(kinds ?? [filter.action ?? '']).filter(Boolean).map((kind) => (
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
