import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { curates } from '#contract/users/users.policy.ts'
import { config } from '#web/app/config.ts'
import { useSchool } from '#web/app/school.queries.ts'
import { useIsGuest, useUser } from '#web/auth/session.ts'
import { toActor } from '#web/auth/use-actor.ts'
import { CoursesMenu } from '#web/frame/CoursesMenu.tsx'
import { GuestLinks } from '#web/frame/GuestLinks.tsx'
import classes from '#web/frame/Header.module.css'
import { HeaderBar } from '#web/frame/HeaderBar.tsx'
import { HeaderLink } from '#web/frame/HeaderLink.tsx'
import { UserMenu } from '#web/frame/UserMenu.tsx'
import { guestHome } from '#web/home/guest-home.queries.ts'
import { hasPrograms } from '#web/home/has-programs.ts'
import { NotificationBell } from '#web/notifications/NotificationBell.tsx'
import { SearchButton } from '#web/search/SearchButton.tsx'
import { Row } from '#web/ui/layout.tsx'

/** The header by role (specification §2). */
export const Header = () => {
  const user = useUser()
  const isGuest = useIsGuest()
  return (
    <HeaderBar appName={config.app_name} school={useSchool()}>
      <Row as="nav" gap={2} fixed className={classes.nav} aria-label="Главное меню">
        {user ? <UserLinks user={user} /> : isGuest && <LinksOfGuests />}
      </Row>
    </HeaderBar>
  )
}

/** The menu of a phone closes by a click anywhere else, by its own links and by Escape. */
const closeMenus = () => {
  const closing = new AbortController()
  const close = (event: Event) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>(`.${classes.more}[open]`)) {
      const target = event.target as Element
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !target.closest('summary')) menu.open = false
    }
  }
  document.addEventListener('click', close, { signal: closing.signal })
  document.addEventListener('keydown', close, { signal: closing.signal })
  return () => closing.abort()
}

const LinksOfGuests = () => {
  const { data } = useQuery({ ...guestHome, enabled: false })
  useEffect(closeMenus, [])
  return <GuestLinks programs={data ? hasPrograms(data.home) : config.programs} />
}

const UserLinks = ({ user }: { user: CurrentUser }) => {
  const { slug } = user.role
  return (
    <>
      {slug !== 'student' && <TasksLink waiting={user.waiting_tasks} />}
      {curates(toActor(user), 'courses') ? (
        <HeaderLink to="/courses">Курсы</HeaderLink>
      ) : (
        (slug !== 'student' || Object.keys(user.courses).length > 0) && (
          <CoursesMenu courses={user.courses} tasks={slug === 'student'} />
        )
      )}
      <SearchButton user={user} />
      {slug === 'student' && <NotificationBell unread={user.notifications.unread} />}
      <UserMenu user={user} />
    </>
  )
}

const TasksLink = ({ waiting }: { waiting: number }) => (
  <HeaderLink to="/tasks" soft={waiting > 0} aria-description={waiting > 0 ? `Ждут проверки: ${waiting}` : undefined}>
    Задания
    {waiting > 0 && <span aria-hidden="true">{waiting}</span>}
  </HeaderLink>
)
