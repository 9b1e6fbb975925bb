/** Text as it can stand in HTML, in an attribute too. */
export function escapeHtml(text: string): string {
	const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
