import { Button } from '@mantine/core'
import { useState } from 'react'
import type { UserProfile } from '#contract/users/users.api.ts'
import { lateDialog } from '#web/app/late.tsx'
import { DownloadData } from '#web/privacy/DownloadData.tsx'
import { KeepButton } from '#web/privacy/KeepButton.tsx'
import classes from '#web/privacy/Privacy.module.css'
import { Card } from '#web/ui/Card.tsx'
import { formatDay } from '#web/ui/dates.ts'

const EraseDialog = lateDialog(() => import('#web/privacy/EraseDialog.tsx'))

const EraseAccount = ({ user }: { user: UserProfile }) => {
  const [asking, setAsking] = useState(false)
  if (user.erase_at) {
    return (
      <div className={classes.row}>
        <p>Учётная запись будет удалена {formatDay(user.erase_at)}.</p>
        <KeepButton userId={user.id} />
      </div>
    )
  }
  return (
    <div className={classes.row}>
      <p>Имя, работы, проекты и файлы исчезнут. Две недели можно передумать.</p>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Удалить учётную запись
      </Button>
      {asking && <EraseDialog user={user} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** What the site knows of oneself: to take along, or to have erased. */
const MyData = ({ user }: { user: UserProfile }) => (
  <section className={classes.section} aria-labelledby="my-data">
    <h2 id="my-data">Мои данные</h2>
    <Card flush>
      <div className={classes.row}>
        <p>Всё, что о вас записано, одним архивом: данные и загруженные файлы.</p>
        <DownloadData userId={user.id} />
      </div>
      <EraseAccount user={user} />
    </Card>
  </section>
)

export default MyData
