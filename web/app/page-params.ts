import { useParams, useRouter, useRouterState, useSearch } from '@tanstack/react-router'

/** The parameters of the page's address. */
export const usePageParams = () => useParams({ strict: false }) as Record<string, string>

/** The `{id}` of the page's address. */
export const usePageId = () => Number(usePageParams().id)

/** Words after `?`, each optional. */
export type PageSearch = Record<string, string | undefined>

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
  /** `replace` keeps the step out of the history: for typing in a search field. It also keeps the scroll. */
  const change = (changes: PageSearch, { replace = false } = {}) => {
    const search = { ...(router.latestLocation.search as PageSearch), ...changes }
    return router.navigate({ to: '.', search: search as never, replace, resetScroll: !replace })
  }
  return [going ?? reached, change] as const
}
