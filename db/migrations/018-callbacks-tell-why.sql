-- Why a callback was refused, for the operator who looks for it. Null where nothing was.
alter table callbacks add column why text;
