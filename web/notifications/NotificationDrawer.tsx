import { Box, Row, Text } from '#web/ui/layout.tsx'
import '#web/ui/modal-styles.ts'
import { Button, Drawer } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { newestNotifications } from '#contract/notifications/notifications.schema.ts'
import { plural } from '#contract/plural.ts'
import { useCloseByBack } from '#web/app/use-close-by-back.ts'
import { useUser } from '#web/auth/session.ts'
import classes from '#web/notifications/NotificationDrawer.module.css'
import { NotificationItem } from '#web/notifications/NotificationItem.tsx'
import { olderNotificationsQuery } from '#web/notifications/notifications.queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** The feed of a student's notifications (specification §2). */
const NotificationDrawer = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const user = useUser()
  // opened after it is mounted: only then does the focus find back to the bell
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  useCloseByBack(onClose, opened)
  const newest = user?.notifications.data ?? []
  const unread = user?.notifications.unread ?? 0
  const older = useInfiniteQuery({ ...olderNotificationsQuery, enabled: false })
  // new ones move the others from page to page: some come twice
  const all = [...newest, ...(older.data?.notifications ?? [])]
  const feed = [...new Map(all.map((notification) => [notification.id, notification])).values()]
  const more = newest.length >= newestNotifications && (older.data === undefined || older.hasNextPage)
  const loadMore = () => (older.data === undefined ? older.refetch() : older.fetchNextPage())

  return (
    <Drawer.Root opened={shown} onClose={onClose} position="right" size="min(30rem, 100vw)" zIndex="var(--z-drawer)">
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content aria-label="Уведомления">
        <Row justify="between" pad={4} padX={5} ground="surface" edge="bottom" className={classes.header}>
          <Row as="h2" gap={2}>
            Уведомления
            {unread > 0 && (
              <Text as="span" padX={1.5} className={classes.count}>
                {unread}
                <Text as="span" nowrap aloud>
                  {' '}
                  {plural(unread, 'непрочитанное', 'непрочитанных', 'непрочитанных')}
                </Text>
              </Text>
            )}
          </Row>
          <Drawer.CloseButton aria-label="Закрыть" />
        </Row>
        <Drawer.Body p={0}>
          {newest.length === 0 ? (
            <EmptyState
              icon={IconBellOff}
              title="Пока тихо"
              text="Здесь появится, что ваши работы проверили, прокомментировали или отметили «Нравится»."
            />
          ) : (
            <Box as="ul" plain>
              {feed.map((notification) => (
                <NotificationItem key={notification.id} notification={notification} onFollow={onClose} />
              ))}
            </Box>
          )}
          {more && (
            <Box pad={4} padX={5}>
              <Button variant="default" onClick={loadMore} loading={older.isFetching} fullWidth>
                {older.isError ? 'Не получилось. Повторить' : 'Показать ещё'}
              </Button>
            </Box>
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

export default NotificationDrawer
