/** Strings for the screen on which an agent adds a member. */
import { words } from '#foundation/core/words.ts';

export const addWords = words({
  hint: [
    'Opens an account directly below yours. Its user chooses a new password at first login.',
    '在您名下开通账户，对方首次登录时须设置新密码。',
    'Abre una cuenta directamente por debajo de la suya. Su usuario elige una contraseña nueva al iniciar sesión por primera vez.',
    'เปิดบัญชีที่อยู่ใต้คุณโดยตรง ผู้ใช้จะตั้งรหัสผ่านใหม่เมื่อเข้าสู่ระบบครั้งแรก',
  ],
  load_failed: ['Your account couldn’t be loaded', '账户信息加载失败', 'No se pudo cargar su cuenta', 'โหลดข้อมูลบัญชีไม่สำเร็จ'],
  account: ['Account', '账户', 'Cuenta', 'บัญชี'],
  type: ['Member type', '会员类型', 'Tipo de miembro', 'ประเภทสมาชิก'],
  merchant: ['Merchant', '商户', 'Comercio', 'ร้านค้า'],
  merchant_hint: ['Accepts payments', '收款', 'Cobra', 'รับชำระเงิน'],
  agent: ['Agent', '代理', 'Agente', 'ตัวแทน'],
  agent_hint: ['Refers merchants', '推荐商户', 'Recomienda comercios', 'แนะนำร้านค้า'],
  mobile: ['Mobile number', '手机号', 'Número de teléfono', 'หมายเลขมือถือ'],
  mobile_hint: ['For logging in. It receives no codes until its owner confirms it.', '可用于登录，机主绑定前不会收到验证码。', 'Sirve para iniciar sesión. No recibe códigos hasta que su titular lo vincule.', 'ใช้เข้าสู่ระบบได้ แต่จะไม่ได้รับรหัสจนกว่าเจ้าของจะผูกหมายเลข'],
  password: ['First password', '初始密码', 'Primera contraseña', 'รหัสผ่านแรก'],
  confirm_password: ['Repeat first password', '确认初始密码', 'Repita la primera contraseña', 'รหัสผ่านแรกอีกครั้ง'],
  remark: ['Remark', '备注', 'Observaciones', 'หมายเหตุ'],
  remark_hint: ['Only you can see it.', '仅您可见。', 'Solo usted las ve.', 'มีเพียงคุณที่เห็น'],

  // Rates
  rates: ['Rates', '费率', 'Tarifas', 'อัตราค่าธรรมเนียม'],
  rates_hint: ['They start at your own rates, which earn you no commission, and can’t go below them.', '默认与您的费率相同（无佣金），不得低于您的费率。', 'Parten de sus propias tarifas, que no le dan comisión, y no pueden bajar de ellas.', 'เริ่มที่อัตราของคุณซึ่งไม่มีค่าคอมมิชชัน และต่ำกว่านั้นไม่ได้'],
  rates_failed: ['Your rates couldn’t be loaded', '费率加载失败', 'No se pudieron cargar sus tarifas', 'โหลดอัตราค่าธรรมเนียมไม่สำเร็จ'],
  rates_default: [
    'You can add the member without rates. Each channel then starts at the default rate or yours, whichever is higher.',
    '您可以不设费率直接添加，此时各通道按默认费率与您的费率中较高者收取。',
    'Puede agregar al miembro sin tarifas. Cada canal empieza entonces con la tarifa predeterminada o la suya, la que sea más alta.',
    'เพิ่มสมาชิกโดยไม่กำหนดอัตราได้ แต่ละช่องทางจะเริ่มที่อัตราปกติหรืออัตราของคุณ แล้วแต่ว่าอันใดสูงกว่า',
  ],
  no_rates: ['You have no channels yet', '您尚未开通任何通道', 'Aún no tiene ningún canal', 'คุณยังไม่มีช่องทาง'],
  margin: ['Your margin', '您的加价', 'Su margen', 'ส่วนเพิ่มของคุณ'],
  margin_apply: ['Own rate + {margin} for all', '全部设为自身费率 + {margin}', 'Tarifa propia + {margin} a todos', 'อัตราของคุณ + {margin} ทุกช่องทาง'],
  own_rate: ['Yours:', '您的费率：', 'La suya:', 'ของคุณ:'],
  percent: ['Percent', '百分比', 'Porcentaje', 'เปอร์เซ็นต์'],
  fixed: ['Fixed', '固定费用', 'Fijo', 'คงที่'],
  min_fee: ['Minimum fee', '最低手续费', 'Comisión mínima', 'ค่าธรรมเนียมขั้นต่ำ'],
  max_fee: ['Maximum fee', '最高手续费', 'Comisión máxima', 'ค่าธรรมเนียมสูงสุด'],
  commission_at: ['Your commission on {amount}:', '{amount} 的佣金：', 'Su comisión por {amount}:', 'ค่าคอมมิชชันของคุณที่ {amount}:'],

  // Sending and handing over
  added: ['Member added', '会员已添加', 'Miembro agregado', 'เพิ่มสมาชิกแล้ว'],
  hand_over: [
    'Share these details in person or over a channel you trust. The first password is shown only here and stops working once the user chooses their own.',
    '请当面或通过可信渠道告知对方。初始密码仅在此处显示，对方设置新密码后即失效。',
    'Entregue estos datos en persona o por un medio de confianza. La primera contraseña solo se muestra aquí y deja de valer cuando el usuario elige la suya.',
    'โปรดส่งข้อมูลนี้ด้วยตนเองหรือทางช่องทางที่ไว้ใจได้ รหัสผ่านแรกแสดงที่นี่เท่านั้น และใช้ไม่ได้เมื่อผู้ใช้ตั้งรหัสผ่านของตนเองแล้ว',
  ],
  login_address: ['Login page', '登录页面', 'Página de inicio de sesión', 'หน้าเข้าสู่ระบบ'],
  username: ['Username', '用户名', 'Usuario', 'ชื่อผู้ใช้'],
  member_no: ['Member number', '会员编号', 'Número de miembro', 'หมายเลขสมาชิก'],
  copy_all: ['Copy all', '全部复制', 'Copiar todo', 'คัดลอกทั้งหมด'],
  copied: ['Copied', '已复制', 'Copiado', 'คัดลอกแล้ว'],
  add_another: ['Add another', '继续添加', 'Agregar otro', 'เพิ่มอีกราย'],
});
