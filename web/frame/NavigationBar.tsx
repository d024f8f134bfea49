import { useRouterState } from '@tanstack/react-router'
import classes from '#web/frame/NavigationBar.module.css'

/** A thin line at the top while what a person has asked for is on the way. */
export const LoadingLine = ({ label }: { label: string }) => (
  <span className={classes.bar} role="progressbar" aria-label={label} />
)

/** The line while a page that takes its time is on the way. */
export const NavigationBar = () => {
  const pending = useRouterState({ select: ({ status }) => status === 'pending' })
  return pending ? <LoadingLine label="Страница загружается" /> : null
}
