import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import classes from '#web/app/CookieNotice.module.css'
import { useUser } from '#web/auth/session.ts'

const key = 'cookies_accepted'
const delay = 2000

/** Says that the site uses cookies, to guests who have not agreed yet (specification §2). */
export const CookieNotice = () => {
  const user = useUser()
  const [due, setDue] = useState(false)
  useEffect(() => {
    if (localStorage.getItem(key) === 'true') return
    const timer = setTimeout(() => setDue(true), delay)
    return () => clearTimeout(timer)
  }, [])
  if (!due || user) return null
  const accept = () => {
    localStorage.setItem(key, 'true')
    setDue(false)
  }
  return (
    <section className={classes.notice} aria-label="Файлы cookie" data-notice="">
      <p>
        Сайт использует <a href={pathTo('documents.show', { slug: 'cookies' })}>файлы cookie</a>, чтобы всё работало как
        надо.
      </p>
      <Button size="sm" onClick={accept}>
        Окей
      </Button>
    </section>
  )
}
