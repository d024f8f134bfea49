import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { cookiesText } from '#server/documents/texts/cookies.ts'
import { parentConsentText } from '#server/documents/texts/parent-consent.ts'
import { personalDataText } from '#server/documents/texts/personal-data.ts'
import { privacyText } from '#server/documents/texts/privacy.ts'
import { publicationText } from '#server/documents/texts/publication.ts'

/** Default texts for a new school, HTML; the footer and the section that introduces the school name the operator. */
export const firstTexts: Record<DocumentSlug, string> = {
  privacy: privacyText,
  'personal-data': personalDataText,
  'parent-consent': parentConsentText,
  publication: publicationText,
  cookies: cookiesText,
}
