// Apart from the schemas, so that a lesson does not load zod.

/** The documents that people agree to, by slug. */
export const consentSlugs = ['personal-data', 'parent-consent', 'publication'] as const
