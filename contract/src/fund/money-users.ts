/** Whoever sees campaigns and red packets picks the pool, or the merchant, that they are paid from. */
export const moneyUsers = [
  'admin:lottery:active:list',
  'admin:lottery:aiActive:list',
  'admin:lottery:interact:list',
  'admin:lottery:prize:list',
  'admin:lottery:redActive:list',
  'admin:lottery:redInfo:list',
];
