import { ActionIcon } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'

const actions = {
  remove: { title: 'Убрать', Icon: IconX },
  pause: { title: 'Приостановить', Icon: IconPlayerPause },
  resume: { title: 'Продолжить', Icon: IconPlayerPlay },
  cancel: { title: 'Отменить загрузку', Icon: IconX },
}

/** A small button in a row; screen readers get the name of the row with it. */
export const RowAction = ({
  icon,
  name,
  onClick,
}: {
  icon: keyof typeof actions
  name: string
  onClick: () => void
}) => {
  const { title, Icon } = actions[icon]
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={`${title}: ${name}`}
      data-tip={title}
      onClick={onClick}
    >
      <Icon size={17} aria-hidden="true" />
    </ActionIcon>
  )
}
