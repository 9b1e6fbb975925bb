/** Puts a file of JSON among the reader’s downloads. */
export function saveFile(name: string, text: string): void {
	const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
	const link = document.createElement('a');
	link.href = address;
	link.download = name;
	link.click();
	// Not at once: a browser may still be opening it.
	setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
