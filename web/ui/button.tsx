import type { ComponentProps } from 'react';

export type Look = 'primary' | 'quiet' | 'danger';

const looks: Record<Look, string> = {
	// Forced-colors mode makes the transparent border visible.
	primary: 'border border-transparent bg-accent text-on-accent hover:bg-accent-strong disabled:hover:bg-accent',
	quiet: 'border border-edge bg-card hover:bg-sunken disabled:hover:bg-card',
	danger: 'border border-transparent bg-danger text-paper hover:opacity-90',
};

export function buttonLook(look: Look = 'primary'): string {
	return `inline-flex min-h-12 max-w-full items-center justify-center gap-2 rounded-control px-5 text-center font-semibold motion-safe:transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-progress aria-disabled:opacity-60 ${looks[look]}`;
}

export function Button({ look, className = '', ...rest }: ComponentProps<'button'> & { look?: Look }) {
	return <button type="button" className={`${buttonLook(look)} ${className}`} {...rest} />;
}

export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
	return <button type="button" className={`${textLinkLook} ${className}`} {...rest} />;
}

export const textLinkLook =
	'font-semibold text-accent underline decoration-1 underline-offset-4 hover:text-accent-strong hover:decoration-2';
