import { expect, test } from 'vitest'
import {
  type AskedConsent,
  type Consent,
  type ConsentSlug,
  consentToRenew,
} from '#contract/consents/consents.schema.ts'

const given = (slug: ConsentSlug, withdrawn_at: string | null) => ({ document: { slug }, withdrawn_at }) as Consent
const asked = (slug: ConsentSlug, own: boolean) => [{ document: { slug }, own }] as AskedConsent[]
const day = '2026-11-14T12:00:00Z'

test.each([
  ['none was ever given', [], asked('personal-data', true), null],
  ['one is valid', [given('personal-data', day), given('parent-consent', null)], asked('parent-consent', false), null],
  ['the person took it back', [given('personal-data', day)], asked('personal-data', true), 'personal-data'],
  ['a parent took it back', [given('parent-consent', day)], asked('parent-consent', false), 'parent-consent'],
  ['the child has grown up since', [given('parent-consent', day)], asked('personal-data', true), 'personal-data'],
  ['it was for everybody to see', [given('publication', day)], asked('personal-data', true), null],
] as const)('a consent to renew, where %s', (_, consents, isAsked, expected) => {
  expect(consentToRenew({ consents: [...consents], asked: isAsked })).toBe(expected)
})
