/** @returns undefined for `Etc/Unknown`, `+05:30` or nothing */
export function knownZone(): string | undefined {
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	return /^(?!Etc\/Unknown$)[A-Za-z]/.test(timeZone ?? '') ? timeZone : undefined;
}

export const timeZone = (): string => knownZone() ?? 'UTC';
