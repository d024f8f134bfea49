import { pathTo } from '#contract/pages.ts'

/** The address of a version of a document. */
export const versionHref = (slug: string, version: number) => pathTo('documents.show', { slug }, { version })
