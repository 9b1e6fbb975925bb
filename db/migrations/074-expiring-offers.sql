-- A notice shortly before the partner's time for a started offer ends.
alter table notices drop constraint if exists notices_kind_check;
alter table notices add constraint notices_kind_check check (kind in
	('withdrawal-paid', 'withdrawal-refunded', 'credit-held', 'paused', 'resumed', 'banned', 'unbanned', 'message',
		'game-account-lost', 'claim-settled', 'claim-declined', 'claim-asked', 'claim-paid-twice', 'thread-answered',
		'winding-down', 'going-on', 'offer-expiring'));
