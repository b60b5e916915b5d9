/** Strings of the form that saves a view. */
import { words } from '#foundation/core/words.ts';

export const saveWords = words({
  title: ['Save view', '保存视图', 'Guardar vista', 'บันทึกมุมมอง'],
  name: ['Name', '名称', 'Nombre', 'ชื่อ'],
  hint: ['Saves these filters as a tab that only you see.', '将当前筛选条件保存为标签，仅您可见。', 'Conserva estos filtros como pestaña, solo para usted.', 'เก็บตัวกรองเหล่านี้เป็นแท็บ เห็นเฉพาะคุณ'],
  save: ['Save', '保存', 'Guardar', 'บันทึก'],
});
