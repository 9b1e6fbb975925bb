import { useLocation, useNavigate } from 'react-router';
import { SAVED_VIEW_NAME_LENGTH_MAX } from '../../../../contract/limits.ts';
import { adminPageAt } from '../../pages.ts';
import { useAdminQuery } from '../../use-admin-query.tsx';
import { QuickAction } from '../actions/quick-action.tsx';
import { ActionButton, SelectField, TextField, textIn } from '../forms.tsx';

export function SavedViews() {
	const { pathname, search } = useLocation();
	const navigate = useNavigate();
	const page = adminPageAt(pathname)?.pattern ?? pathname;
	const { data, error } = useAdminQuery('adminGetSavedViews', null, { failed: "Couldn't load your saved views." });
	const views = data?.filter((view) => view.page === page) ?? [];
	const query = sorted(search);
	const shown = views.find((view) => sorted(view.query) === query);
	// A tab of the page is no filter.
	if (views.length === 0 && /^(show=[\w-]*)?$/.test(query)) return null;
	return (
		<div className="flex flex-wrap items-end gap-2 border-line max-sm:w-full max-sm:border-t max-sm:pt-3">
			{(views.length > 0 || error) && (
				<SelectField
					label="Saved view"
					className="w-44"
					value={shown?.name ?? ''}
					onChange={({ target }) => {
						const chosen = views.find(({ name }) => name === target.value);
						void navigate(`?${chosen?.query ?? ''}`, { replace: true });
					}}
					options={[['', error ?? 'None'], ...views.map(({ name }) => [name, name] as const)]}
				/>
			)}
			{shown && (
				<QuickAction
					label="Remove view"
					done={`View “${shown.name}” removed.`}
					run={({ call }) => call('adminRemoveView', { page, name: shown.name })}
				/>
			)}
			<ActionButton
				label="Save view"
				consequence="Keeps these filters under a name, on this page and only for you. An existing view of this name is replaced."
				reason="none"
				run={async ({ fields, call }) => {
					const name = textIn(fields, 'name');
					await call('adminSaveView', { page, name, query });
					return `View “${name}” saved.`;
				}}
			>
				<TextField label="Name" name="name" required maxLength={SAVED_VIEW_NAME_LENGTH_MAX} />
			</ActionButton>
		</div>
	);
}

function sorted(query: string): string {
	const parameters = new URLSearchParams(query);
	parameters.sort();
	return parameters.toString();
}
