import { useLocation, useNavigate, useSearchParams } from 'react-router';

export type AddressFilter<Name extends string> = {
	filter: Partial<Record<Name, string>>;
	/** For the `FilterBar`. `formKey` changes if the URL was changed elsewhere, which resets the form. */
	bar: { formKey: string; count: number; onApply: (fields: FormData) => void };
};

export function useAddressFilter<Name extends string>(names: readonly Name[]): AddressFilter<Name> {
	const navigate = useNavigate();
	const { search, state, key } = useLocation();
	const parameters = new URLSearchParams(search);
	// Keeps the key of the form that caused the navigation, and so its focus.
	const formKey = (state as { formKey?: string } | null)?.formKey ?? key;

	function onApply(fields: FormData): void {
		const wanted = new URLSearchParams(search);
		for (const name of names) {
			const value = fields.get(name) ?? (name === 'orderBy' ? wanted.get(name) : '');
			wanted.delete(name);
			if (value?.toString().trim()) wanted.set(name, value.toString().trim());
		}
		navigate(`?${wanted}`, { replace: true, state: { formKey } });
	}

	const filter: Partial<Record<Name, string>> = {};
	for (const name of names) {
		const value = parameters.get(name);
		if (value) filter[name] = value;
	}
	const count = names.filter((name) => name !== 'orderBy' && filter[name]).length;
	return { filter, bar: { formKey, count, onApply } };
}

export function useInAddress<Value extends string>(
	name: string,
	values: readonly [Value, ...Value[]],
): [value: Value, choose: (value: string) => void] {
	const [parameters, setParameters] = useSearchParams();
	const wanted = parameters.get(name);
	function choose(value: string): void {
		const next = new URLSearchParams(parameters);
		next.set(name, value);
		setParameters(next, { replace: true, preventScrollReset: true });
	}
	return [values.find((value) => value === wanted) ?? values[0], choose];
}
