/** Texts of what opens over a page. Loaded with it, apart from the kit's own, which the first page loads. */
import { words } from '#foundation/core/words.ts';

export const popupWords = words({
  previous_row: ['Previous row', '上一行', 'Fila anterior', 'แถวก่อนหน้า'],
  next_row: ['Next row', '下一行', 'Fila siguiente', 'แถวถัดไป'],
});
