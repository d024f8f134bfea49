import { KeepButton } from '#web/privacy/KeepButton.tsx'
import { formatDay } from '#web/ui/dates.ts'
import { PageNotice } from '#web/ui/PageNotice.tsx'

/** A notice on every page that the account is about to be erased, with a button to cancel that. */
const ErasureNotice = ({ userId, eraseAt }: { userId: number; eraseAt: string }) => (
  <PageNotice label="Удаление учётной записи" icon="clock" action={<KeepButton userId={userId} size="sm" />}>
    <b>Ваша учётная запись будет удалена {formatDay(eraseAt)}.</b> До этого дня всё работает, но другие не видят ни
    профиля, ни проектов.
  </PageNotice>
)

export default ErasureNotice
