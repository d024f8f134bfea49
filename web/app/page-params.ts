import { useNavigate, useParams, useSearch } from '@tanstack/react-router'

/** The parameters of the page's address. */
export const usePageParams = () => useParams({ strict: false }) as Record<string, string>

/** The `{id}` of the page's address. */
export const usePageId = () => Number(usePageParams().id)

/** Words after `?`, each optional. */
export type PageSearch = Record<string, string | undefined>

/** What stands after `?` in the address, and how to change it; an empty value takes its word away. */
export const usePageSearch = () => {
  const search = useSearch({ strict: false }) as PageSearch
  const navigate = useNavigate()
  /** `replace` keeps the step out of the history: for typing in a search field. It also keeps the scroll. */
  const change = (changes: PageSearch, { replace = false } = {}) =>
    navigate({ to: '.', search: { ...search, ...changes } as never, replace, resetScroll: !replace })
  return [search, change] as const
}
