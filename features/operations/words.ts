/** Refusals and field errors of the operators' calls, one list for each contract. */
import { approvalTexts } from '#features/approvals/words.ts';
import { disbursementTexts } from '#features/disbursements/words.ts';
import { factorTexts } from '#features/factors/words.ts';
import { operatorUserTexts } from '#features/accounts/operator-words.ts';
import { callbackTexts } from '#features/portal/callbacks-words.ts';
import { openingTexts } from '#features/accounts/opening-words.ts';
import { userTexts } from '#features/accounts/words.ts';
import { words } from '#foundation/core/words.ts';

const proposingTexts = { ...factorTexts, ...approvalTexts };

export const operatorDisbursementTexts = {
  ...proposingTexts,
  ...words({
    order_no_form: ['Use letters, digits and . _ | - only', '单号只能包含字母、数字和 . _ | -', 'Use solo letras, cifras y . _ | -', 'ใช้ได้เฉพาะตัวอักษร ตัวเลข และ . _ | -'],
    disbursement_ended: ['This is final: once paid or cancelled it can’t change', '订单已结束：已支付或已取消的状态不可更改', 'Ya terminó: lo pagado o cancelado no cambia', 'รายการสิ้นสุดแล้ว ที่จ่ายหรือยกเลิกแล้วเปลี่ยนไม่ได้'],
    disbursement_changed: ['This just changed, so your action wasn’t carried out; check it again', '该订单刚刚发生变化，您的操作未执行，请重新核对', 'Acaba de cambiar y su acción no se realizó; revíselo de nuevo', 'รายการนี้เพิ่งเปลี่ยนแปลง การดำเนินการของคุณจึงไม่เกิดขึ้น โปรดตรวจสอบอีกครั้ง'],
    attempt_open: ['An upstream may be paying it now; wait for the result', '支付渠道可能正在付款，请等待结果明确后再操作', 'Un proveedor puede estar pagándolo: espere a conocer el resultado', 'ผู้ให้บริการอาจกำลังจ่ายอยู่ โปรดรอจนทราบผล'],
    no_attempt_open: ['No upstream is paying it, so there’s nothing to query', '没有进行中的付款，无需查询', 'Ningún proveedor lo está pagando, así que no hay nada que consultar', 'ไม่มีผู้ให้บริการกำลังจ่าย จึงไม่มีอะไรให้สอบถาม'],
    is_frozen: ['It’s frozen', '订单已冻结', 'Está congelado', 'รายการถูกระงับอยู่'],
    not_frozen: ['It isn’t frozen', '订单未冻结', 'No está congelado', 'รายการไม่ได้ถูกระงับ'],
    bank_reference_needed: ['Enter the bank’s reference, up to 64 characters', '请填写银行流水号，最多 64 个字符', 'Introduzca la referencia bancaria, con 64 caracteres como máximo', 'กรอกเลขอ้างอิงธนาคาร ไม่เกิน 64 ตัวอักษร'],
    upstream_no_route: ['This upstream takes no payouts now', '该支付渠道当前不受理出款', 'Este proveedor no acepta pagos ahora', 'ผู้ให้บริการรายนี้ไม่รับจ่ายเงินในขณะนี้'],
    paid_by_hand: ['A bank is paying it by hand; upload the bank’s result first', '正由银行线下付款，请先上传银行结果', 'Un banco lo está pagando a mano: suba antes su resultado', 'ธนาคารกำลังจ่ายเอง โปรดอัปโหลดผลก่อน'],
    rows_needed: ['Choose at least one', '请至少选择一笔', 'Elija al menos uno', 'เลือกอย่างน้อยหนึ่งรายการ'],
    rows_most: ['At most 500 at a time', '每次最多 500 笔', 'Como máximo 500 a la vez', 'ครั้งละไม่เกิน 500 รายการ'],
    bulk_conflict: ['This request was already sent with different details', '相同的请求已以不同内容提交过', 'Esta petición ya se envió con otros datos', 'คำขอนี้เคยส่งแล้วด้วยข้อมูลอื่น'],
    upstream_needed: ['Choose the upstream that paid it', '请选择实际付款的支付渠道', 'Elija el proveedor que lo pagó', 'เลือกผู้ให้บริการที่จ่าย'],
  }),
};

