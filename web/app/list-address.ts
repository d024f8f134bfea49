import { type PageSearch, pathTo } from '#contract/pages.ts'
import { usePageSearch } from '#web/app/page-params.ts'

/** The pages of the site that show a list by pages. */
type ListPage = 'users.index' | 'settings' | 'applications.index'

/** The page of a list in an address; the first where the address makes no sense. */
export const listPage = (page: string | undefined) => Math.max(1, Math.trunc(Number(page)) || 1)

/** The filters of a list in the address: how to change them, and the address of each page of the list. */
export const useListAddress = <Name extends ListPage>(name: Name) => {
  const [search, change] = usePageSearch(name)
  return {
    search,
    // another list begins at its first page
    narrow: (changes: PageSearch<Name>) => void change({ ...changes, page: undefined }, { replace: true }),
    pageHref: (page: number) => pathTo<ListPage>(name, {}, { ...search, page: page > 1 ? page : undefined }),
  }
}
