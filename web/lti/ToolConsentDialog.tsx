import { Checkbox } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { LtiShares } from '#contract/lti/lti.schema.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Stack, Text } from '#web/ui/layout.tsx'

/** What a tool of another site learns of its user: they choose, and agree. */
const ToolConsentDialog = ({
  name,
  mayShare,
  reports,
  given,
  action,
  busy = false,
  onAgree,
  onClose,
}: {
  /** The name of the tool. */
  name: string
  /** What the school lets the tool know of its people. */
  mayShare: LtiShares
  /** Whether the tool may report results. */
  reports: boolean
  /** What the person has allowed so far. */
  given: LtiShares
  action: string
  busy?: boolean
  onAgree: (shares: LtiShares) => void
  onClose: () => void
}) => {
  const [shares, setShares] = useState(given)
  const agree = (event: FormEvent) => {
    event.preventDefault()
    onAgree(shares)
  }
  return (
    <FormDialog
      title={`Что узнает «${name}»`}
      lead="Этот инструмент на другом сайте. Он узнает случайный знак вместо имени, курс и урок, из которых вы его открыли, и вашу роль в курсе."
      action={action}
      busy={busy}
      onSubmit={agree}
      onClose={onClose}
    >
      {(mayShare.shares_name || mayShare.shares_email) && (
        <Stack gap={2}>
          {mayShare.shares_name && (
            <Checkbox
              label="И моё имя с фамилией"
              checked={shares.shares_name}
              onChange={({ currentTarget }) => setShares({ ...shares, shares_name: currentTarget.checked })}
            />
          )}
          {mayShare.shares_email && (
            <Checkbox
              label="И мою почту"
              checked={shares.shares_email}
              onChange={({ currentTarget }) => setShares({ ...shares, shares_email: currentTarget.checked })}
            />
          )}
          <Text size={2} tone="quiet">
            Отметки можно снять, но без имени и почты некоторые инструменты не открываются.
          </Text>
        </Stack>
      )}
      {reports && <Text>Инструмент сообщает сюда, сколько баллов вы набрали, и комментарий к ним.</Text>}
      <Text size={2} tone="quiet">
        Согласие действует, пока вы его не отзовёте: это можно сделать в любой день в своём профиле, в разделе «Внешние
        инструменты». После этого инструмент не узнает и не сообщит о вас ничего нового, а то, что уже знает, хранит по
        своим правилам.
      </Text>
    </FormDialog>
  )
}

export default ToolConsentDialog
