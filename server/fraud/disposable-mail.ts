/** @returns whether mail to there is for a moment only. The list is kept by a package and is large: read when first asked for. */
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