/** Of the calls about what people pay at a bank. */
export const handPaymentTexts = {
  ...operatorDisbursementTexts,
  ...words({
    bank_file_conflict: ['This request was already sent with different details', '相同的请求已以不同内容提交过', 'Esta petición ya se envió con otros datos', 'คำขอนี้เคยส่งแล้วด้วยข้อมูลอื่น'],
    payer_needed: ['Enter who pays and from which account', '请填写付款人及付款账号', 'Indique quién paga y desde qué cuenta', 'ระบุผู้จ่ายและบัญชีที่จ่าย'],
    not_in_file: ['This number isn’t in the bank file', '该单号不在此银行文件中', 'Este número no está en el archivo del banco', 'ไม่มีหมายเลขนี้ในไฟล์ธนาคาร'],
    not_found: ['Not found', '未找到', 'No se ha encontrado', 'ไม่พบ'],
  }),
};

export const operatorMemberTexts = {
  ...proposingTexts,
  request_id_form: disbursementTexts.request_id_form,
  ...words({
    // A member's terms
    most_below_least: ['The maximum is below the minimum', '上限低于下限', 'El máximo es menor que el mínimo', 'ค่าสูงสุดต่ำกว่าค่าต่ำสุด'],
    percent_range: ['At most 100%', '最高 100%', 'Como máximo el 100 %', 'ไม่เกิน 100%'],
    days_range: ['Enter 0 to 90 days', '请输入 0 至 90 天', 'Introduzca de 0 a 90 días', 'กรอก 0 ถึง 90 วัน'],
    ratio_same_day_only: ['Only same-day settlement (0 days) can have a ratio', '只有当日结算（0 天）可设置比例', 'Solo la liquidación en el mismo día (0 días) admite una proporción', 'กำหนดสัดส่วนได้เฉพาะรอบโอนวันเดียวกัน (0 วัน)'],
    wall_form: ['Enter a time such as 09:00', '请输入时间，例如 09:00', 'Introduzca una hora, por ejemplo 09:00', 'กรอกเวลา เช่น 09:00'],
    window_withdrawals_only: ['Only withdrawals have opening hours', '只有提现有开放时间', 'Solo los retiros tienen horario', 'เฉพาะการถอนเงินเท่านั้นที่มีเวลาเปิดให้บริการ'],

    // Holds
    hold_exceeds_available: ['Only {most} is available to hold', '可用余额仅 {most}，不可冻结更多', 'Solo hay {most} disponible; no se puede retener más', 'ใช้ได้เพียง {most} จึงพักไว้มากกว่านี้ไม่ได้'],
    release_exceeds_held: ['Operators only hold {most}', '运营人员冻结的金额仅 {most}', 'Los operadores solo retienen {most}', 'ผู้ดูแลระบบพักไว้เพียง {most}'],
    hold_conflict: ['This request was already sent with different details', '相同的请求已以不同内容提交过', 'Esta petición ya se envió con otros datos', 'คำขอนี้เคยส่งแล้วด้วยข้อมูลอื่น'],
  }),
};

export const operatorMemberPageTexts = {
  ...proposingTexts,
  ...openingTexts,
  username_form: userTexts.username_form,
  username_taken: userTexts.username_taken,
  mobile_taken: userTexts.mobile_taken,
  mobile_form: userTexts.mobile_form,
  mobile_form_international: userTexts.mobile_form_international,
  ...words({
    upline_unfit: ['Enter the number of an active agent', '请输入正常状态的代理会员号', 'Introduzca el número de un agente activo', 'กรอกหมายเลขตัวแทนที่ใช้งานอยู่'],
    note_needed: ['Write a note', '请填写备注', 'Escriba una nota', 'กรอกบันทึก'],
    name_form: ['Enter a name of up to 60 characters', '请输入名称，最多 60 个字符', 'Introduzca un nombre de 60 caracteres como máximo', 'กรอกชื่อไม่เกิน 60 ตัวอักษร'],
    level_range: ['Enter a level from 1 to 99', '请输入 1 至 99 的等级', 'Introduzca un nivel de 1 a 99', 'กรอกระดับ 1 ถึง 99'],
  }),
};

/** Of the calls by which operators move members. */
export const moveTexts = {
  ...proposingTexts,
  tree_too_deep: openingTexts.tree_too_deep,
  upline_unfit: operatorMemberPageTexts.upline_unfit,
  ...words({
    upline_below: ['A member can’t be moved under itself or a member below it', '不能将会员移至其自身或其下级之下', 'Un miembro no puede moverse bajo sí mismo ni bajo uno inferior', 'ย้ายสมาชิกไปอยู่ใต้ตัวเองหรือใต้สมาชิกสายล่างของตนไม่ได้'],
    upline_same: ['It’s already directly under this agent', '该会员已直属于此代理', 'Ya está directamente bajo este agente', 'สมาชิกอยู่ใต้ตัวแทนนี้โดยตรงอยู่แล้ว'],
  }),
};

