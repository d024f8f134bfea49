import { createRootRoute, createRoute, createRouter, notFound, useLoaderData } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { matchPage, type Page, type PageName, pageNames, pages, searchString } from '#contract/pages.ts'
import { guard } from '#web/app/guard.ts'
import { loadPage } from '#web/app/load-page.ts'
import { NotFoundScreen } from '#web/app/not-found.page.tsx'
import { noteFocus } from '#web/app/page-focus.ts'
import { readSearch } from '#web/app/page-params.ts'
import { RouteError } from '#web/app/RouteError.tsx'
import { currentUser, loadUser, tellUserFailure, type UserLoad } from '#web/auth/session.ts'
import { readToken } from '#web/auth/token.ts'
import { sessionLoss } from '#web/data/call.ts'
import { PageFrame } from '#web/frame/PageFrame.tsx'
import { RootLayout } from '#web/frame/RootLayout.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page
  }
}

/** The user is loaded before every navigation (specification §2); merely pointing at a link asks for nobody. */
const rootRoute = createRootRoute({
  beforeLoad: async ({ location, preload }) => {
    if (preload) return { user: null }
    const user = loadUser()
    // an address without a page has nobody else who waits, but a header
    if (!matchPage(location.pathname)) {
      const { user: known, failure } = await user
      if (failure && !known) tellUserFailure(failure)
    }
    return { user }
  },
  component: RootLayout,
  notFoundComponent: NotFoundScreen,
})

const PageView = ({ page }: { page: Page }) => {
  const Screen: ComponentType = useLoaderData({ from: page.path })
  return (
    <PageFrame page={page}>
      <Screen />
    </PageFrame>
  )
}

/**
 * Lets a user who was signed in a moment ago through at once, and enters the page again when the server says that it is
 * somebody else, or nobody.
 */
const letIn = async (page: Page, user: Promise<UserLoad>, href: string) => {
  const known = currentUser()
  if (!known || !sessionLoss.isPerson(known.id)) return guard(page, await user, href, false)
  guard(page, { user: known }, href, false)
  void user.then((loaded) => {
    if (loaded.user?.id !== known.id) void router.invalidate()
  })
}

/** Keeps `as=student` from page to page of a course, until an act ends it. */
const keepView = ({ search, next }: { search: { as?: string }; next: (search: object) => object }) => {
  const going = next(search)
  return 'as' in going || !search.as ? going : { ...going, as: search.as }
}

const pageRoute = (name: PageName) => {
  const page: Page = pages[name]
  return createRoute({
    getParentRoute: () => rootRoute,
    path: page.path,
    staticData: { page },
    validateSearch: (search) => readSearch(name, search),
    search: { middlewares: page.search.includes('as') ? [keepView] : [] },
    beforeLoad: async ({ context: { user }, location, params, search, preload }) => {
      const { pathname: path, href } = location
      if (matchPage(path)?.name !== name) throw notFound()
      if (page.access === 'user' && !readToken()) guard(page, { user: null }, href, preload)
      // begun here, beside the user: the router begins loaders only once everybody has been let in
      const screen = loadPage(name, { params, search, path, preload })
      screen.catch(() => {})
      if (user) await letIn(page, user, href)
      return { screen }
    },
    loader: { handler: ({ context: { screen } }) => screen, staleReloadMode: 'blocking' },
    shouldReload: true,
    notFoundComponent: NotFoundScreen,
    errorComponent: RouteError,
    component: () => <PageView page={page} />,
  })
}

/**
 * The routes come from `contract/pages.ts` in a loop: the server needs the same table for its heads and its 404, and a
 * generated tree of files would be a second one to keep in step.
 */
const routeTree = rootRoute.addChildren(pageNames.map(pageRoute))

/** The router of the site. A view is made again when its path changes, not when only its search does. */
export const router = createRouter({
  routeTree,
  // what a preload has loaded is kept by the queries; who may enter is asked with the navigation
  defaultPreloadStaleTime: 0,
  defaultRemountDeps: ({ routeId, params }) => ({ routeId, params }),
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundScreen,
  // plain text after `?`, without JSON in it
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: searchString,
})

router.subscribe('onBeforeLoad', noteFocus)
