import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Permission } from '../../../../contract/permissions.ts';
import { useMay } from '../../../lib/staff-role.tsx';
import { AdminButton } from '../admin-button.tsx';
import type { Question, Run } from './action-form.tsx';

const ActionDialog = lazy(() => import('./action-form.tsx').then(({ ActionDialog }) => ({ default: ActionDialog })));

/** `title` heads the question and `action` does it, where they differ from what the button says; it is for those who may. */
type ActionButtonProps = Question &
	Run & {
		label: string;
		title?: string;
		action?: string;
		needs?: Permission;
		/** The key that presses it ({@link useActionKeys}). */
		shortcut?: string;
	};

/** Asks again, with the consequence and for the reason; shows what came of it; gives the focus back at its end. */
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
	// A long table has many of these, most of which nobody ever opens.
	const [isOpen, setOpen] = useState<boolean>();
	// Not before: what the page shows then may no longer have this very button, and the result would go with it.
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
