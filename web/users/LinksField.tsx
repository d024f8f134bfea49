import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { maxLinks } from '#contract/users/users.schema.ts'
import { Box, Row, Stack, Text } from '#web/ui/layout.tsx'
import { MoveButtons } from '#web/ui/MoveButtons.tsx'
import { useReorder } from '#web/ui/use-reorder.ts'
import classes from '#web/users/Profile.module.css'
import { newLink, type ProfileFormState } from '#web/users/profile-form.ts'

/** The addresses of a profile: rows to add, remove and put in order. */
export const LinksField = ({ form }: { form: ProfileFormState }) => {
  const add = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState(false)
  const { links } = form.getValues()
  const placeOf = (key: string) => links.findIndex((link) => link.key === key)
  const { moves, announced } = useReorder({
    ids: links.map(({ key }) => key),
    nameOf: (key) => `ссылка ${placeOf(key) + 1}`,
    move: (key, to) => form.reorderListItem('links', { from: placeOf(key), to }),
  })
  const remove = (place: number) => {
    form.removeListItem('links', place)
    add.current?.focus()
  }
  return (
    <Stack as="fieldset" gap={3} align="start">
      <Box as="legend" mb={1.5} size={3} weight="medium">
        Ссылки
      </Box>
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
          <Row as="span" gap={1} align="stretch">
            <MoveButtons
              moves={moves}
              id={link.key}
              name={`ссылка ${place + 1}`}
              first={place === 0}
              last={place === links.length - 1}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Ссылка ${place + 1}: убрать`}
              onClick={() => remove(place)}
            >
              <IconX size={18} aria-hidden="true" />
            </ActionIcon>
          </Row>
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
      <Text aloud role="status">
        {announced}
      </Text>
    </Stack>
  )
}
