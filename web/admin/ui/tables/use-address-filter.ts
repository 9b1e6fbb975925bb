import { useLocation, useNavigate, useSearchParams } from 'react-router';

export type AddressFilter<Name extends string> = {
	/** What the address asks for; what it does not name is not there. */
	filter: Partial<Record<Name, string>>;
	/** For the `FilterBar`, which starts anew where somebody else has changed the filter. */
	bar: { formKey: string; onApply: (fields: FormData) => void };
};

/**
 * A filter that travels in the address, so that it can be linked to and going back finds the list as it was. What else stands there
 * stays: which view is shown, the order, another filter.
 */
export function useAddressFilter<Name extends string>(names: readonly Name[]): AddressFilter<Name> {
	const navigate = useNavigate();
	const { search, state, key } = useLocation();
	const parameters = new URLSearchParams(search);
	// The form that has made this address stays as it is, and so the focus where it is.
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
	return { filter, bar: { formKey, onApply } };
}

/** A choice that is in force at once, in the address too: the first one unless it says otherwise. */
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
