import { type ComponentProps, Fragment, type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { brand } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { AlertIcon, CheckIcon, ChevronDownIcon, InfoIcon } from './icons.tsx';

type Part = (words: string) => ReactNode;

/** Puts links and emphasis into a text such as `See your <link>history</link>.` Parts do not nest. */
export function withParts(text: string, parts: Record<string, Part>): ReactNode {
	const pieces = text.split(/<(\w+)>(.*?)<\/\1>/);
	return pieces.map((piece, index) => {
		if (index % 3 === 2) return null;

		return <Fragment key={index}>{index % 3 === 0 ? piece : parts[piece]?.(pieces[index + 1] ?? '')}</Fragment>;
	});
}

/** The site's origin, because the image URL must be absolute. Empty if not configured. */
declare const __PUBLIC_URL__: string;

export function PageTitle({ children, description }: { children?: string; description?: string }) {
	const title = children ? `${children} · ${brand}` : brand;
	return (
		<>
			<title>{title}</title>
			{description && <meta name="description" content={description} />}
			{import.meta.env.SSR && description && <ShareTags title={title} description={description} />}
		</>
	);
}

/** Link preview tags, needed only in prerendered pages. */
function ShareTags({ title, description }: { title: string; description: string }) {
	return (
		<>
			<meta property="og:type" content="website" />
			<meta property="og:title" content={title} />
			<meta property="og:description" content={description} />
			<meta property="og:image" content={`${__PUBLIC_URL__}/share.png`} />
			<meta name="twitter:card" content="summary_large_image" />
		</>
	);
}

type PageHeadingProps = { children: string; lead: string; next?: { to: string; label: string } };

export function PageHeading({ children, lead, next }: PageHeadingProps) {
	return (
		<div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 sm:mb-8">
			<div>
				<h1 className="text-3xl font-extrabold tracking-tight sm:text-4xl">{children}</h1>
				<p className="mt-2 max-w-prose text-balance text-soft">{lead}</p>
			</div>
			{next && <TextLink to={next.to}>{next.label}</TextLink>}
		</div>
	);
}

type PageProps = {
	title: string;
	lead: string;
	next?: { to: string; label: string };
	className?: string;
	children: ReactNode;
};

export function Page({ title, className = 'max-w-5xl', children, ...heading }: PageProps) {
	return (
		<div className={`mx-auto px-4 py-8 sm:px-6 sm:py-12 ${className}`}>
			<PageTitle description={heading.lead}>{title}</PageTitle>
			<PageHeading {...heading}>{title}</PageHeading>
			{children}
		</div>
	);
}

type Look = 'primary' | 'quiet' | 'danger';

const buttonLooks: Record<Look, string> = {
	// Forced-colors mode makes the transparent border visible.
	primary: 'border border-transparent bg-accent text-on-accent hover:bg-accent-strong disabled:hover:bg-accent',
	quiet: 'border border-edge bg-card hover:bg-sunken disabled:hover:bg-card',
	danger: 'border border-transparent bg-danger text-paper hover:opacity-90',
};

export function buttonLook(look: Look = 'primary'): string {
	return `inline-flex min-h-12 max-w-full items-center justify-center gap-2 rounded-control px-5 text-center font-semibold motion-safe:transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-progress aria-disabled:opacity-60 ${buttonLooks[look]}`;
}

export function Button({ look, className = '', ...rest }: ComponentProps<'button'> & { look?: Look }) {
	return <button type="button" className={`${buttonLook(look)} ${className}`} {...rest} />;
}

export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
	return <button type="button" className={`${textLinkLook} ${className}`} {...rest} />;
}

export const textLinkLook =
	'font-semibold text-accent underline underline-offset-4 hover:text-accent-strong hover:decoration-2';

export function Skeleton({ className }: { className: string }) {
	return <span aria-hidden="true" className={`shimmer inline-block rounded-md bg-line align-middle ${className}`} />;
}

const badgeLooks = {
	plain: 'bg-sunken text-soft',
	good: 'bg-tint text-accent',
	waiting: 'bg-warn-tint text-warn',
	bad: 'bg-danger-tint text-danger',
};

export type BadgeTone = keyof typeof badgeLooks;

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
	return (
		<span
			className={`inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${badgeLooks[tone]}`}
		>
			{children}
		</span>
	);
}

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

/** In the colour of the text around it. */
export const plainLinkTo = (to: string) => (text: string) => (
	<Link to={to} className="underline underline-offset-4">
		{text}
	</Link>
);

export const strong = (text: string) => <strong className="text-ink figures">{text}</strong>;

const noticeLooks = {
	error: { box: 'bg-danger-tint text-danger', Icon: AlertIcon },
	success: { box: 'bg-tint text-accent', Icon: CheckIcon },
	info: { box: 'bg-sunken text-ink', Icon: InfoIcon },
};

export function Notice({ tone, children }: { tone: 'error' | 'success' | 'info'; children: ReactNode }) {
	const { box, Icon } = noticeLooks[tone];
	return (
		<div role={tone === 'error' ? 'alert' : 'status'} className={`flex gap-3 rounded-control p-4 text-sm ${box}`}>
			<Icon className="mt-px size-5" />
			<div className="min-w-0 flex-1 break-words">{children}</div>
		</div>
	);
}

type RetryNoticeProps = { error: string; onRetry?: (() => unknown) | undefined; label?: string };

export function RetryNotice({ error, onRetry, label = m.common_try_again() }: RetryNoticeProps) {
	const [isTrying, setTrying] = useState(false);
	async function tryAgain(): Promise<void> {
		if (isTrying) return;
		setTrying(true);
		await onRetry?.();
		setTrying(false);
	}
	return (
		<Notice tone="error">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<p>{error}</p>
				{onRetry && (
					<Button look="quiet" className="min-h-11 text-ink" aria-disabled={isTrying} onClick={() => void tryAgain()}>
						{label}
					</Button>
				)}
			</div>
		</Notice>
	);
}

export const controlLook =
	'min-h-12 w-full rounded-control border border-edge bg-card px-4 text-base text-ink placeholder:text-soft aria-invalid:border-danger disabled:opacity-60';

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'className'> & {
	label: string;
	aside?: ReactNode;
	hint?: ReactNode;
	problem?: string | undefined;
	suffix?: string;
	action?: ReactNode;
};

export function Field({ label, aside, hint, problem, suffix, action, ...input }: FieldProps) {
	const id = useId();
	const hintId = `${id}-hint`;
	return (
		<div>
			<div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm">
				<label htmlFor={id} className="font-semibold">
					{label}
				</label>
				<span className="text-soft">{aside}</span>
			</div>
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

export type Choices = readonly (readonly [value: string | number, text: string])[];

export function Select({
	className = '',
	children,
	choices = [],
	...rest
}: ComponentProps<'select'> & { choices?: Choices }) {
	return (
		<span className="relative block">
			<select className={`${controlLook} truncate pe-10 ${className}`} {...rest}>
				{children}
				{choices.map(([value, text]) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</select>
			<ChevronDownIcon className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-4 text-soft" />
		</span>
	);
}
