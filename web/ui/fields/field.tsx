import { type ComponentProps, type ReactNode, useId } from 'react';

export const controlLook =
	'min-h-12 w-full rounded-control border border-edge bg-card px-4 text-base text-ink placeholder:text-soft aria-invalid:border-danger disabled:opacity-60';

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
	label: string;
	hint?: ReactNode;
	problem?: string | undefined;
	suffix?: string;
	action?: ReactNode;
};

export function Field({ label, hint, problem, suffix, action, ...input }: FieldProps) {
	const id = useId();
	const hintId = `${id}-hint`;
	return (
		<div>
			<label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
				{label}
			</label>
			<div className="relative">
				<input
					id={id}
					aria-describedby={hintId}
					aria-invalid={problem ? true : undefined}
					className={`${controlLook} ${suffix ? 'pe-12' : ''} ${action ? 'pe-18' : ''}`}
					{...input}
				/>
				{suffix && (
					<span className="pointer-events-none absolute inset-y-0 end-4 flex items-center text-soft">{suffix}</span>
				)}
				{action && <span className="absolute inset-y-0 end-1 grid place-items-center">{action}</span>}
			</div>
			<div id={hintId} aria-live="polite" className="mt-1.5 min-h-5 text-sm text-soft">
				{problem ? <span className="text-danger">{problem}</span> : hint}
			</div>
		</div>
	);
}
