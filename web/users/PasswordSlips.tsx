import { Button, Modal } from '@mantine/core'
import { fullName } from '#contract/users/names.ts'
import type { PasswordSlip } from '#contract/users/users.schema.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'

/** New passwords on paper: they cannot be read again later. */
const PasswordSlips = ({ slips, onClose }: { slips: PasswordSlip[]; onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Новый пароль" closeOnClickOutside={false}>
    <Stack gap={4}>
      <Text tone="quiet">Запишите или распечатайте: потом пароль уже не посмотреть, только выдать ещё один.</Text>
      {slips.map((slip) => (
        <Box key={slip.id}>
          <Text weight="medium">{fullName(slip)}</Text>
          <Text>Логин: {slip.login}</Text>
          <Text>Пароль: {slip.password}</Text>
        </Box>
      ))}
      <Row gap={2} wrap>
        <Button onClick={() => print()}>Распечатать</Button>
        <Button variant="default" onClick={onClose}>
          Готово
        </Button>
      </Row>
    </Stack>
  </Modal>
)

export default PasswordSlips
