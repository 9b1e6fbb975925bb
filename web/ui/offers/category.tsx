import {
	type OfferCategory,
	type OfferDevice,
	type OfferOrder,
	offerDevices,
} from '../../../contract/offerwalls/offer-filters.ts';
import { m } from '../../texts/messages.js';
import { Icon } from '../icons.tsx';

const drawings: Record<OfferCategory, string> = {
	game: 'M7 8h10a4 4 0 0 1 4 4l-.7 4.200a2.300 2.300 0 0 1-4.100 1L14.500 15h-5l-1.700 2.200a2.300 2.300 0 0 1-4.100-1L3 12a4 4 0 0 1 4-4ZM7.500 10v3M6 11.500h3M16 10.500h.01M17.500 12.500h.01',
	survey: 'M7 4h10a1 1 0 0 1 1 1v15H6V5a1 1 0 0 1 1-1ZM9 9l1 1 2-2M9 14l1 1 2-2M14.500 9.500h1M14.500 14.500h1',
	app: 'M8 3h8a1.500 1.500 0 0 1 1.500 1.500v15A1.500 1.500 0 0 1 16 21H8a1.500 1.500 0 0 1-1.500-1.500v-15A1.500 1.500 0 0 1 8 3ZM12 8v5M9.800 11l2.200 2.200 2.200-2.200M11 18h2',
	quiz: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM9.700 9.500a2.400 2.400 0 1 1 3.300 2.200c-.7.3-1 .8-1 1.600M12 16.500h.01',
	shop: 'M6 8h12l1 12H5L6 8ZM9 8V7a3 3 0 0 1 6 0v1',
	other: 'M12 4l2.300 4.900 5.200.7-3.800 3.700.9 5.300L12 16.100l-4.600 2.500.9-5.300L4.500 9.600l5.200-.7L12 4Z',
};

export function CategoryDrawing({ category, className }: { category: OfferCategory; className?: string }) {
	return (
		<Icon {...(className && { className })}>
			<path d={drawings[category]} />
		</Icon>
	);
}

export const categoryNames: Record<OfferCategory, string> = {
	game: m.offers_category_game(),
	survey: m.offers_category_survey(),
	app: m.offers_category_app(),
	quiz: m.offers_category_quiz(),
	shop: m.offers_category_shop(),
	other: m.offers_category_other(),
};

export const deviceNames: Record<OfferDevice, string> = {
	android: m.offers_device_android(),
	ios: m.offers_device_ios(),
	desktop: m.offers_device_desktop(),
};

export const devicesInWords = (devices: readonly OfferDevice[]): string =>
	devices.length === offerDevices.length
		? m.offers_all_devices()
		: devices.map((device) => deviceNames[device]).join(', ');

export const orderNames: Record<OfferOrder, string> = {
	recommended: m.offers_order_recommended(),
	reward: m.offers_order_reward(),
	quick: m.offers_order_quick(),
	new: m.offers_order_new(),
};
