import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { useIsGuest } from '#web/auth/session.ts'
import classes from '#web/frame/CookieNotice.module.css'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'
import { Row, Text } from '#web/ui/layout.tsx'

const key = 'cookies_accepted'
const delayMs = 2000

/** Milliseconds since the page has loaded; null while it is loading. A served page loads long before the app begins. */
const sinceLoad = () => {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (document.readyState !== 'complete') return null
  return page ? performance.now() - page.loadEventStart : 0
}

/** `served`: drawn by the server; `before-paint.js` shows it in time, and handles the click. */
const CookieNoticeView = ({ served = false, onAccept }: { served?: boolean; onAccept?: () => void }) => (
  <Row
    as="section"
    unprinted
    links="underlined"
    wrap
    gap={2}
    gapX={4}
    pad={3}
    padX={4}
    size={3}
    loose
    ground="surface"
    round="m"
    edge="line"
    shadow="menu"
    className={classes.notice}
    aria-label="Файлы cookie"
    data-notice=""
  >
    <Text from={12}>
      Сайт использует <Link to={pathTo('documents.show', { slug: 'cookies' })}>файлы cookie</Link>, чтобы всё работало
      как надо.
    </Text>
    <Button size="sm" onClick={onAccept} data-accept={served || undefined}>
      Окей
    </Button>
  </Row>
)

/** The notice on a served page, hidden until it is due. */
export const ServedCookieNotice = () => (
  <template data-cookies="">
    <CookieNoticeView served />
  </template>
)

const isAccepted = () => readDevice<boolean>(key) === true

/**
 * A notice that the site uses cookies, two seconds after the page's load, to guests who have not agreed yet (specification
 * §2).
 */
export const CookieNotice = () => {
  const isGuest = useIsGuest()
  // at once where the served notice was shown before
  const [due, setDue] = useState(() => (sinceLoad() ?? 0) >= delayMs && !isAccepted())
  useEffect(() => {
    if (isAccepted()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(() => setDue(true), Math.max(0, delayMs - (sinceLoad() ?? 0)))
    }
    if (sinceLoad() === null) addEventListener('load', wait, { once: true })
    else wait()
    return () => {
      clearTimeout(timer)
      removeEventListener('load', wait)
    }
  }, [])
  if (!due || !isGuest) return null
  const accept = () => {
    writeDevice(key, true)
    setDue(false)
  }
  return <CookieNoticeView onAccept={accept} />
}
