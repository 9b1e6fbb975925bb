import { useState } from 'react';
import type { CallName } from '../../../contract/calls.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { QuickAction } from '../ui/actions/quick-action.tsx';

const tests = {
	email: ['Send test email', 'adminSendTestEmail', 'change-settings'],
	alert: ['Send test alert', 'adminSendTestAlert', 'change-settings'],
	vendor: ['Ask the vendor', 'adminAskVendor', 'change-payouts'],
	checkpoint: ['Make a checkpoint', 'adminMakeCheckpoint', 'change-settings'],
	backup: ['Back up now', 'adminBackUp', 'change-settings'],
} as const satisfies Record<string, readonly [label: string, call: CallName, needs: Permission]>;

export const siteTests = Object.keys(tests);

export function TrySite({ test }: { test: string }) {
	const call = useCall();
	const [result, setResult] = useState('');
	if (!Object.hasOwn(tests, test)) return null;
	const [label, name, needs] = tests[test as keyof typeof tests];
	const run = async () => {
		const { message } = await call(name, null);
		setResult(message);
		return message;
	};
	return (
		<div className="text-sm">
			<QuickAction label={label} needs={needs} run={run} />
			{result && <p className="mt-1 text-soft">{result}</p>}
		</div>
	);
}
