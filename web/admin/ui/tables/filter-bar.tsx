import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';

type FilterBarProps = {
	formKey: string;
	onApply: (fields: FormData) => void;
	children: ReactNode;
};

export function FilterBar({ formKey, onApply, children }: FilterBarProps) {
	function submit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		onApply(new FormData(event.currentTarget));
	}
	return (
		<search aria-label="Filters">
			<form
				key={formKey}
				onSubmit={submit}
				className="mb-5 flex flex-wrap items-end gap-3 max-sm:grid max-sm:grid-cols-2 max-sm:*:col-span-2"
			>
				{children}
				<Button type="submit" className="max-sm:w-full">
					Apply filters
				</Button>
			</form>
		</search>
	);
}
