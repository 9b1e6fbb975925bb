export function saveFile(name: string, ...contents: BlobPart[]): void {
	const address = URL.createObjectURL(new Blob(contents));
	const link = document.createElement('a');
	link.href = address;
	link.download = name;
	link.click();
	// Waits, because the browser may still be reading the URL.
	setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
