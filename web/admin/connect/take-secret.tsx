import { ActionButton } from '../ui/actions/action-dialog.tsx';

const texts = {
	take: 'Show secret',
	consequence: 'Only you can see this secret, once, within 7 days of the approval.',
};

export const copyNow = (secret: string) => `Copy it now. You can't see it again: ${secret}`;

export function TakeSecret({ proposal }: { proposal: string | null }) {
	if (proposal === null) return null;
	return (
		<ActionButton
			needs="change-connect"
			label={texts.take}
			tone="primary"
			reason="none"
			consequence={texts.consequence}
			run={async ({ call }) => copyNow((await call('adminTakeSecret', { proposal })).secret)}
		/>
	);
}
