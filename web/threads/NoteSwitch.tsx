import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import classes from '#web/threads/Thread.module.css'

export interface NoteSwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether an entry is only for staff. */
const NoteSwitch = ({ checked, onChange }: NoteSwitchProps) => (
  <Switch
    label="Заметка, только для своих"
    checked={checked}
    classNames={{ track: classes.track as string }}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)

export default NoteSwitch
