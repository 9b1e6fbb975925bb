import { type FormEvent, lazy, type ReactNode, Suspense } from 'react';
import { Button } from '../../../ui/button.tsx';

const SavedViews = lazy(() => import('./saved-views.tsx').then(({ SavedViews }) => ({ default: SavedViews })));

type FilterBarProps = { formKey: string; onApply: (fields: FormData) => void; children: ReactNode };

export function FilterBar({ formKey, onApply, children }: FilterBarProps) {
	function submit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault();
		onApply(new FormData(event.currentTarget));
	}
	return (
		<search aria-label="Filters" className="mb-5 flex flex-wrap items-end gap-x-6 gap-y-3">
			<form
				key={formKey}
				onSubmit={submit}
				className="flex flex-wrap items-end gap-3 max-sm:grid max-sm:grid-cols-2 max-sm:*:col-span-2"
			>
				{children}
				<Button type="submit" className="max-sm:w-full">
					Apply filters
				</Button>
			</form>
			<Suspense fallback={<div className="h-[4.375rem]" />}>
				<SavedViews />
			</Suspense>
		</search>
	);
}
