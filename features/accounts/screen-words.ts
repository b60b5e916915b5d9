/** Strings for the login and register screens. */
import { smsScreenWords } from '#features/sms/screen-words.ts';
import { words } from '#foundation/core/words.ts';

export const userScreenWords = {
  ...smsScreenWords,
  ...words({
    // Both screens
    tagline: ['Collect. Pay out. Every cent in the books.', '收款、付款，每一分都有账可查。', 'Cobre. Pague. Cada céntimo, en los libros.', 'รับเงิน จ่ายเงิน ทุกสตางค์อยู่ในบัญชี'],
    tagline_more: [
      'One balance, one ledger, one place to see what is paid, what is held, and when it is yours.',
      '一个余额、一本账，已收、待结、可用时间一目了然。',
      'Un saldo, un libro mayor y un solo lugar para ver qué está pagado, qué está retenido y cuándo será suyo.',
      'ยอดเดียว บัญชีเดียว เห็นได้ในที่เดียวว่าอะไรชำระแล้ว อะไรยังพักไว้ และจะใช้ได้เมื่อไร',
    ],
    language: ['Language', '语言', 'Idioma', 'ภาษา'],
    account: ['Username or mobile number', '用户名或手机号', 'Usuario o móvil', 'ชื่อผู้ใช้หรือหมายเลขมือถือ'],
    username: ['Username', '用户名', 'Usuario', 'ชื่อผู้ใช้'],
    password: ['Password', '密码', 'Contraseña', 'รหัสผ่าน'],

    // Login
    login: ['Log in', '登录', 'Iniciar sesión', 'เข้าสู่ระบบ'],
    login_title: ['Log in to {name}', '登录 {name}', 'Entrar en {name}', 'เข้าสู่ระบบ {name}'],
    login_hint: ['Enter your account to continue.', '请输入账号以继续。', 'Introduzca su cuenta para continuar.', 'กรอกบัญชีของคุณเพื่อดำเนินการต่อ'],
    forgot: ['Forgot password?', '忘记密码？', '¿Olvidó su contraseña?', 'ลืมรหัสผ่าน?'],
    forgot_answer: ['Please contact business customer service to reset it.', '请联系商务客服重置密码。', 'Contacte con atención comercial para restablecerla.', 'โปรดติดต่อฝ่ายบริการลูกค้าธุรกิจเพื่อรีเซ็ต'],
    no_account: ['No account yet?', '还没有账号？', '¿Aún no tiene cuenta?', 'ยังไม่มีบัญชี?'],
    to_register: ['Open an account', '注册账号', 'Abrir una cuenta', 'เปิดบัญชี'],
    captcha_failed: ['The security check did not succeed. Please try again.', '安全验证未通过，请重试', 'La comprobación de seguridad no se completó. Inténtelo de nuevo.', 'การตรวจสอบความปลอดภัยไม่สำเร็จ โปรดลองใหม่'],
    second_step_title: ['Confirm that it is you', '二次验证', 'Confirme que es usted', 'ยืนยันว่าเป็นคุณ'],
    second_step_hint: [
      'Open your authenticator app and enter its six-digit code, or use one of your recovery codes.',
      '请打开身份验证器，输入 6 位动态码，或使用一个恢复码。',
      'Abra su aplicación de autenticación e introduzca el código de seis cifras, o use un código de recuperación.',
      'เปิดแอปยืนยันตัวตนแล้วกรอกรหัสหกหลัก หรือใช้รหัสกู้คืน',
    ],
    locked_hint: [
      'Too many wrong passwords were tried. If this account has an authenticator, its code lets you in at once.',
      '密码错误次数过多。如该账户已绑定验证器，可用动态码立即登录。',
      'Se han probado demasiadas contraseñas erróneas. Si esta cuenta tiene un autenticador, su código le deja entrar ya.',
      'มีการใส่รหัสผ่านผิดหลายครั้ง หากบัญชีนี้มีแอปยืนยันตัวตน ใช้รหัสจากแอปเพื่อเข้าได้ทันที',
    ],
    locked_enter: ['Log in with a code', '使用动态码登录', 'Entrar con un código', 'เข้าสู่ระบบด้วยรหัส'],
    second_step_code: ['Code', '动态码或恢复码', 'Código', 'รหัส'],
    second_step_needed: ['Enter the code', '请输入验证码', 'Introduzca el código', 'กรอกรหัส'],
    confirm: ['Confirm', '确认', 'Confirmar', 'ยืนยัน'],
    other_account: ['Use another account', '使用其他账号', 'Usar otra cuenta', 'ใช้บัญชีอื่น'],

    // Register
    register: ['Open account', '注册', 'Abrir cuenta', 'เปิดบัญชี'],
    register_title: ['Open an account', '注册账号', 'Abrir una cuenta', 'เปิดบัญชี'],
    register_hint: ['It takes a minute. You need your phone at hand.', '只需一分钟，请准备好手机。', 'Es un minuto. Tenga su teléfono a mano.', 'ใช้เวลาเพียงหนึ่งนาที เตรียมโทรศัพท์ไว้ใกล้มือ'],
    type: ['Account type', '账户类型', 'Tipo de cuenta', 'ประเภทบัญชี'],
    merchant: ['Merchant', '商户', 'Comercio', 'ร้านค้า'],
    merchant_hint: ['I collect payments', '我要收款', 'Recibo pagos', 'ฉันรับชำระเงิน'],
    agent: ['Agent', '代理', 'Agente', 'ตัวแทน'],
    agent_hint: ['I bring merchants', '我推荐商户', 'Capto comercios', 'ฉันแนะนำร้านค้า'],
    username_hint: ['3 to 12 letters, digits or underscores', '3 到 12 位字母、数字或下划线', 'De 3 a 12 letras, cifras o guiones bajos', 'ตัวอักษร ตัวเลข หรือขีดล่าง 3 ถึง 12 ตัว'],
    username_free: ['This username is free', '该用户名可用', 'Este usuario está disponible', 'ชื่อผู้ใช้นี้ใช้ได้'],
    mobile: ['Mobile number', '手机号', 'Móvil', 'หมายเลขมือถือ'],
    confirm_password: ['Password again', '确认密码', 'Repita la contraseña', 'รหัสผ่านอีกครั้ง'],
    invite_code: ['Invitation code (optional)', '邀请码（选填）', 'Código de invitación (opcional)', 'รหัสเชิญ (ไม่บังคับ)'],
    have_account: ['Already have an account?', '已有账号？', '¿Ya tiene cuenta?', 'มีบัญชีอยู่แล้ว?'],
    closed_title: ['Registration is closed', '注册已关闭', 'El registro está cerrado', 'ปิดรับสมัครแล้ว'],
    closed_hint: ['New accounts can’t be opened here at the moment. Please contact business customer service.', '目前暂不开放注册，如需开户请联系商务客服。', 'Por ahora no se pueden abrir cuentas aquí. Contacte con atención comercial.', 'ขณะนี้ยังเปิดบัญชีใหม่ที่นี่ไม่ได้ โปรดติดต่อฝ่ายบริการลูกค้าธุรกิจ'],
    closed_leaving: ['You are being taken to the login page.', '即将返回登录页。', 'Volviendo a la página de inicio de sesión.', 'กำลังพากลับไปหน้าเข้าสู่ระบบ'],
    back_to_login: ['Back to login', '返回登录', 'Volver al inicio de sesión', 'กลับไปหน้าเข้าสู่ระบบ'],
    strength: ['Password strength', '密码强度', 'Seguridad de la contraseña', 'ความแข็งแรงของรหัสผ่าน'],
    strength_weak: ['Weak', '弱', 'Débil', 'อ่อน'],
    strength_fair: ['Fair', '中', 'Aceptable', 'พอใช้'],
    strength_good: ['Good', '良好', 'Buena', 'ดี'],
    strength_strong: ['Strong', '强', 'Fuerte', 'แข็งแรง'],
    auth_redirect: ['Logging in', '正在登录', 'Iniciando sesión', 'กำลังเข้าสู่ระบบ'],
  }),
};
