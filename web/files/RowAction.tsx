import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'

const actions = {
  up: { title: 'Выше', Icon: IconArrowUp },
  down: { title: 'Ниже', Icon: IconArrowDown },
  remove: { title: 'Убрать', Icon: IconX },
  pause: { title: 'Приостановить', Icon: IconPlayerPause },
  resume: { title: 'Продолжить', Icon: IconPlayerPlay },
  cancel: { title: 'Отменить загрузку', Icon: IconX },
}

/** A small button in the row of a file; said aloud with the name of that file. */
export const RowAction = ({
  icon,
  name,
  disabled = false,
  onClick,
}: {
  icon: keyof typeof actions
  name: string
  disabled?: boolean
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
      // stays in reach of the keyboard, unlike a disabled one
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      <Icon size={17} aria-hidden="true" />
    </ActionIcon>
  )
}
