import { Button } from '@mantine/core'
import { createPortal } from 'react-dom'
import { fullName } from '#contract/users/names.ts'
import type { PasswordSlip } from '#contract/users/users.schema.ts'
import { config } from '#web/app/config.ts'
import { useSchool } from '#web/app/school.queries.ts'
import { useCloseByBack } from '#web/app/use-close-by-back.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import classes from '#web/users/PasswordSlips.module.css'

/** What is printed instead of the page: a slip for each person, to cut along the lines. */
const Sheet = ({ slips, title }: { slips: PasswordSlip[]; title: string | undefined }) => {
  const school = useSchool()?.name || config.app_name
  return createPortal(
    <section className={classes.sheet}>
      {title && <h1>{title}</h1>}
      <ul>
        {slips.map((slip) => (
          <li key={slip.id}>
            <small>{school}</small>
            <b>{fullName(slip)}</b>
            <dl>
              <dt>Адрес</dt>
              <dd>{location.host}</dd>
              <dt>Логин</dt>
              <dd className={classes.typed}>{slip.login}</dd>
              <dt>Пароль</dt>
              <dd className={classes.typed}>{slip.password}</dd>
            </dl>
            <small>Пароль никому не показывайте. Сменить его можно в своём профиле.</small>
          </li>
        ))}
      </ul>
    </section>,
    document.body,
  )
}

/**
 * New passwords on paper; `title` heads the sheet. They cannot be read again later: only «Готово» closes the dialog.
 */
const PasswordSlips = ({ slips, title, onClose }: { slips: PasswordSlip[]; title?: string; onClose: () => void }) => {
  // «Back» must not lose them either
  useCloseByBack(() => {})
  return (
    <>
      <Sheet slips={slips} title={title} />
      <Modal
        onClose={onClose}
        title={slips.length === 1 ? 'Новый пароль' : 'Новые пароли'}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <Stack gap={4}>
          <Text tone="quiet">Распечатайте или запишите: потом пароль уже не посмотреть, только выдать ещё один.</Text>
          <Stack as="ul" plain gap={3}>
            {slips.map((slip) => (
              <Box as="li" key={slip.id} anywhere>
                <Text weight="medium">{fullName(slip)}</Text>
                <Text>Логин: {slip.login}</Text>
                <Text>Пароль: {slip.password}</Text>
              </Box>
            ))}
          </Stack>
          <Row gap={2} wrap>
            <Button onClick={() => print()}>Распечатать</Button>
            <Button variant="default" onClick={onClose}>
              Готово
            </Button>
          </Row>
        </Stack>
      </Modal>
    </>
  )
}

export default PasswordSlips
