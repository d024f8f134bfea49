import '#web/ui/input-styles.ts'
import { TextInput } from '@mantine/core'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'

/** A secret in a field, shown this once. */
export const SecretOnce = ({
  title,
  text,
  label,
  secret,
  onDone,
}: {
  title: string
  text: string
  label: string
  secret: string
  onDone: () => void
}) => (
  <ShownOnce title={title} hint={text} text={secret} onDone={onDone}>
    <TextInput label={label} readOnly value={secret} onFocus={({ currentTarget }) => currentTarget.select()} />
  </ShownOnce>
)
