export function socketFolderOf(databaseUrl: string): string {
	return new URL(databaseUrl.replace('@/', '@localhost/')).searchParams.get('host') ?? '';
}
