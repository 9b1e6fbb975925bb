/** @returns undefined if the browser names no zone or only an offset such as `+05:30` */
export function knownZone(): string | undefined {
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	return /^(?!Etc\/Unknown$)[A-Za-z]/.test(timeZone ?? '') ? timeZone : undefined;
}

export const timeZone = (): string => knownZone() ?? 'UTC';
