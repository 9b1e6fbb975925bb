import type { SourceFigures } from '../../../contract/growth.ts';
import { ActionButton } from '../ui/forms.tsx';

const switches = {
	on: {
		label: 'Switch on',
		consequence: 'Bounties on hold are released after the usual checks.',
		done: 'Source switched on.',
	},
	off: {
		label: 'Switch off',
		tone: 'danger',
		consequence:
			'Holds all bounties of this source at once, until you switch it on. Visitors no longer see a partner text.',
		done: 'Source switched off.',
	},
} as const;

type SwitchSourceProps = { of: Pick<SourceFigures, 'kind' | 'source' | 'enabled'> };

export function SwitchSource({ of: { kind, source, enabled } }: SwitchSourceProps) {
	if (kind === 'none') return null;
	return (
		<ActionButton
			{...switches[enabled ? 'off' : 'on']}
			needs="change-promotions"
			title={`${switches[enabled ? 'off' : 'on'].label}: ${source}`}
			run={({ call, reason }) => call('adminSwitchSource', { kind, source, enabled: !enabled, reason })}
		/>
	);
}
