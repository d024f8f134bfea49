import { useParams, useRouter, useRouterState, useSearch } from '@tanstack/react-router'

/** The parameters of the page's address. */
export const usePageParams = () => useParams({ strict: false }) as Record<string, string>

/** The `{id}` of the page's address. */
export const usePageId = () => Number(usePageParams().id)

/** Words after `?`, each optional. */
export type PageSearch = Record<string, string | undefined>

/** The words with some of them changed; one that was emptied is taken away. */
export const changedSearch = (search: PageSearch, changes: PageSearch): PageSearch => ({
  ...search,
  ...Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value || undefined])),
})

/**
 * What stands after `?` in the address, and how to change it; an empty value takes its word away. It follows the
 * address that is being gone to, not the one that was reached: what is chosen shows at once, while the user is loaded.
 */
export const usePageSearch = () => {
  const router = useRouter()
  const reached = useSearch({ strict: false }) as PageSearch
  const going = useRouterState({
    select: ({ location, resolvedLocation }) =>
      location.pathname === resolvedLocation?.pathname ? (location.search as PageSearch) : null,
  })
  /** `replace` keeps the step out of the history: for typing in a search field. */
  const change = (changes: PageSearch, { replace = false } = {}) => {
    const search = changedSearch(router.latestLocation.search as PageSearch, changes)
    return router.navigate({ to: '.', search: search as never, replace })
  }
  return [going ?? reached, change] as const
}
