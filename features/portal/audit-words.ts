/** Audit log phrases of the developers' page, one per action. Stored rows refer to the names, so never rename one. */
import { words } from '#foundation/core/words.ts';

export const portalActions = words({
  payout_tried: ['Payout sent from the API page', '在接口页面发起代付', 'Pago enviado desde la página API', 'ส่งรายการจ่ายจากหน้า API'],
});
