/** The demo's announcements to its members. Title and body are English; the translations have the other languages. */
interface AnnouncementText {
  title: string;
  body: string;
}

export interface DemoAnnouncement extends AnnouncementText {
  daysAgo: number;
  translations: Readonly<Record<'zh' | 'es' | 'th', AnnouncementText>>;
}

export const demoAnnouncements: readonly DemoAnnouncement[] = [
  {
    daysAgo: 61,
    title: 'Welcome to Countinghouse',
    body: 'Your console is ready. Start with **your API settings**, then send a first order to the sandbox:\n\n- create an order\n- open its payment page\n- press *Pay* and watch your wallet',
    translations: {
      zh: {
        title: '欢迎使用 Countinghouse',
        body: '您的后台已就绪。请先完成 **API 设置**，然后向沙箱发送第一笔订单：\n\n- 创建订单\n- 打开支付页面\n- 点击*支付*，查看钱包变化',
      },
      es: {
        title: 'Le damos la bienvenida a Countinghouse',
        body: 'Su consola está lista. Empiece por **los ajustes de la API** y envíe un primer pedido al entorno de pruebas:\n\n- cree un pedido\n- abra su página de pago\n- pulse *Pagar* y observe su billetera',
      },
      th: {
        title: 'ยินดีต้อนรับสู่ Countinghouse',
        body: 'คอนโซลของคุณพร้อมใช้งานแล้ว เริ่มจาก **การตั้งค่า API** แล้วส่งคำสั่งซื้อแรกไปยังระบบทดสอบ:\n\n- สร้างคำสั่งซื้อ\n- เปิดหน้าชำระเงิน\n- กด *ชำระ* แล้วดูกระเป๋าเงินของคุณ',
      },
    },
  },
  {
    daysAgo: 27,
    title: 'Bank transfer: higher limit',
    body: 'The range of **Bank transfer** now goes up to **500,000.00** per order. The rate stays the same.',
    translations: {
      zh: { title: '银行转账：单笔限额提高', body: '**银行转账**单笔限额现提高至 **500,000.00**，费率不变。' },
      es: {
        title: 'Transferencia bancaria: límite más alto',
        body: 'El rango de **Transferencia bancaria** llega ahora hasta **500.000,00** por pedido. La tarifa no cambia.',
      },
      th: {
        title: 'โอนผ่านธนาคาร: เพิ่มวงเงินต่อรายการ',
        body: '**โอนผ่านธนาคาร** รับได้สูงสุด **500,000.00** ต่อรายการ อัตราค่าธรรมเนียมไม่เปลี่ยน',
      },
    },
  },
  {
    daysAgo: 9,
    title: 'Callbacks are signed twice during a key change',
    body: 'When you replace your key, callbacks carry both signatures until the old key ends. You don’t have to switch everything at the same moment.',
    translations: {
      zh: {
        title: '更换密钥期间，回调通知同时带两个签名',
        body: '更换密钥后，旧密钥停用前的回调通知会同时带两个签名，您无需在同一时刻切换所有程序。',
      },
      es: {
        title: 'Las notificaciones llevan dos firmas durante un cambio de clave',
        body: 'Cuando sustituye su clave, las notificaciones llevan ambas firmas hasta que termina la anterior. No tiene que cambiarlo todo en el mismo momento.',
      },
      th: {
        title: 'การแจ้งผลมีสองลายเซ็นระหว่างเปลี่ยนคีย์',
        body: 'เมื่อเปลี่ยนคีย์ การแจ้งผลจะมีทั้งสองลายเซ็นจนกว่าคีย์เดิมจะสิ้นสุด คุณไม่ต้องเปลี่ยนทุกอย่างพร้อมกัน',
      },
    },
  },
  {
    daysAgo: 1,
    title: 'Maintenance on Sunday, 03:00–03:20',
    body: 'The console may be slow for a few minutes. **Payments and callbacks continue as usual.**',
    translations: {
      zh: { title: '周日 03:00–03:20 系统维护', body: '后台可能会有几分钟响应较慢。**支付和回调通知不受影响。**' },
      es: {
        title: 'Mantenimiento el domingo, 03:00–03:20',
        body: 'La consola puede ir lenta unos minutos. **Los pagos y las notificaciones siguen con normalidad.**',
      },
      th: {
        title: 'ปิดปรับปรุงระบบวันอาทิตย์ 03:00–03:20 น.',
        body: 'คอนโซลอาจตอบสนองช้าไม่กี่นาที **การชำระเงินและการแจ้งผลทำงานตามปกติ**',
      },
    },
  },
];
