import { Button } from '@mantine/core'
import { useEffect, useLayoutEffect } from 'react'
import { notFoundPage } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { setPageHead } from '#web/app/page-head.ts'
import classes from '#web/app/screens.module.css'
import { currentUser, loadUser } from '#web/auth/session.ts'

/** The screen of an address where nothing is. */
export const NotFoundScreen = () => {
  useLayoutEffect(() => setPageHead(notFoundPage), [])
  // an address that is no page has nothing that is done before it: the header would be that of a guest
  useEffect(() => {
    if (!currentUser()) void loadUser()
  }, [])
  return (
    <div className={classes.message}>
      <p className={classes.code} aria-hidden="true">
        404
      </p>
      <h1>Ошибка 404</h1>
      <p>Такой страницы нет. Возможно, её перенесли или в адресе опечатка.</p>
      <Button component={Link} to="/">
        На главную
      </Button>
    </div>
  )
}
