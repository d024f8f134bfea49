import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { matchPage, type Page, type PageName, pages } from '#contract/pages.ts'
import { enteredModule, enterPage } from '#web/app/enter-page.ts'
import { NotFoundScreen } from '#web/app/not-found.page.tsx'
import { PageFrame } from '#web/app/PageFrame.tsx'
import { RootLayout } from '#web/app/RootLayout.tsx'
import { RouteError } from '#web/app/RouteError.tsx'
import { loadUser, tellUserFailure } from '#web/auth/session.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page
  }
}

/** An address without a page has no `enterPage`, but a header: the user is loaded before it, too (specification §2). */
const enterNowhere = async ({ location, preload }: { location: { pathname: string }; preload: boolean }) => {
  if (preload || matchPage(location.pathname)) return
  const { user, failure } = await loadUser()
  if (failure && !user) tellUserFailure(failure)
}

const rootRoute = createRootRoute({
  beforeLoad: enterNowhere,
  component: RootLayout,
  notFoundComponent: NotFoundScreen,
})

const pageRoute = (name: PageName) => {
  const page: Page = pages[name]
  return createRoute({
    getParentRoute: () => rootRoute,
    path: page.path.replace(/\{(\w+)\}/g, '$$$1'),
    staticData: { page },
    beforeLoad: enterPage(name) as () => Promise<void>,
    notFoundComponent: NotFoundScreen,
    errorComponent: RouteError,
    component: () => {
      const Screen = enteredModule(name).default
      return (
        <PageFrame page={page}>
          <Screen />
        </PageFrame>
      )
    },
  })
}

/**
 * The routes come from `contract/pages.ts` in a loop: the server needs the same table for its heads and its 404, and a
 * generated tree of files would be a second one to keep in step.
 */
const routeTree = rootRoute.addChildren((Object.keys(pages) as PageName[]).map(pageRoute))

/** The router of the site. A view is made anew when its path changes, not when only its search does. */
export const router = createRouter({
  routeTree,
  defaultRemountDeps: ({ routeId, params }) => ({ routeId, params }),
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundScreen,
  // plain words after `?`, without JSON in them; one without a value stands alone, as in `?work`
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const words = new URLSearchParams(
      Object.entries(search)
        .filter(([, value]) => value != null)
        .map(([key, value]) => [key, String(value)]),
    ).toString()
    return words && `?${words.replace(/=(?=&|$)/g, '')}`
  },
})
