import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, Suspense, useId, useState } from 'react';
import type { Permission } from '../../../contract/permissions.ts';
import { part } from '../../lib/optional.ts';
import { useMay } from '../../lib/staff-role.tsx';
import { Button, buttonLook, type Choices, controlLook, Select } from '../../ui/basics.tsx';
import type { Question, Run } from './actions/action-form.tsx';

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

type Labelled = { label: string; className?: string };
type SelectFieldProps = Omit<ComponentProps<'select'>, 'children'> & Labelled & { options: Choices };

export function SelectField({ label, className = '', options, ...rest }: SelectFieldProps) {
	return (
		<Around label={label} className={className}>
			{(id) => <Select id={id} choices={options} {...rest} />}
		</Around>
	);
}

export function TextField({ label, className = '', ...rest }: ComponentProps<'input'> & Labelled) {
	return (
		<Around label={label} className={className}>
			{(id) => <input id={id} type="text" autoComplete="off" className={controlLook} {...rest} />}
		</Around>
	);
}

type FilterProps = Labelled & { name: string; value: string | undefined };

export function PickField({ value = '', all, choices, ...rest }: FilterProps & { all: string; choices: Choices }) {
	return <SelectField className="w-44" {...rest} defaultValue={value} options={[['', all], ...choices]} />;
}

export function SearchField({ value, maxLength = 36, ...rest }: FilterProps & { maxLength?: number }) {
	return <TextField className="min-w-36 flex-1" {...rest} maxLength={maxLength} defaultValue={value} />;
}

export function NumberField({ label, className = '', ...rest }: ComponentProps<'input'> & Labelled) {
	return (
		<Around label={label} className={className}>
			{(id) => <NumberInput id={id} {...rest} />}
		</Around>
	);
}

/** Without `step` only whole numbers are valid. */
export function NumberInput(props: ComponentProps<'input'>) {
	return (
		<input
			type="number"
			autoComplete="off"
			className={controlLook}
			// Scrolling must not change a focused amount.
			onWheel={({ currentTarget }) => currentTarget.blur()}
			{...props}
		/>
	);
}

/** Returns null for an empty field. NaN is left to the server to refuse. */
export function numberIn(fields: FormData, name: string): number | null {
	const text = textIn(fields, name);
	return text === '' ? null : Number(text);
}

export const textIn = (fields: FormData, name: string): string => String(fields.get(name) ?? '').trim();

export function timeIn(fields: FormData, name: string): number | null {
	const text = textIn(fields, name);
	return text === '' ? null : new Date(text).getTime();
}

/** Repeated requests of a dialog have the same id. */
export function RequestId() {
	const [id] = useState(() => crypto.randomUUID());
	return <input type="hidden" name="requestId" value={id} />;
}

function Around({ label, className, children }: Required<Labelled> & { children: (id: string) => ReactNode }) {
	const id = useId();
	return (
		<div className={`max-sm:w-full ${className}`}>
			<label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
				{label}
			</label>
			{children(id)}
		</div>
	);
}

export const outcomeUnknown = "The server didn't confirm the change. Check whether it was made before you try again.";

/** Returns a message if the call was proposed instead of executed. */
export function proposedIn(result: unknown): string | undefined {
	if (typeof result !== 'object' || result === null || !('proposal' in result)) return undefined;
	return 'applies_at' in result
		? 'Applies in 24 hours, unless you stop it under Recent actions.'
		: 'Needs approval by a second admin under Recent actions. Nothing has changed yet.';
}

export function unlessProposed<Result>(
	result: Result,
	describe: (done: Exclude<Result, { proposal: string }>) => string,
): string {
	return proposedIn(result) ?? describe(result as Exclude<Result, { proposal: string }>);
}

const ActionDialog = part(() => import('./actions/action-form.tsx'), 'ActionDialog');

/** `title` and `action` default to `label`. */
type ActionButtonProps = Question &
	Run & { label: string; title?: string; action?: string; needs?: Permission; shortcut?: string; disabled?: boolean };

export function ActionButton({
	label,
	title = label,
	action = label,
	needs,
	shortcut,
	disabled,
	...question
}: ActionButtonProps) {
	const queries = useQueryClient();
	const may = useMay();
	// Undefined until first opened, because most dialogs of a long table never are.
	const [isOpen, setOpen] = useState<boolean>();
	// Refreshes only after closing: the refreshed page may no longer contain this button and its result.
	function close(): void {
		setOpen(false);
		void queries.invalidateQueries({ queryKey: ['admin'] });
	}
	if (!may(needs)) return null;
	return (
		<>
			<AdminButton
				tone={question.tone ?? 'quiet'}
				aria-keyshortcuts={shortcut}
				disabled={disabled}
				onClick={() => setOpen(true)}
			>
				{label}
			</AdminButton>
			{isOpen !== undefined && (
				<Suspense>
					<ActionDialog
						{...question}
						isOpen={isOpen}
						title={title}
						action={action}
						onClose={close}
						onDone={() => setOpen(false)}
					/>
				</Suspense>
			)}
		</>
	);
}
