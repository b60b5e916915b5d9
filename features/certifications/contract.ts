/** Calls about certifications: a member submits its identity, an operator decides. */
import { z } from 'zod';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped, personName, someLines } from '#foundation/core/typed-fields.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { typedNumber } from '#foundation/core/typed-text.ts';
import { MemberNoText, pageFields, pageOf, Time } from '#foundation/core/wire.ts';
import { certificationRemarkNames } from './review-remarks.ts';
import { isWebsite } from './rules.ts';
import { certificationTexts } from './words.ts';

const sentStatuses = ['pending', 'approved', 'rejected'] as const;

/** The allowed letters depend on the platform's country and are checked with the settings. */
const Name = personName({ error: 'required' }).min(1, { error: 'required' }).max(60);
const Remark = someLines(500);
const Photo = z
  .string({ error: 'photo_required' })
  .min(1, { error: 'photo_required' })
  .max(100, { error: 'photo_gone' });

export const Submission = z
  .strictObject({
    name: Name,
    /** Checked against the platform's country with the settings. */
    idNumber: z.string({ error: 'required' }).overwrite(typedNumber).min(1, { error: 'required' }).max(40),
    industry: Name,
    website: z
      .string()
      .overwrite(typedLine)
      .max(200)
      .refine((text) => text === '' || isWebsite(text), { error: 'website_form' })
      .default(''),
    /** Ids of uploaded files. */
    photoFront: Photo,
    photoBack: Photo,
    remark: Remark.default(''),
  })
  .refine(({ photoFront, photoBack }) => photoFront !== photoBack, { path: ['photoBack'], error: 'photo_twice' });
export type Submission = z.output<typeof Submission>;

const submitted = {
  name: z.string(),
  /** Masked: only its ends. */
  idNumber: z.string(),
  industry: z.string(),
  website: z.string(),
  photoFront: z.string(),
  photoBack: z.string(),
  remark: z.string(),
  /** In the request's language, as far as the operator chose it from the templates. */
  reviewRemark: z.string(),
};

/** Fields are empty or null if nothing was submitted. */
export const AuthInfo = z.strictObject({
  status: z.enum(['none', ...sentStatuses]),
  ...submitted,
  photoFront: z.string().nullable(),
  photoBack: z.string().nullable(),
  submittedAt: Time.nullable(),
  reviewedAt: Time.nullable(),
  /** Set if it was approved and no longer is; its status is then `rejected`. */
  revokedAt: Time.nullable(),
});
export type AuthInfo = z.infer<typeof AuthInfo>;

/** Who has opened it, until when. Only tells operators of each other: anyone can decide in spite of it. */
const Claim = z.strictObject({ by: z.string(), own: z.boolean(), until: Time });
export type Claim = z.infer<typeof Claim>;

const CertificationRow = z.strictObject({
  id: z.string(),
  memberNo: MemberNoText,
  memberName: z.string(),
  status: z.enum(sentStatuses),
  ...submitted,
  submittedAt: Time,
  reviewedAt: Time.nullable(),
  revokedAt: Time.nullable(),
  /** Null: no operator has opened it within ten minutes. */
  claim: Claim.nullable(),
});
export type CertificationRow = z.infer<typeof CertificationRow>;

const CertificationDetail = CertificationRow.extend({
  /** Unmasked, to compare it with the photos. */
  wholeIdNumber: z.string(),
  /** What an ID number of mainland China says; null for numbers of another form. */
  says: z
    .strictObject({
      /** Day of birth. */
      born: z.iso.date(),
      age: z.int(),
      /** Where it was issued, in the request's language; null: no region has these digits. */
      region: z.string().nullable(),
      checkFits: z.boolean(),
    })
    .nullable(),
  /** Certifications of other members with the same ID number or a same photo, newest first; at most 20. */
  same: z.array(
    z.strictObject({
      id: z.string(),
      memberNo: MemberNoText,
      memberName: z.string(),
      status: z.enum(sentStatuses),
      idNumber: z.boolean(),
      photo: z.boolean(),
      submittedAt: Time,
    }),
  ),
});
export type CertificationDetail = z.infer<typeof CertificationDetail>;

