import type { ReactNode } from 'react';

export type IconProps = { className?: string };

export function Icon({ className = 'size-5', children }: IconProps & { children: ReactNode }) {
	return (
		<svg
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.75"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
			className={`shrink-0 ${className}`}
		>
			{children}
		</svg>
	);
}
