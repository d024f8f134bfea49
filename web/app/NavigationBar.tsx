import { useRouterState } from '@tanstack/react-router'
import classes from '#web/app/NavigationBar.module.css'

/** A thin line at the top while a page that takes its time is on the way. */
export const NavigationBar = () => {
  const pending = useRouterState({ select: ({ status }) => status === 'pending' })
  return pending ? <div className={classes.bar} role="progressbar" aria-label="Страница загружается" /> : null
}
