export function RefreshIcon({ className }: { className: string }) {
	return (
		<svg
			viewBox="0 0 24 24"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.75"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
			className={className}
		>
			<path d="M20 11.500A8 8 0 0 0 5.500 7.500L4 9.500M4 5v4.500h4.500M4 12.500a8 8 0 0 0 14.500 4l1.500-2M20 19v-4.500h-4.500" />
		</svg>
	);
}
