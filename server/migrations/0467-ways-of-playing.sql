-- Which ways of playing there are says the contract, through which every row comes; another one is no change of a table.
alter table activity drop constraint activity_play_mode_check;
alter table act_template drop constraint act_template_play_mode_check;
