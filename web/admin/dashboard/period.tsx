import type { ReactNode } from 'react';
import { SelectField } from '../ui/forms.tsx';
import { useInAddress } from '../ui/tables/use-address-filter.ts';

const PERIODS = ['30', '7', '90'] as const;

export function usePeriod(): [days: number, field: ReactNode] {
	const [period, setPeriod] = useInAddress('days', PERIODS);
	const field = (
		<SelectField
			label="Period"
			value={period}
			onChange={({ target }) => setPeriod(target.value)}
			options={['7', '30', '90'].map((days) => [days, `Last ${days} days`])}
		/>
	);
	return [Number(period), field];
}
