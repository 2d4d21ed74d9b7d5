import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';

dayjs.locale('zh-cn');

/** dayjs in Chinese: weeks begin on Monday. Date controls import it from here. */
export { dayjs };

/** How a day is shown, and the other ways in which people type one. */
export const dayFormats = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D'];
