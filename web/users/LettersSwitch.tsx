import '#web/ui/input-styles.ts'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { reportError } from '#web/app/report-error.ts'
import { Card } from '#web/ui/Card.tsx'
import classes from '#web/users/Profile.module.css'
import { useUpdateUser } from '#web/users/users.queries.ts'

/** Whether a verdict comes by letter, too; notifications on the site come anyway. Kept at once. */
const LettersSwitch = ({ userId, letters }: { userId: number; letters: boolean }) => {
  const update = useUpdateUser()
  // what was asked for last stands there while it is on its way
  const shown = update.isPending ? (update.variables.letters ?? letters) : letters
  const change = (wanted: boolean) => {
    if (update.isPending) return
    update.mutate({ id: userId, letters: wanted }, { onError: (error) => reportError(error, 'Не удалось сохранить') })
  }
  return (
    <Card mt={6} className={classes.letters}>
      <Switch
        size="md"
        labelPosition="left"
        label="Письма о проверке"
        description="Когда работу проверят, ответ придёт и на почту. На сайте он будет в любом случае."
        checked={shown}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </Card>
  )
}

export default LettersSwitch
