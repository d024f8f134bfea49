import { pathTo } from '#contract/pages.ts'
import { Link } from '#web/app/Link.tsx'
import { formatMoment, formatTime } from '#web/ui/dates.ts'
import { Text } from '#web/ui/layout.tsx'
import { PageNotice } from '#web/ui/PageNotice.tsx'

const isToday = (moment: Date) => moment.toDateString() === new Date().toDateString()

/** Above every page while there is no network: from when that is what is shown. The page may not be among it. */
const OfflineNotice = ({ since }: { since: number }) => {
  const moment = new Date(since)
  return (
    <div role="status">
      <PageNotice
        label="Нет сети"
        tone="idle"
        action={
          <Text as={Link} links="underlined" weight="medium" to={pathTo('offline')}>
            Что сохранено
          </Text>
        }
      >
        Нет сети. Открывается то, что сохранено{' '}
        {isToday(moment) ? `сегодня в ${formatTime(moment)}` : formatMoment(moment)}.
      </PageNotice>
    </div>
  )
}

export default OfflineNotice