/** Of the calls by which operators adjust wallets. */
export const adjustmentTexts = {
  ...proposingTexts,
  request_id_form: disbursementTexts.request_id_form,
  ...words({
    adjustment_uncovered: ['The wallet is short by {missing}', '钱包余额缺少 {missing}', 'Faltan {missing} en la billetera', 'กระเป๋าเงินขาดอยู่ {missing}'],
    adjustment_conflict: ['This request was already sent with different details', '相同的请求已以不同内容提交过', 'Esta petición ya se envió con otros datos', 'คำขอนี้เคยส่งแล้วด้วยข้อมูลอื่น'],
    reference_form: ['At most 64 characters', '最多 64 个字符', 'Como máximo 64 caracteres', 'ไม่เกิน 64 ตัวอักษร'],
  }),
};

export const operatorOrderTexts = {
  ...proposingTexts,
  order_no_form: operatorDisbursementTexts.order_no_form,
  ...words({
    nothing_to_resend: ['It has no callback to resend', '该订单没有可重发的回调', 'No tiene ninguna notificación que reenviar', 'ไม่มีการแจ้งผลให้ส่งอีกครั้ง'],
    order_unasked: ['The upstream never gave it a number, so there’s nothing to ask about', '支付渠道未返回单号，无法查询', 'El proveedor nunca le dio un número, así que no hay nada que consultar', 'ผู้ให้บริการไม่เคยให้หมายเลข จึงไม่มีอะไรให้สอบถาม'],
    upstream_silent: ['The upstream didn’t answer; try again later', '支付渠道未应答，请稍后重试', 'El proveedor no respondió; inténtelo más tarde', 'ผู้ให้บริการไม่ตอบ โปรดลองใหม่ภายหลัง'],
    order_not_open: ['It can’t be confirmed: it’s already paid or reversed', '无法确认：订单已支付或已冲正', 'No se puede confirmar: ya está pagado o revertido', 'ยืนยันไม่ได้ เพราะชำระแล้วหรือกลับรายการแล้ว'],
    amount_other: ['The order is over {amount}: a payment of another amount can’t confirm it', '订单金额为 {amount}，其他金额的付款不能确认该订单', 'El pedido es de {amount}: un pago de otro importe no puede confirmarlo', 'คำสั่งซื้อมีจำนวน {amount} การชำระจำนวนอื่นยืนยันไม่ได้'],
    proof_needed: ['Say where the payment can be seen, up to 200 characters', '请说明可在何处查到该付款，最多 200 个字符', 'Indique dónde se ve el pago, con 200 caracteres como máximo', 'ระบุว่าดูการชำระได้ที่ใด ไม่เกิน 200 ตัวอักษร'],
    order_not_paid: ['It isn’t paid, so there’s nothing to reverse', '订单未支付，无可冲正', 'No está pagado, así que no hay nada que revertir', 'ยังไม่ชำระ จึงไม่มีอะไรให้กลับรายการ'],
    order_reversed: ['It has already been reversed', '订单已冲正', 'Ya se revirtió', 'กลับรายการไปแล้ว'],
    reversal_uncovered: [
      '{member}’s wallet is short by {missing}; only a forced reversal can take it below zero',
      '{member} 的钱包缺少 {missing}，只有强制冲正才能使其低于零',
      'Faltan {missing} en la billetera de {member}: solo una reversión forzada lo deja en negativo',
      'กระเป๋าเงินของ {member} ขาดอยู่ {missing} เฉพาะการกลับรายการแบบบังคับเท่านั้นที่ทำให้ต่ำกว่าศูนย์ได้',
    ],
  }),
};

