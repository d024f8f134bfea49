import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { maxLinks } from '#contract/users/users.schema.ts'
import classes from '#web/users/Profile.module.css'
import { newLink, type ProfileFormState } from '#web/users/profile-form.ts'

/** The addresses of a profile: rows to add, remove and put in order. */
export const LinksField = ({ form }: { form: ProfileFormState }) => {
  const add = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState(false)
  const { links } = form.getValues()
  const remove = (place: number) => {
    form.removeListItem('links', place)
    add.current?.focus()
  }
  return (
    <fieldset className={classes.linksField}>
      <legend>Ссылки</legend>
      {links.map((link, place) => (
        <div key={link.key} className={classes.linkRow}>
          <TextInput
            aria-label={`Ссылка ${place + 1}: название`}
            placeholder="Портфолио"
            autoFocus={added && place === links.length - 1}
            {...form.getInputProps(`links.${place}.title`)}
          />
          <TextInput
            aria-label={`Ссылка ${place + 1}: адрес`}
            placeholder="https://"
            inputMode="url"
            autoComplete="url"
            {...form.getInputProps(`links.${place}.url`)}
          />
          <span className={classes.linkTools}>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`Ссылка ${place + 1}: выше`}
              disabled={place === 0}
              onClick={() => form.reorderListItem('links', { from: place, to: place - 1 })}
            >
              <IconArrowUp size={18} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`Ссылка ${place + 1}: убрать`}
              onClick={() => remove(place)}
            >
              <IconX size={18} aria-hidden="true" />
            </ActionIcon>
          </span>
        </div>
      ))}
      <Button
        ref={add}
        variant="default"
        size="sm"
        disabled={links.length >= maxLinks}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => {
          setAdded(true)
          form.insertListItem('links', newLink())
        }}
      >
        Добавить ссылку
      </Button>
    </fieldset>
  )
}
