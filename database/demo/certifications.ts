/** The certifications of the demo's members: fictional people, with drawn ID cards in place of photos. */
import sharp from 'sharp';
import type { Submission } from '#features/certifications/contract.ts';
import type { CertificationVerbs } from '#features/certifications/server/verbs.ts';
import type { FileVerbs } from '#features/files/server/verbs.ts';
import type { Database } from '#foundation/server/postgres/database.ts';

interface DemoCertificate {
  name: string;
  /** Valid check digit, but not a real person's number. */
  idNumber: string;
  industry: string;
  website: string;
  remark: string;
  /** Colour of the drawn card. */
  colour: string;
}

/** Keyed by username. */
const certificates: Readonly<Record<string, DemoCertificate>> = {
  demo_agent: {
    name: '陈思远',
    idNumber: '310106198804124010',
    industry: '商务服务',
    website: 'https://lotus.example.com',
    remark: '',
    colour: '#3f6fa8',
  },
  demo_agent2: {
    name: '林佳怡',
    idNumber: '440305199109232026',
    industry: '商务服务',
    website: '',
    remark: '',
    colour: '#5a8a76',
  },
  demo_shop: {
    name: '周海明',
    idNumber: '330102198506173031',
    industry: '家居零售',
    website: 'https://shop.lantern.example',
    remark: '线上销售灯具',
    colour: '#a4663f',
  },
  demo_shop2: {
    name: '王丽萍',
    idNumber: '510107199302084045',
    industry: '餐饮',
    website: 'https://andaman.example.com',
    remark: '',
    colour: '#7a5a9e',
  },
  demo_books: {
    name: '赵文博',
    idNumber: '320106199004152036',
    industry: '图书零售',
    website: 'https://harbourbooks.example.com',
    remark: '',
    colour: '#4a7d8c',
  },
};

export interface CertifyingApp {
  db: Database;
  files: Pick<FileVerbs, 'keep'>;
  certifications: CertificationVerbs;
}

export async function certifyDemo(
  { db, files, certifications }: CertifyingApp,
  username: string,
  holder: Holder,
  at: Date,
): Promise<void> {
  const submission = await submissionOf({ files }, username, holder);
  await db.transaction((tx) => certifications.certify(tx, holder, submission, at));
}

interface Holder {
  memberNo: bigint;
  userId: bigint;
}

/** What a member sends, with its photos kept. */
export async function submissionOf(
  { files }: Pick<CertifyingApp, 'files'>,
  username: string,
  holder: Holder,
): Promise<Submission> {
  const certificate = certificates[username];
  if (!certificate) throw new Error(`the demo has no certificate for ${username}`);
  const { colour, ...sent } = certificate;
  const keep = async (side: 'front' | 'back'): Promise<string> => {
    const kept = await files.keep(holder, await specimen(side, colour));
    if (typeof kept === 'string') throw new Error(`a photo of the demo was not kept: ${kept}`);
    return kept.id;
  };
  const photoFront = await keep('front');
  const photoBack = await keep('back');
  return { ...sent, photoFront, photoBack };
}

/** Without text, because a machine can lack fonts for it. */
function specimen(side: 'front' | 'back', colour: string): Promise<Buffer> {
  const line = (x: number, y: number, width: number) =>
    `<rect x="${x}" y="${y}" width="${width}" height="18" rx="9" fill="#8a94a3"/>`;
  const front = `<circle cx="640" cy="200" r="62" fill="#b9a98a"/><path d="M530 380a110 110 0 0 1 220 0z" fill="#b9a98a"/>
    ${line(110, 150, 220)}${line(110, 200, 320)}${line(110, 250, 280)}${line(110, 300, 340)}${line(110, 430, 480)}`;
  const back = `<circle cx="180" cy="200" r="70" fill="#c9a24a"/>${line(300, 160, 380)}${line(300, 215, 300)}${line(110, 380, 420)}${line(110, 430, 340)}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="856" height="540">
    <rect width="856" height="540" fill="#dfe4ea"/><rect x="40" y="40" width="776" height="460" rx="28" fill="#fbf8f0"/>
    <rect x="40" y="40" width="776" height="64" rx="28" fill="${colour}"/><rect x="40" y="76" width="776" height="28" fill="${colour}"/>${side === 'front' ? front : back}
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
