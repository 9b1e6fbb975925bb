export type IsDisposable = (email: string) => boolean;

let reading: Promise<IsDisposable> | undefined;

export function readDisposableDomains(): Promise<IsDisposable> {
	reading ??= import('mailchecker').then(({ default: { blacklist } }) => {
		const domains = blacklist();
		return (email) => {
			const labels = email.toLowerCase().split('@').at(-1)?.split('.') ?? [];
			return labels.some((_, index) => domains.has(labels.slice(index).join('.')));
		};
	});
	return reading;
}
