import { WITHDRAW_AMOUNT_MAX } from '../../../contract/limits.ts';
import { useDataClient, useUserDocument } from '../../lib/calls/clients.tsx';
import { formatWhole } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';
import { useAmountMin } from '../../ui/service-end/use-service-end.ts';
import { useWithdrawLimits } from '../api.ts';

const USUAL_AMOUNTS = [10, 50, 100, 500];

export function AmountChoices({ isDisabled, onChoose }: { isDisabled: boolean; onChoose: (amount: number) => void }) {
	const user = useUserDocument();
	const isSignedIn = useDataClient() !== undefined;
	const limits = useWithdrawLimits().data;
	const min = useAmountMin();
	if (user.kind !== 'ready' || !isSignedIn) return null;
	const most = Math.floor(
		Math.min(user.document.robux, WITHDRAW_AMOUNT_MAX, limits?.daily?.left ?? Number.POSITIVE_INFINITY),
	);
	if (most < min) return null;
	return (
		<fieldset aria-label={m.withdraw_amounts_to_choose()} className="flex min-w-0 flex-wrap gap-1.5">
			{USUAL_AMOUNTS.filter((amount) => amount < most).map((amount) => (
				<Choice key={amount} isDisabled={isDisabled} onClick={() => onChoose(amount)}>
					{String(amount)}
				</Choice>
			))}
			<Choice
				isDisabled={isDisabled}
				label={m.withdraw_max_of({ amount: formatWhole(most) })}
				onClick={() => onChoose(most)}
			>
				{m.withdraw_max()}
			</Choice>
		</fieldset>
	);
}

type ChoiceProps = { label?: string; isDisabled: boolean; onClick: () => void; children: string };

function Choice({ label, isDisabled, onClick, children }: ChoiceProps) {
	return (
		<button
			type="button"
			aria-label={label}
			disabled={isDisabled}
			onClick={onClick}
			className="min-h-11 min-w-11 rounded-full border border-edge px-3 font-semibold hover:bg-sunken disabled:opacity-60 figures"
		>
			{children}
		</button>
	);
}
