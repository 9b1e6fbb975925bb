const vendors: Readonly<Record<string, string>> = { rbxcrate: 'RBXCrate', rocheap: 'ROCheap', manual: 'Manual' };

export const vendorInWords = (vendor: string): string => vendors[vendor] ?? vendor;

const refusals: Readonly<Record<string, string>> = {
	'pass-not-found': 'Game pass not found',
	'pass-of-someone-else': 'Game pass belongs to someone else',
	'regional-pricing': 'Regional pricing is on',
	'user-not-found': 'Game account not found',
	'out-of-stock': 'Out of stock',
	'vendor-balance-too-low': 'Vendor balance too low',
	'vendor-silent': 'Vendor not responding',
	'vendor-order-differs': 'Vendor has a different order',
	'vendor-lost-the-order': 'Vendor lost the order',
	'dedupe-window-over': 'Too late to send again safely',
	'too-many-attempts': 'Too many attempts',
	'never-taken': 'Never accepted by the vendor',
	screening: 'Refunded while on hold',
	settled: 'Settled by two admins',
	'called-off': 'Cancelled before sending',
	unclear: 'Unclear vendor response',
};

export const refusalInWords = (refusal: string): string => refusals[refusal] ?? refusal;
