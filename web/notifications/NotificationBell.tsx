import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useLate } from '#web/app/use-late.ts'
import { NetworkError } from '#web/data/api-error.ts'
import { reportError } from '#web/data/report-error.ts'
import classes from '#web/frame/Header.module.css'
import { Center } from '#web/ui/layout.tsx'

const loadDrawer = () => import('#web/notifications/NotificationDrawer.tsx')
const loadAhead = () => void loadDrawer().catch(() => {})

/** The bell, with a red badge while something is unread, and the drawer it opens. */
export const NotificationBell = ({ unread }: { unread: number }) => {
  const [opened, setOpened] = useState(false)
  const NotificationDrawer = useLate(opened, loadDrawer, () => {
    setOpened(false)
    reportError(new NetworkError())
  })
  return (
    <>
      <Center
        as="button"
        type="button"
        pad={0}
        tone="soft"
        hover="sunken"
        className={classes.icon}
        aria-label={unread > 0 ? `Уведомления, непрочитанных: ${unread}` : 'Уведомления'}
        aria-haspopup="dialog"
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => setOpened(true)}
      >
        <IconBell size={22} stroke={1.75} aria-hidden="true" />
        {unread > 0 && <b aria-hidden="true">{unread > 99 ? '99+' : unread}</b>}
      </Center>
      {NotificationDrawer && <NotificationDrawer opened={opened} onClose={() => setOpened(false)} />}
    </>
  )
}
