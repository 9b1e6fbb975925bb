import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Permission } from '../../../../contract/permissions.ts';
import type { Call } from '../../../lib/calls/call.ts';
import { useCall } from '../../../lib/calls/clients.tsx';
import { messageOf } from '../../../lib/calls/refusal.ts';
import { useMay } from '../../../lib/staff-role.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { AdminButton, outcomeUnknown, proposedIn } from '../forms.tsx';
import type { Run } from './action-form.tsx';

type QuickActionProps = { label: string; needs?: Permission } & Run<{ call: Call }, string>;

export function QuickAction({ label, run, done, needs }: QuickActionProps) {
	const call = useCall();
	const may = useMay();
	const queries = useQueryClient();
	const [isWorking, setWorking] = useState(false);

	async function start(): Promise<void> {
		if (isWorking) return;
		setWorking(true);
		try {
			const outcome = await run({ call });
			showToast(proposedIn(outcome) ?? done ?? String(outcome));
		} catch (error) {
			showToast(messageOf(error, outcomeUnknown));
		}
		void queries.invalidateQueries({ queryKey: ['admin'] });
		setWorking(false);
	}

	if (!may(needs)) return null;
	return (
		<AdminButton aria-disabled={isWorking} onClick={() => void start()}>
			{label}
		</AdminButton>
	);
}
