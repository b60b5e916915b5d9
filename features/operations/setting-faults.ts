/** The phrases of what can be wrong with a setting, for the server's check and the form's. */
import type { SettingFault } from '#features/platform/setting-fields.ts';

export const faultWords = {
  form: 'setting_form',
  between: 'setting_between',
  amount: 'amount_form',
  order: 'amount_order',
  percent: 'percent_form',
  number: 'number_form',
} as const satisfies Record<SettingFault['fault'], string>;