const CertificationId = z.string().max(100);
const remarkFields = {
  /** A remark that the member reads in its language, before `reviewRemark`. */
  reviewTemplate: z.enum(certificationRemarkNames).optional(),
  reviewRemark: Remark.default(''),
};

export const CertificationDecision = z
  .strictObject({
    id: CertificationId,
    status: z.enum(['approved', 'rejected']),
    ...remarkFields,
    ...secondStepFields,
  })
  .refine((input) => input.status === 'approved' || isExplained(input), {
    path: ['reviewRemark'],
    error: 'review_remark_required',
  });

export const Revocation = z
  .strictObject({ id: CertificationId, ...remarkFields, ...secondStepFields })
  .refine(isExplained, { path: ['reviewRemark'], error: 'review_remark_required' });

function isExplained({ reviewTemplate, reviewRemark }: { reviewTemplate?: string | undefined; reviewRemark: string }) {
  return reviewTemplate !== undefined || reviewRemark !== '';
}

export const OperatorCertificationFilter = z.strictObject({
  status: z.enum([...sentStatuses, 'all']).default('pending'),
  memberNo: MemberNoTyped.optional(),
  ...pageFields(['submittedAt']),
});
export type ParsedCertificationFilter = z.output<typeof OperatorCertificationFilter>;

export const certificationCalls = calls(certificationTexts, {
  '/user/auth': {
    who: 'members',
    secondStep: { none: 'submits documents to an operator, who decides with a second step' },
    audit: ['certification_submitted'],
    summary: 'Submits a certification; again only after a rejection',
    input: Submission,
    output: z.strictObject({ status: z.enum(sentStatuses) }),
    refusals: ['certification_pending', 'certification_approved'],
  },
  '/user/getAuthInfo': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'The latest certification and its status',
    output: AuthInfo,
  },
  '/operator/certification/list': {
    who: 'operators',
    right: 'certifications.view',
    secondStep: { none: 'reads' },
    summary: 'Certifications, newest first',
    input: OperatorCertificationFilter,
    output: pageOf(
      CertificationRow,
      z.strictObject({ /** Certifications waiting for a decision, regardless of the filter. */ pending: z.int() }),
    ),
  },
  '/operator/certification/decide': {
    who: 'operators',
    right: 'certifications.act',
    secondStep: 'strongest',
    audit: ['certification_decided'],
    notices: ['certification_approved', 'certification_rejected'],
    summary: 'Approves or rejects a certification, once',
    input: CertificationDecision,
    refusals: ['certification_decided', 'decide_after_reset', ...secondStepRefusals],
  },
  '/operator/certification/detail': {
    who: 'operators',
    right: 'certifications.view',
    secondStep: { none: 'reads' },
    audit: ['id_number_read'],
    summary: 'One certification with the whole ID number, what it says, and where else it or a photo was submitted',
    input: z.strictObject({ id: CertificationId }),
    output: CertificationDetail,
  },
  '/operator/certification/claim': {
    who: 'operators',
    right: 'certifications.act',
    secondStep: { none: 'only tells other operators who is looking at it' },
    audit: ['certification_taken_over'],
    summary:
      'Says for ten minutes that the operator is looking at a certification; takes it over from another if asked',
    input: z.strictObject({
      id: CertificationId,
      /** Also if another operator is looking at it. */
      takeOver: z.boolean().default(false),
    }),
    output: z.strictObject({ claim: Claim, /** Who was looking at it until now. */ takenFrom: z.string().nullable() }),
    refusals: ['certification_decided'],
  },
  '/operator/certification/revoke': {
    who: 'operators',
    right: 'certifications.act',
    secondStep: 'strongest',
    audit: ['certification_revoked'],
    notices: ['certification_revoked'],
    summary: 'Revokes an approved certification: the member is not certified until another one is approved',
    input: Revocation,
    refusals: ['certification_not_approved', ...secondStepRefusals],
  },
});
