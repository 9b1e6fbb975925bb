alter table fraud_cases add column rule_version integer not null default 1;
alter table payout_reviews add column rule_version integer not null default 1;

alter table threads drop constraint threads_about_kind_check;
alter table threads add constraint threads_about_kind_check
	check (about_kind in ('ban', 'pause', 'withdrawal', 'hold', 'reversal', 'claim', 'review'));
