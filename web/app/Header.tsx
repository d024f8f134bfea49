import { IconUser } from '@tabler/icons-react'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { CoursesMenu } from '#web/app/CoursesMenu.tsx'
import { config } from '#web/app/config.ts'
import { GuestLinks } from '#web/app/GuestLinks.tsx'
import classes from '#web/app/Header.module.css'
import { HeaderBar } from '#web/app/HeaderBar.tsx'
import { useUser } from '#web/auth/session.ts'
import { NotificationBell } from '#web/notifications/NotificationBell.tsx'

/** The header by role (specification §2). */
export const Header = () => {
  const user = useUser()
  return (
    <HeaderBar appName={config.app_name}>
      <nav className={classes.nav} aria-label="Главное меню">
        {user ? <UserLinks user={user} /> : <GuestLinks />}
      </nav>
    </HeaderBar>
  )
}

const UserLinks = ({ user }: { user: CurrentUser }) => {
  const { slug } = user.role
  return (
    <>
      {slug !== 'student' && <TasksLink waiting={user.waiting_tasks} />}
      {slug === 'curator' ? (
        <a href="/courses" className={classes.button}>
          Курсы
        </a>
      ) : (
        Object.keys(user.courses).length > 0 && <CoursesMenu courses={user.courses} />
      )}
      {slug === 'student' && <NotificationBell unread={user.notifications.unread} />}
      <a href="/profile" className={classes.avatar} aria-label="Профиль" title={`${user.name} ${user.surname}`}>
        {user.avatar ? <img src={user.avatar.url} alt="" /> : <IconUser size={20} stroke={1.75} aria-hidden="true" />}
      </a>
    </>
  )
}

const TasksLink = ({ waiting }: { waiting: number }) => (
  <a href="/tasks" className={classes.button} data-soft={waiting > 0 || undefined}>
    Задания
    {waiting > 0 && (
      <>
        <span aria-hidden="true">{waiting}</span>
        <span className={classes.hidden}>, ждут проверки: {waiting}</span>
      </>
    )}
  </a>
)
