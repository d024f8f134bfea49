import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import classes from '#web/app/Header.module.css'

const loadDrawer = () => import('#web/notifications/NotificationDrawer.tsx')
const NotificationDrawer = lazy(loadDrawer)

/** The bell, with a red badge while something is unread, and the drawer it opens. */
export const NotificationBell = ({ unread }: { unread: number }) => {
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes.icon}
        aria-label={unread > 0 ? `Уведомления, непрочитанных: ${unread}` : 'Уведомления'}
        aria-haspopup="dialog"
        onPointerEnter={loadDrawer}
        onFocus={loadDrawer}
        onClick={() => {
          setWanted(true)
          setOpened(true)
        }}
      >
        <IconBell size={22} stroke={1.75} aria-hidden="true" />
        {unread > 0 && <b aria-hidden="true">{unread > 99 ? '99+' : unread}</b>}
      </button>
      {wanted && (
        <Suspense>
          <NotificationDrawer opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
