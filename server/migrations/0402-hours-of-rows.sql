-- Hours of a day are kept of the rows of more dimensions: all days are told anew by the next round, which forgets the changes of scans before it.
truncate stat_day, stat_person, stat_reach, stat_cursor;
