/** Calls about certifications: a member submits its identity, an operator decides. */
import { z } from 'zod';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped, personName, someLines } from '#foundation/core/typed-fields.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { typedNumber } from '#foundation/core/typed-text.ts';
import { MemberNoText, pageFields, pageOf, Time } from '#foundation/core/wire.ts';
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
});
export type AuthInfo = z.infer<typeof AuthInfo>;

const CertificationRow = z.strictObject({
  id: z.string(),
  memberNo: MemberNoText,
  status: z.enum(sentStatuses),
  ...submitted,
  submittedAt: Time,
  reviewedAt: Time.nullable(),
});

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
    input: z.strictObject({
      status: z.enum([...sentStatuses, 'all']).default('pending'),
      memberNo: MemberNoTyped.optional(),
      ...pageFields(['submittedAt']),
    }),
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
    input: z
      .strictObject({
        id: z.string().max(100),
        status: z.enum(['approved', 'rejected']),
        reviewRemark: Remark.default(''),
        ...secondStepFields,
      })
      .refine(({ status, reviewRemark }) => status === 'approved' || reviewRemark !== '', {
        path: ['reviewRemark'],
        error: 'review_remark_required',
      }),
    refusals: ['certification_decided', 'decide_after_reset', ...secondStepRefusals],
  },
});
