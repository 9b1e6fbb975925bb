import { WIND_DOWN_AMOUNT_MIN, WITHDRAW_AMOUNT_MIN } from '../../contract/limits.ts';
import { useUserDocument } from '../lib/calls/clients.tsx';

/** Whole R$. Once the end of the service is announced, the smallest that can be paid. */
export function useAmountMin(): number {
	const user = useUserDocument();
	const isWindingDown = user.kind === 'ready' && user.document.ends_at !== undefined;
	return isWindingDown ? WIND_DOWN_AMOUNT_MIN : WITHDRAW_AMOUNT_MIN;
}
