import type { ComponentProps } from 'react';
import { idInWords } from './in-words.ts';

export function Check({ label, ...rest }: ComponentProps<'input'> & { label: string }) {
	return (
		<label className="flex min-h-11 items-center gap-3 text-sm font-semibold">
			<input type="checkbox" className="size-5 accent-accent" {...rest} />
			{label}
		</label>
	);
}

type ChecksProps = { legend: string; name: string; options: readonly string[]; on?: readonly string[] };

export function Checks({ legend, name, options, on = [] }: ChecksProps) {
	return (
		<fieldset className="grid gap-2 sm:grid-cols-2">
			<legend className="mb-2 text-sm font-semibold">{legend}</legend>
			{options.map((one) => {
				const label = idInWords(one.replace('.', ' '));
				return <Check key={one} name={name} value={one} label={label} defaultChecked={on.includes(one)} />;
			})}
		</fieldset>
	);
}

export function chosen<Option extends string>(fields: FormData, name: string, options: readonly Option[]): Option[] {
	const given = fields.getAll(name);
	return options.filter((one) => given.includes(one));
}
