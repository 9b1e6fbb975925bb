import type { Permission } from '../../../../contract/permissions.ts';
import { ActionButton } from '../forms.tsx';
import { ExactTime } from '../values.tsx';
import type { Given } from './action-form.tsx';

const texts = {
	approve: 'Approve',
	refuse: { label: 'Reject', done: 'Proposal rejected.', tone: 'danger' },
	withdraw: { label: 'Cancel proposal', done: 'Proposal cancelled.' },
	stop: { label: 'Stop', done: 'Change stopped.', tone: 'danger' },
} as const;

type DecisionButtonsProps = {
	proposal: { id: string; is_own: boolean; applies_at: number | null };
	needs: Permission;
	titleOf?: (label: string) => string;
	approval: { consequence: string; done: string };
	decide: (given: Given, isApproved: boolean) => Promise<unknown>;
};

/** The admin who proposed a change can only cancel it. */
export function DecisionButtons({ proposal, needs, titleOf = String, approval, decide }: DecisionButtonsProps) {
	const { id, is_own, applies_at } = proposal;
	const isSolo = applies_at !== null;
	const end = isSolo ? texts.stop : is_own ? texts.withdraw : texts.refuse;
	return (
		<div className="flex flex-wrap gap-2 max-md:justify-end">
			{isSolo && (
				<span className="w-full text-sm text-soft">
					Applies on <ExactTime timeMs={applies_at} />
				</span>
			)}
			{!is_own && (
				<ActionButton
					{...approval}
					needs={needs}
					label={texts.approve}
					title={titleOf(texts.approve)}
					run={(given) => decide(given, true)}
				/>
			)}
			<ActionButton
				{...end}
				needs={isSolo ? 'decide-proposals' : needs}
				title={titleOf(end.label)}
				consequence="This closes the proposal. Nothing changes."
				run={(given) => (isSolo ? given.call('adminStopProposal', { id, reason: given.reason }) : decide(given, false))}
			/>
		</div>
	);
}
