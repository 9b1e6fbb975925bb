-- What a person was shown for what they miss, boost and all, in hundredths of R$; null: nobody knows which step it is.
alter table claims add column shown bigint check (shown > 0);
