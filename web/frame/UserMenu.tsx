import { IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import { pathTo } from '#contract/pages.ts'
import { smallAvatar } from '#contract/users/avatar-check.ts'
import { Link } from '#web/app/Link.tsx'
import { signOut } from '#web/auth/sign-out.ts'
import { toActor } from '#web/auth/use-actor.ts'
import classes from '#web/frame/Header.module.css'
import { HeaderMenu } from '#web/frame/HeaderMenu.tsx'
import { searchOpened } from '#web/search/search-opened.ts'
import { seesSettings } from '#web/settings/sees-settings.ts'
import { Center, Text } from '#web/ui/layout.tsx'

/** The avatar, which leads to the profile (specification §2), with a menu of the user's own pages. */
export const UserMenu = ({ user }: { user: CurrentUser }) => {
  const navigate = useNavigate()
  const { slug } = user.role
  return (
    <HeaderMenu
      className={classes.user}
      arrow="Моё меню"
      link={(props) => (
        <Center
          as={Link}
          to={pathTo('profile')}
          tone="soft"
          ground="sunken"
          round="full"
          hover="brand"
          fixed
          className={classes.avatar}
          aria-label="Профиль"
          {...props}
        >
          {user.avatar ? (
            <img src={smallAvatar(user.avatar.url)} alt="" />
          ) : (
            <IconUser size={20} stroke={1.75} aria-hidden="true" />
          )}
        </Center>
      )}
      items={(close) => (
        <>
          <Text pad={2} padX={3} size={3} tone="quiet" anywhere>{`${user.name} ${user.surname}`}</Text>
          <div role="menu" aria-label="Моё меню">
            {slug === 'student' && (
              <Link to={pathTo('tasks.index')} role="menuitem" data-item="" onClick={close}>
                Задания
              </Link>
            )}
            {slug !== 'student' && (
              <button
                type="button"
                role="menuitem"
                data-item=""
                onClick={() => {
                  close()
                  searchOpened.set(true)
                }}
              >
                Поиск
              </button>
            )}
            <Link to={pathTo('calendar')} role="menuitem" data-item="" onClick={close}>
              Календарь
            </Link>
            <Link to={pathTo('profile')} role="menuitem" data-item="" onClick={close}>
              Профиль
            </Link>
            {seesSettings(toActor(user)) && (
              <Link to={pathTo('settings')} role="menuitem" data-item="" onClick={close}>
                Настройки школы
              </Link>
            )}
            <button
              type="button"
              role="menuitem"
              data-item=""
              onClick={() => {
                close()
                void signOut(() => navigate({ to: '/' }))
              }}
            >
              Выйти
            </button>
          </div>
        </>
      )}
    />
  )
}
