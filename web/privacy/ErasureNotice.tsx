import { KeepButton } from '#web/privacy/KeepButton.tsx'
import classes from '#web/privacy/Privacy.module.css'
import { formatDay } from '#web/ui/dates.ts'
import { Box } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** A notice on every page that the account is about to be erased, with a button to cancel that. */
const ErasureNotice = ({ userId, eraseAt }: { userId: number; eraseAt: string }) => {
  return (
    <Box as="aside" unprinted className={classes.notice} aria-label="Удаление учётной записи">
      <Notice icon="clock" action={<KeepButton userId={userId} size="sm" />}>
        <b>Ваша учётная запись будет удалена {formatDay(eraseAt)}.</b> До этого дня всё работает, но другие не видят ни
        профиля, ни проектов.
      </Notice>
    </Box>
  )
}

export default ErasureNotice
