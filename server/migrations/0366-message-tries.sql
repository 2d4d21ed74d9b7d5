-- Attempts before staff last sent it again: those since then decide when it is given up.
alter table message add tries_before int not null default 0;
