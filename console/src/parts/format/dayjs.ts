import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';

dayjs.locale('zh-cn');

/** dayjs in Chinese: weeks begin on Monday. Date controls import it from here. */
export { dayjs };

/**
 * How a day is shown, and the other ways in which people type one. None is the beginning of another: what is read is shown as the
 * first of them at once, while somebody may still be typing.
 */
export const dayFormats = ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD'];
