/** How every list that can grow says where it is. */
export interface PageOfList {
  page: number
  pages: number
  total: number
}

/** For `getNextPageParam`: the page after this one, if there is one. */
export const nextPage = ({ page, pages }: PageOfList) => (page < pages ? page + 1 : undefined)

/**
 * The pages of an infinite query as one response: the newest one as it came, with the rows of all pages in its list
 * (specification §7). A row that slid to the next page meanwhile is listed once.
 */
export const mergePages = <Key extends string, Row extends { id: number }, Result extends Record<Key, Row[]>>(
  key: Key,
  pages: Result[],
): Result => {
  const rows = new Map(pages.flatMap((page) => page[key]).map((row) => [row.id, row]))
  return { ...(pages.at(-1) as Result), [key]: [...rows.values()] }
}
