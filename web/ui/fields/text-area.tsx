import { type ComponentProps, useId } from 'react';
import { controlLook } from '../basics.tsx';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & {
	label: string;
	hint?: string | undefined;
};

export function TextArea({ label, hint, ...textarea }: TextAreaProps) {
	const id = useId();
	return (
		<div className="grid gap-1.5">
			<label htmlFor={id} className="text-sm font-semibold">
				{label}
			</label>
			<textarea
				id={id}
				aria-describedby={hint ? `${id}-hint` : undefined}
				className={`${controlLook} py-3`}
				{...textarea}
			/>
			{hint && (
				<p id={`${id}-hint`} className="text-sm text-soft">
					{hint}
				</p>
			)}
		</div>
	);
}
