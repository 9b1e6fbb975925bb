import { withdrawAmountMin } from '../../contract/limits.ts';
import { useCallQuery } from '../lib/calls/use-call-query.ts';

/** In whole R$. */
export function useAmountMin(): number {
	return withdrawAmountMin(useCallQuery('getWindDown', null).data?.ends_at);
}
