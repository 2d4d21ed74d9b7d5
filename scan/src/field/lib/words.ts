export const levels = ['单品', '小箱', '大箱'];
