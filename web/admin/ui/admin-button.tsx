import type { ComponentProps } from 'react';
import { Button, buttonLook } from '../../ui/button.tsx';

type AdminButtonProps = Omit<ComponentProps<typeof Button>, 'look'> & { tone?: 'primary' | 'quiet' | 'danger' };

const size = 'min-h-10! px-4! text-sm whitespace-nowrap';

export const adminButtonLook = `${buttonLook('quiet')} ${size}`;

export function AdminButton({ tone = 'quiet', className = '', ...rest }: AdminButtonProps) {
	const isDanger = tone === 'danger';
	return (
		<Button
			look={isDanger ? 'quiet' : tone}
			className={`${size} ${isDanger ? 'border-danger! text-danger' : ''} ${className}`}
			{...rest}
		/>
	);
}