export const operatorSettingTexts = {
  ...proposingTexts,
  ...words({
    setting_form: ['This isn’t a value that it can have', '该值无效', 'No es un valor posible', 'ใช้ค่านี้ไม่ได้'],
    setting_between: ['Enter {lowest, number} to {highest, number}', '请输入 {lowest, number} 至 {highest, number}', 'Introduzca de {lowest, number} a {highest, number}', 'กรอก {lowest, number} ถึง {highest, number}'],
    setting_levels: ['A tree has {levels, number} levels of agents already', '已有代理层级达到 {levels, number} 层', 'Ya hay un árbol con {levels, number} niveles de agentes', 'มีสายตัวแทนลึก {levels, number} ระดับอยู่แล้ว'],
    setting_needs_two: ['Two operators must have the right to do and to confirm this first', '须先有两位有权执行并确认此类操作的运营人员', 'Antes tiene que haber dos operadores con permiso para hacerlo y confirmarlo', 'ต้องมีผู้ดูแลระบบที่มีสิทธิ์ทำและยืนยันรายการนี้สองคนก่อน'],
    setting_country: ['Enter a country’s two letters, such as CN', '请输入两位国家代码，例如 CN', 'Introduzca las dos letras de un país, por ejemplo CN', 'กรอกรหัสประเทศสองตัวอักษร เช่น CN'],
    picture_gone: ['This picture is no longer available; choose it again', '该图片已失效，请重新选择', 'Esta imagen ya no está disponible; elíjala otra vez', 'รูปนี้ใช้ไม่ได้แล้ว โปรดเลือกใหม่'],
    setting_changed: ['Another operator changed it meanwhile; look at it again', '其他运营人员刚刚更改了该设置，请重新核对', 'Otro operador lo cambió entretanto; revíselo de nuevo', 'ผู้ดูแลระบบคนอื่นเปลี่ยนไปแล้ว โปรดตรวจสอบอีกครั้ง'],
    setting_fixed: ['It can’t change any more: members’ money and days are counted in it', '已有会员的资金与日期按此计算，不能再更改', 'Ya no puede cambiar: el dinero y los días de los miembros se cuentan así', 'เปลี่ยนไม่ได้แล้ว เพราะเงินและวันของสมาชิกนับตามค่านี้'],
    day_name_form: ['Up to 60 characters', '最多 60 个字符', 'Hasta 60 caracteres', 'ไม่เกิน 60 ตัวอักษร'],
    calendar_year: ['{day} isn’t a day of this year', '{day} 不在该年', '{day} no es un día de este año', '{day} ไม่ใช่วันของปีนี้'],
    calendar_twice: ['{day} is there twice', '{day} 重复', '{day} está dos veces', 'มี {day} ซ้ำสองครั้ง'],
    calendar_past: ['{day} is over and can’t change', '{day} 已过，不能更改', '{day} ya pasó y no puede cambiar', '{day} ผ่านไปแล้ว เปลี่ยนไม่ได้'],
  }),
};

export const operatorAnnouncementTexts = {
  ...proposingTexts,
  ...words({
    title_form: ['Up to 120 characters', '最多 120 个字符', 'Hasta 120 caracteres', 'ไม่เกิน 120 ตัวอักษร'],
    title_needed: ['Enter a title in one language at least', '请至少填写一种语言的标题', 'Escriba un título al menos en un idioma', 'กรอกหัวข้ออย่างน้อยหนึ่งภาษา'],
    title_of_body: ['A text needs a title', '有正文时须填写标题', 'Un texto necesita un título', 'ข้อความต้องมีหัวข้อ'],
    body_form: ['Up to 10,000 characters', '最多 10,000 个字符', 'Hasta 10.000 caracteres', 'ไม่เกิน 10,000 ตัวอักษร'],
    named_most: ['At most 500 members', '最多 500 位会员', 'Como máximo 500 miembros', 'ไม่เกิน 500 ราย'],
    named_needed: ['Enter the members’ numbers', '请输入会员号', 'Escriba los números de los miembros', 'กรอกหมายเลขสมาชิก'],
    named_unknown: ['Member {member} not found', '未找到会员 {member}', 'No se ha encontrado el miembro {member}', 'ไม่พบสมาชิก {member}'],
    until_before: ['The end is before the start', '结束时间早于开始时间', 'El final es anterior al inicio', 'เวลาสิ้นสุดมาก่อนเวลาเริ่ม'],
    announcement_published: ['It is published; withdraw it first', '公告已发布，请先撤回', 'Está publicado; retírelo antes', 'เผยแพร่อยู่ โปรดถอนก่อน'],
    announcement_unpublished: ['It isn’t published', '公告未发布', 'No está publicado', 'ยังไม่ได้เผยแพร่'],
    announcement_over: ['Its time is over; choose a later end', '公告时间已过，请选择更晚的结束时间', 'Su tiempo ya pasó; elija un final posterior', 'หมดเวลาแล้ว โปรดเลือกเวลาสิ้นสุดใหม่'],
    announcement_empty: ['It has no text', '公告没有正文', 'No tiene texto', 'ไม่มีข้อความ'],
  }),
};

export const operatorCallbackTexts = {
  ...approvalTexts,
  ...callbackTexts,
  ...words({
    receiver_paused: ['It is paused already', '已处于暂停状态', 'Ya está en pausa', 'พักอยู่แล้ว'],
  }),
};

/** Proposals of every kind. */
export const operatorApprovalTexts = { ...operatorOrderTexts, ...operatorUserTexts, ...adjustmentTexts };
