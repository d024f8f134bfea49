import { Outlet, type useMatches, useRouterState } from '@tanstack/react-router'
import { Fragment, useEffect, useState } from 'react'
import { notFoundPage, pages } from '#contract/pages.ts'
import { ConfirmHost } from '#web/app/ConfirmHost.tsx'
import { config } from '#web/app/config.ts'
import { offerInstall } from '#web/app/install.ts'
import { latePart } from '#web/app/late.tsx'
import { useSchool } from '#web/app/school.queries.ts'
import { useLate } from '#web/app/use-late.ts'
import { useSchoolWords } from '#web/app/use-school-words.ts'
import { useUser } from '#web/auth/session.ts'
import { usePasswordRequest, useSignInRequest } from '#web/auth/sign-in-again.ts'
import { CookieNotice } from '#web/frame/CookieNotice.tsx'
import { Header } from '#web/frame/Header.tsx'
import { Main } from '#web/frame/Main.tsx'
import { NavigationBar } from '#web/frame/NavigationBar.tsx'
import { hasFooter, SiteFooter } from '#web/frame/SiteFooter.tsx'
import { shownFrom } from '#web/offline/offline-state.ts'
import { useStore } from '#web/ui/store.ts'
import { TipHost } from '#web/ui/TipHost.tsx'
import { ToastArea } from '#web/ui/ToastArea.tsx'

const loadSignInAgain = () => import('#web/auth/SignInAgain.tsx')
const loadGivePassword = () => import('#web/auth/GivePassword.tsx')

const SecondFactorNeeded = latePart(
  () => import('#web/auth/SecondFactorNeeded.tsx'),
  () => null,
)

const LookBar = latePart(
  () => import('#web/look/LookBar.tsx'),
  () => null,
)

const loadOfflineNotice = () => import('#web/offline/OfflineNotice.tsx')

const ErasureNotice = latePart(
  () => import('#web/privacy/ErasureNotice.tsx'),
  () => null,
)

const ConfirmationNotice = latePart(
  () => import('#web/auth/ConfirmationNotice.tsx'),
  () => null,
)

/** An address without a page may match the beginning of one that has a page. */
const pageOf = (matches: ReturnType<typeof useMatches>) => {
  const last = matches.at(-1)
  return last && last.status !== 'notFound' && last.staticData.page ? last.staticData.page : notFoundPage
}

/** The frame of every page (specification §2, root layout). */
export const RootLayout = () => {
  const page = useRouterState({ select: ({ matches }) => pageOf(matches) })
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname })
  const signInRequest = useSignInRequest()
  const passwordRequest = usePasswordRequest()
  const GivePassword = useLate(passwordRequest !== null, loadGivePassword, () => passwordRequest?.answer(false))
  const school = useSchool()
  const words = useSchoolWords(school, path)
  const user = useUser()
  const isSignedIn = user !== null
  const offlineSince = useStore(shownFrom)
  // a page that was open before the device kept any bundles does without it
  const OfflineNotice = useLate(offlineSince !== null, loadOfflineNotice, () => {})
  useEffect(() => {
    if (isSignedIn) offerInstall()
  }, [isSignedIn])
  // until the page is loaded again: the recovery codes stay on screen when the user is loaded meanwhile
  const [askedId, setAskedId] = useState<number | null>(null)
  if (user?.lacks_second_factor && askedId !== user.id) setAskedId(user.id)
  const SignInAgain = useLate(signInRequest !== null, loadSignInAgain, () => signInRequest?.answer(false))
  return (
    <Fragment key={words}>
      <NavigationBar />
      {page.header && <Header />}
      <Main header={page.header} dark={page.dark}>
        {offlineSince !== null && OfflineNotice && <OfflineNotice since={offlineSince} />}
        {user?.erase_at && <ErasureNotice userId={user.id} eraseAt={user.erase_at} />}
        {user?.email && !user.email_confirmed && page !== pages['confirm-email'] && (
          <ConfirmationNotice email={user.email} />
        )}
        {user && askedId === user.id ? <SecondFactorNeeded user={user} /> : <Outlet />}
      </Main>
      {hasFooter(page) && <SiteFooter appName={config.app_name} school={school} comfort={page.header} />}
      {user?.looker && <LookBar user={user} />}
      <ToastArea />
      <CookieNotice />
      <ConfirmHost />
      <TipHost />
      {signInRequest && SignInAgain && <SignInAgain answer={signInRequest.answer} />}
      {passwordRequest && GivePassword && <GivePassword {...passwordRequest} />}
    </Fragment>
  )
}
