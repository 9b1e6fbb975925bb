import type { ComponentProps } from 'react';
import { controlLook } from './field.tsx';
import { ChevronDownIcon } from './icons.tsx';

export function Select({ className = '', ...rest }: ComponentProps<'select'>) {
	return (
		<span className="relative block">
			<select className={`${controlLook} truncate pr-10 ${className}`} {...rest} />
			<ChevronDownIcon className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-4 text-soft" />
		</span>
	);
}
