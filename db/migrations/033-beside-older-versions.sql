-- An older version may still run. Bans and pauses that it writes get the staff rule.
create function follow_status() returns trigger
	language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
	if new.banned_at is null then
		new.ban_rule := null;
	elsif new.ban_rule is null then
		new.ban_rule := 'staff@1';
	end if;
	if new.paused_reason is null then
		new.pause_rule := null;
	elsif new.pause_rule is null then
		new.pause_rule := 'staff@1';
	end if;
	return new;
end
$$;

create trigger users_rules before insert or update of banned_at, paused_reason on users
	for each row execute function follow_status();

-- It does not add to wallet totals. Connections of newer versions are named `lootpass` (server/app/dependencies.ts).
create function follow_wallet() returns trigger
	language plpgsql security definer set search_path = public, pg_temp
as $$
declare
	was wallets := old;
	balance_was bigint := 0;
	pending_was bigint := 0;
	balance_is bigint := 0;
	pending_is bigint := 0;
begin
	if was.uid is not null and was.closed_at is null then
		balance_was := was.balance;
		pending_was := was.pending;
	end if;
	if new.closed_at is null then
		balance_is := new.balance;
		pending_is := new.pending;
	end if;
	if (balance_is, pending_is) <> (balance_was, pending_was) then
		insert into wallet_totals (balance, pending, below_zero) values
			(balance_is - balance_was, pending_is - pending_was, greatest(-balance_is, 0) - greatest(-balance_was, 0));
	end if;
	return null;
end
$$;

create trigger wallets_totals after insert or update on wallets for each row
	when (current_setting('application_name') in ('lootpass', 'lootpass chores'))
	execute function follow_wallet();

-- Nor does it merge the days of shared accounts.
create function follow_earnings() returns trigger
	language plpgsql security definer set search_path = public, pg_temp
as $$
begin
	insert into account_days (account, day, debited, credited)
	select account, date_bin('1 day', starts_at, 'epoch'), sum(debited), sum(credited) from account_buckets
	where starts_at >= old.until and starts_at < new.until group by 1, 2
	on conflict do nothing;
	return null;
end
$$;

create trigger figure_marks_days after update on figure_marks for each row
	when (new.name = 'earnings' and new.until > old.until)
	execute function follow_earnings();
