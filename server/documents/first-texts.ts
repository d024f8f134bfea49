import type { DocumentSlug } from '#contract/documents/documents.schema.ts'
import { cookiesText } from '#server/documents/texts/cookies.ts'
import { parentConsentText } from '#server/documents/texts/parent-consent.ts'
import { personalDataText } from '#server/documents/texts/personal-data.ts'
import { privacyText } from '#server/documents/texts/privacy.ts'
import { publicationText } from '#server/documents/texts/publication.ts'

/** The texts a school can start from, HTML; the operator is named by the footer and the section that introduces it. */
export const firstTexts: Record<DocumentSlug, string> = {
  privacy: privacyText,
  'personal-data': personalDataText,
  'parent-consent': parentConsentText,
  publication: publicationText,
  cookies: cookiesText,
}
