import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';

dayjs.locale('zh-cn');

/** dayjs in Chinese: weeks begin on Monday. Date controls import it from here. */
export { dayjs };
