import '#web/ui/input-styles.ts'
import { TextInput } from '@mantine/core'
import type { LinkText } from '#web/tasks/use-link-text.ts'

/** The address of a task that is done elsewhere. */
export const LinkField = ({ link }: { link: LinkText }) => (
  <TextInput
    type="url"
    inputMode="url"
    autoComplete="off"
    label="Ссылка на работу"
    placeholder="https://"
    maxLength={2000}
    description="Проверьте, что её может открыть преподаватель"
    value={link.text}
    onChange={(event) => link.change(event.currentTarget.value)}
    onBlur={link.leave}
    error={link.shown ? link.problem : null}
  />
)
