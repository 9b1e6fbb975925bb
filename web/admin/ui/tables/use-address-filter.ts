import { useLocation, useNavigate } from 'react-router';

export type AddressFilter<Name extends string> = {
	/** What the address asks for; what it does not name is not there. */
	filter: Partial<Record<Name, string>>;
	/** For the `FilterBar`, which starts anew where somebody else has changed the filter. */
	bar: { formKey: string; onApply: (fields: FormData) => void };
};

/** What links choose, and no field of a filter changes unless it has that name. */
const KEPT = ['show', 'orderBy'];

/** A filter that travels in the address, so that it can be linked to and going back finds the list as it was. */
export function useAddressFilter<Name extends string>(names: readonly Name[]): AddressFilter<Name> {
	const navigate = useNavigate();
	const { search, state, key } = useLocation();
	const parameters = new URLSearchParams(search);
	// The form that has made this address stays as it is, and so the focus where it is.
	const formKey = (state as { formKey?: string } | null)?.formKey ?? key;

	function onApply(fields: FormData): void {
		const wanted = new URLSearchParams();
		for (const kept of KEPT) {
			const value = parameters.get(kept);
			if (value) wanted.set(kept, value);
		}
		for (const name of names) {
			const value = String(fields.get(name) ?? '').trim();
			if (value) wanted.set(name, value);
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
