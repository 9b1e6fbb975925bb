import { useEffect, useEffectEvent } from 'react';

export function useWindowEvent<Type extends keyof WindowEventMap>(
	type: Type,
	handle: (event: WindowEventMap[Type]) => void,
): void {
	const latest = useEffectEvent(handle);
	useEffect(() => {
		const listen = (event: WindowEventMap[Type]) => latest(event);
		addEventListener(type, listen);
		return () => removeEventListener(type, listen);
	}, [type]);
}
