/** Refusals and field errors of the operators' calls, one list for each contract. */
import { approvalTexts } from '#features/approvals/words.ts';
import { disbursementTexts } from '#features/disbursements/words.ts';
import { factorTexts } from '#features/factors/words.ts';
import { words } from '#foundation/core/words.ts';

export const operatorApprovalTexts = { ...factorTexts, ...approvalTexts };

export const operatorDisbursementTexts = {
  ...operatorApprovalTexts,
  ...words({
    order_no_form: ['A number has only letters, digits, and . _ | -', '单号只能包含字母、数字和 . _ | -', 'Un número solo tiene letras, cifras y . _ | -', 'หมายเลขมีได้เฉพาะตัวอักษร ตัวเลข และ . _ | -'],
    disbursement_ended: ['It has ended: what is paid or cancelled stays so', '订单已结束：已支付或已取消的状态不可更改', 'Ya terminó: lo pagado o cancelado no cambia', 'รายการสิ้นสุดแล้ว ที่จ่ายหรือยกเลิกแล้วเปลี่ยนไม่ได้'],
    disbursement_changed: ['It changed a moment ago, and your act was not carried out: look at it again', '该订单刚刚发生变化，您的操作未执行，请重新核对', 'Cambió hace un momento y su acción no se realizó: revíselo de nuevo', 'รายการนี้เพิ่งเปลี่ยนแปลง การดำเนินการของคุณจึงไม่เกิดขึ้น โปรดตรวจสอบอีกครั้ง'],
    attempt_open: ['An upstream may be paying it now: wait until the result is known', '上游可能正在付款，请等待结果明确后再操作', 'Un proveedor puede estar pagándolo: espere a conocer el resultado', 'ผู้ให้บริการอาจกำลังจ่ายอยู่ โปรดรอจนทราบผล'],
    no_attempt_open: ['No upstream is paying it: there is nothing to ask about', '没有进行中的付款，无需查询', 'Ningún proveedor lo está pagando: no hay nada que consultar', 'ไม่มีผู้ให้บริการกำลังจ่าย จึงไม่มีอะไรให้สอบถาม'],
    is_frozen: ['It is frozen', '订单已冻结', 'Está congelado', 'รายการถูกระงับอยู่'],
    not_frozen: ['It is not frozen', '订单未冻结', 'No está congelado', 'รายการไม่ได้ถูกระงับ'],
    bank_reference_needed: ['Enter the bank’s reference, up to 64 characters', '请填写银行流水号，最多 64 个字符', 'Introduzca la referencia bancaria, con 64 caracteres como máximo', 'กรอกเลขอ้างอิงธนาคาร ไม่เกิน 64 ตัวอักษร'],
    upstream_needed: ['Choose the upstream whose account paid it', '请选择实际付款的上游账户', 'Elija el proveedor desde cuya cuenta se pagó', 'เลือกผู้ให้บริการเจ้าของบัญชีที่จ่าย'],
  }),
};

export const operatorMemberTexts = {
  ...operatorApprovalTexts,
  request_id_form: disbursementTexts.request_id_form,
  ...words({
    // A member's terms
    most_below_least: ['The most is below the least', '上限低于下限', 'El máximo es menor que el mínimo', 'ค่าสูงสุดต่ำกว่าค่าต่ำสุด'],
    percent_range: ['At most 100 percent', '最高 100%', 'Como máximo el 100 por ciento', 'ไม่เกิน 100 เปอร์เซ็นต์'],
    days_range: ['A number of days from 0 to 90', '天数为 0 至 90', 'Un número de días de 0 a 90', 'จำนวนวันตั้งแต่ 0 ถึง 90'],
    ratio_same_day_only: ['Only a settlement on the same day, with 0 days, has a ratio', '只有当日结算（0 天）可设置比例', 'Solo la liquidación del mismo día, con 0 días, tiene proporción', 'กำหนดสัดส่วนได้เฉพาะการชำระดุลวันเดียวกัน (0 วัน)'],
    wall_form: ['A time such as 09:00', '请输入时间，例如 09:00', 'Una hora como 09:00', 'เวลา เช่น 09:00'],
    window_withdrawals_only: ['Only withdrawals have opening hours', '只有提现有开放时间', 'Solo los retiros tienen horario', 'เฉพาะการถอนเงินเท่านั้นที่มีเวลาเปิดให้บริการ'],

    // Holds
    hold_exceeds_available: ['Only {most} is available, and no more can be held', '可用余额仅 {most}，不可冻结更多', 'Solo hay {most} disponible; no se puede retener más', 'ใช้ได้เพียง {most} จึงพักไว้มากกว่านี้ไม่ได้'],
    release_exceeds_held: ['Only {most} is held by operators', '运营人员冻结的金额仅 {most}', 'Los operadores solo retienen {most}', 'ผู้ดูแลระบบพักไว้เพียง {most}'],
    hold_conflict: ['This request was made before with other content', '相同的请求已以不同内容提交过', 'Esta solicitud ya se hizo con otro contenido', 'คำขอนี้เคยส่งแล้วด้วยข้อมูลอื่น'],
  }),
};

export const operatorOrderTexts = {
  ...operatorApprovalTexts,
  ...words({
    order_not_paid: ['It is not paid: there is nothing to take back', '订单未支付，无可冲正', 'No está pagado: no hay nada que revertir', 'ยังไม่ชำระ จึงไม่มีอะไรให้กลับรายการ'],
    order_reversed: ['It has been reversed already', '订单已冲正', 'Ya se revirtió', 'กลับรายการไปแล้ว'],
    reversal_uncovered: [
      '{missing} is missing in the wallet of {member}: only a forced reversal takes it below zero',
      '{member} 的钱包缺少 {missing}，只有强制冲正才能使其低于零',
      'Faltan {missing} en el monedero de {member}: solo una reversión forzada lo deja en negativo',
      'กระเป๋าเงินของ {member} ขาดอยู่ {missing} เฉพาะการกลับรายการแบบบังคับเท่านั้นที่ทำให้ต่ำกว่าศูนย์ได้',
    ],
  }),
};
