import { useLocation, useParams, useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import {
  type PageAddress,
  type PageName,
  type PageOfOne,
  type PageParams,
  type PageSearch,
  pages,
} from '#contract/pages.ts'

/** The parameters of its page that an address has after `?`; everything else in it is left out. */
export function readSearch<Name extends PageName>(name: Name, search: object): PageSearch<Name>
export function readSearch(name: PageName, search: object): Record<string, unknown> {
  const names: readonly string[] = pages[name].search
  return Object.fromEntries(Object.entries(search).filter(([word]) => names.includes(word)))
}

/** The parameters of an address, typed by its page. */
export function readParams<Name extends PageName>(name: Name, params: object): PageParams<Name>
export function readParams(_name: PageName, params: object): Record<string, unknown> {
  return { ...params }
}

/** The parameters of the page's address. */
export function usePageParams<Name extends PageName>(name: Name): PageParams<Name>
export function usePageParams(name: PageName): Record<string, string> {
  return useParams({ from: pages[name].path })
}

/** The `$id` of the page's address. */
export const usePageId = (name: PageOfOne) => Number(usePageParams(name).id)

/** The id that a query parameter has; null for none. */
export const idOf = (text: string | undefined) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null)

/** The address of the page that is shown, without query parameters. */
export const usePagePath = () => useLocation({ select: ({ pathname }) => pathname as PageAddress })

/** Returns the query parameters with some of them changed; an emptied one is removed. */
export const changedSearch = <Search extends object>(search: Search, changes: Partial<Search>): Search => ({
  ...search,
  ...Object.fromEntries(Object.entries(changes).map(([word, value]) => [word, value || undefined])),
})

/**
 * The parameters in the address of a page, and how to change it; an empty value takes its word away. It follows
 * the address that is being gone to, not the one that was reached: what is chosen shows at once, while the user is
 * loaded.
 */
export const usePageSearch = <Name extends PageName>(name: Name) => {
  const router = useRouter()
  const reached: object = useSearch({ strict: false })
  const going = useRouterState({
    select: ({ location, resolvedLocation }): object | null =>
      location.pathname === resolvedLocation?.pathname ? location.search : null,
  })
  const search = useMemo(() => readSearch(name, going ?? reached), [name, going, reached])
  /** `replace` keeps the step out of the history: for typing in a search field. */
  const change = (changes: PageSearch<Name>, { replace = false } = {}) => {
    const next = changedSearch(router.latestLocation.search, changes)
    return router.navigate({ to: '.', search: next, replace })
  }
  return [search, change] as const
}
