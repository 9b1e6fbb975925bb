import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Permission } from '../../../../contract/permissions.ts';
import { useMay } from '../../../lib/staff-role.tsx';
import { AdminButton } from '../admin-button.tsx';
import type { Question, Run } from './action-form.tsx';

const ActionDialog = lazy(() => import('./action-form.tsx').then(({ ActionDialog }) => ({ default: ActionDialog })));

/** `title` and `action` default to `label`. */
type ActionButtonProps = Question &
	Run & { label: string; title?: string; action?: string; needs?: Permission; shortcut?: string };

export function ActionButton({
	label,
	title = label,
	action = label,
	needs,
	shortcut,
	...question
}: ActionButtonProps) {
	const queries = useQueryClient();
	const may = useMay();
	// Undefined until first opened, because most dialogs of a long table never are.
	const [isOpen, setOpen] = useState<boolean>();
	// Refreshes only after closing: the refreshed page may no longer contain this button and its result.
	function close(): void {
		setOpen(false);
		void queries.invalidateQueries({ queryKey: ['admin'] });
	}
	if (!may(needs)) return null;
	return (
		<>
			<AdminButton tone={question.tone ?? 'quiet'} aria-keyshortcuts={shortcut} onClick={() => setOpen(true)}>
				{label}
			</AdminButton>
			{isOpen !== undefined && (
				<Suspense>
					<ActionDialog
						{...question}
						isOpen={isOpen}
						title={title}
						action={action}
						onClose={close}
						onDone={() => setOpen(false)}
					/>
				</Suspense>
			)}
		</>
	);
}
