import { idInWords } from './in-words.ts';

type CheckProps = { label: string; name: string; value?: string; isOn?: boolean };

export function Check({ label, name, value = 'on', isOn = false }: CheckProps) {
	return (
		<label className="flex min-h-11 items-center gap-3 text-sm font-semibold">
			<input type="checkbox" name={name} value={value} defaultChecked={isOn} className="size-5 accent-accent" />
			{label}
		</label>
	);
}

type ChecksProps = { legend: string; name: string; options: readonly string[]; on?: readonly string[] };

export function Checks({ legend, name, options, on = [] }: ChecksProps) {
	return (
		<fieldset className="grid gap-2 sm:grid-cols-2">
			<legend className="mb-2 text-sm font-semibold">{legend}</legend>
			{options.map((one) => (
				<Check key={one} name={name} value={one} label={idInWords(one.replace('.', ' '))} isOn={on.includes(one)} />
			))}
		</fieldset>
	);
}

export function chosen<Option extends string>(fields: FormData, name: string, options: readonly Option[]): Option[] {
	const given = fields.getAll(name);
	return options.filter((one) => given.includes(one));
}
