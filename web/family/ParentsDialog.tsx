import { ActionIcon, Button, Skeleton, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { maxParents, type Parent, ParentsChange } from '#contract/family/family.schema.ts'
import { parentsQuery, useSetParents } from '#web/family/family.queries.ts'
import { LinkToParents } from '#web/family/LinkToParents.tsx'
import { validateWith } from '#web/forms/form-errors.ts'
import { useSave } from '#web/forms/use-save.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { toast } from '#web/ui/toasts.ts'

const emptyParent = { name: '', email: '' }

const ParentsForm = ({ userId, parents, onClose }: { userId: number; parents: Parent[]; onClose: () => void }) => {
  const set = useSetParents(userId)
  const form = useForm({
    initialValues: {
      parents: parents.length > 0 ? parents.map(({ name, email }) => ({ name, email: email ?? '' })) : [emptyParent],
    },
    validate: validateWith(ParentsChange),
  })
  const save = useSave(form, async ({ parents: rows }) => {
    await set.mutateAsync(rows)
    toast({ severity: 'success', summary: 'Сохранено' })
    onClose()
  })
  const rows = form.getValues().parents
  const dropBlankAndSave = (event: FormEvent<HTMLFormElement>) => {
    // before the check, so that what is wrong is shown at its row
    form.setValues({ parents: rows.filter(({ name, email }) => name.trim() || email.trim()) })
    save(event)
  }
  const isSaved = parents.some(({ email }) => email !== null)
  return (
    <FormDialog
      title="Родители"
      lead="По ссылке из письма родители видят оценки, сроки и пропуски ребёнка. Входить для этого не нужно."
      action="Сохранить"
      busy={form.submitting}
      onSubmit={dropBlankAndSave}
      onClose={onClose}
    >
      {rows.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its place
        <Row key={place} gap={2} align="start">
          <Stack gap={2} grow>
            <TextInput
              label={place === 0 ? 'Имя и фамилия' : undefined}
              aria-label={`Родитель ${place + 1}: имя и фамилия`}
              autoComplete="off"
              data-autofocus={place === 0 || undefined}
              {...form.getInputProps(`parents.${place}.name`)}
            />
            <TextInput
              label={place === 0 ? 'Почта' : undefined}
              aria-label={`Родитель ${place + 1}: почта`}
              type="email"
              autoComplete="off"
              {...form.getInputProps(`parents.${place}.email`)}
            />
          </Stack>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Родитель ${place + 1}: убрать`}
            onClick={() => form.removeListItem('parents', place)}
          >
            <IconX size={18} aria-hidden="true" />
          </ActionIcon>
        </Row>
      ))}
      {rows.length < maxParents && (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={17} aria-hidden="true" />}
            onClick={() => form.insertListItem('parents', { ...emptyParent })}
          >
            Добавить родителя
          </Button>
        </div>
      )}
      {isSaved && !form.isDirty() ? (
        <LinkToParents userId={userId} />
      ) : (
        <Text tone="quiet">Чтобы отправить ссылку, сначала сохраните почту.</Text>
      )}
    </FormDialog>
  )
}

/** A child's parents, for curators: who they are, and the link to the page where they see how the child is doing. */
const ParentsDialog = ({ userId, onClose }: { userId: number; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(parentsQuery(userId))
  if (data) return <ParentsForm userId={userId} parents={data.parents} onClose={onClose} />
  return (
    <Modal onClose={onClose} title="Родители">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={180} />}
    </Modal>
  )
}

export default ParentsDialog
