import { WITHDRAW_AMOUNT_MAX } from '../../../contract/limits.ts';
import type { WithdrawLimits } from '../../../contract/withdrawals/withdrawals.ts';
import { useDataClient, useUserDocument } from '../../lib/calls/clients.tsx';
import { formatWhole } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';
import { strong, TallLink, withParts } from '../../ui/basics.tsx';
import { useAmountMin } from '../../ui/service-end/use-service-end.ts';
import { useWithdrawLimits } from '../api.ts';

const USUAL_AMOUNTS = [10, 50, 100, 500];

/** Returns 0 below the minimum. A policy that queues withdrawals does not limit them by the stock. */
export function mostNow(limits: WithdrawLimits | undefined, balance: number, min: number): number {
	const { daily, stock, stock_policy } = limits ?? {};
	const inStock = stock_policy === 'refuse' && stock ? stock.direct : balance;
	const most = Math.floor(Math.min(balance, WITHDRAW_AMOUNT_MAX, daily?.left ?? balance, inStock));
	return most < min ? 0 : most;
}

function useMostNow(): number | undefined {
	const user = useUserDocument();
	const isSignedIn = useDataClient() !== undefined;
	const limits = useWithdrawLimits().data;
	const min = useAmountMin();
	return user.kind === 'ready' && isSignedIn ? mostNow(limits, user.document.robux, min) : undefined;
}

export function MostNow() {
	const most = useMostNow();
	return most !== undefined && withParts(m.withdraw_up_to_now({ amount: formatWhole(most) }), { b: strong });
}

export function AmountChoices({ isDisabled, onChoose }: { isDisabled: boolean; onChoose: (amount: number) => void }) {
	const most = useMostNow();
	const user = useUserDocument();
	const min = useAmountMin();
	if (!most) {
		const isShort = user.kind === 'ready' && user.document.robux < min;
		return isShort && <TallLink to="/earn">{m.withdraw_earn_sign_first()}</TallLink>;
	}
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
