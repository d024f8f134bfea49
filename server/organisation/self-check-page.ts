import type { RegistryPage } from '#contract/organisation/registry/registry.types.ts'
import { markedElements, type ServedDocument } from '#server/organisation/self-check-markup.ts'
import { type CheckedNames, checkNames } from '#server/organisation/self-check-names.ts'
import { linkFaults, markedLinks, structureFaults } from '#server/organisation/self-check-structure.ts'

/** Max number of a page's further pages that the robot reads. */
export const maxFurtherPages = 10

/** Addresses of a page's further pages (`addRef`), as written. */
export const furtherPages = (document: ServedDocument): string[] =>
  markedElements(document)
    .filter(({ name }) => name === 'addRef')
    .map(({ element }) => element.attribs.href ?? '')

/** Addresses that the names of a page link to, as written. */
export const addressesOf = (document: ServedDocument): string[] =>
  markedLinks(markedElements(document)).map(({ href }) => href)

/**
 * The robot of the supervising authority on one served page with its further pages (МР 9.0.0, section 5).
 * `site` is the address of this site: external links are not checked. `stated` has the keys of names that the school
 * states to be absent.
 */
export const checkPage = (
  document: ServedDocument,
  page: RegistryPage,
  site: string,
  further: ServedDocument[],
  stated: ReadonlySet<string> = new Set(),
): CheckedNames => {
  const marked = [document, ...further].flatMap(markedElements)
  const { names, faults } = checkNames(marked, page, stated)
  const refs = marked.filter(({ name }) => name === 'addRef').length
  return {
    names,
    faults: [
      ...structureFaults(document, page, site),
      ...(refs > maxFurtherPages ? [`Дополнительных страниц ${refs}: робот читает первые ${maxFurtherPages}.`] : []),
      ...linkFaults(markedLinks(marked), site),
      ...faults,
    ],
  }
}
