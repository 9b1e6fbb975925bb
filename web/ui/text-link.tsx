import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { buttonLook, type Look, textLinkLook } from './button.tsx';

type TextLinkProps = ComponentProps<typeof Link>;

export function TextLink({ className = '', ...rest }: TextLinkProps) {
	return <Link className={`${textLinkLook} ${className}`} {...rest} />;
}

/** As tall as a button, so that a finger hits it. */
export function TallLink({ className = '', ...rest }: TextLinkProps) {
	return <TextLink className={`inline-flex min-h-11 items-center ${className}`} {...rest} />;
}

export function ButtonLink({ look, className = '', ...rest }: TextLinkProps & { look?: Look }) {
	return <Link className={`${buttonLook(look)} ${className}`} {...rest} />;
}

export const linkTo = (to: string) => (text: string) => <TextLink to={to}>{text}</TextLink>;
