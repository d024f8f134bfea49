import { called } from '#contract/users/student-word.ts'
import { Box, Row, Stack } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { canRemoveAuthor } from '#contract/projects/projects.policy.ts'
import type { Project } from '#contract/projects/projects.schema.ts'
import { fullName } from '#contract/users/names.ts'
import type { Actor } from '#contract/users/users.policy.ts'
import { reportError } from '#web/data/report-error.ts'
import { useFieldSave } from '#web/forms/use-field-save.ts'
import { useAskAuthor, useRemoveAuthor } from '#web/projects/change-project.ts'
import { projectFacts } from '#web/projects/project-facts.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { PersonChip } from '#web/ui/PersonChip.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useCloseGuard } from '#web/ui/use-close-guard.ts'

/** The coauthors of a project, those who were asked, and a field to ask another. */
const CoauthorsDialog = ({ project, actor, onClose }: { project: Project; actor: Actor; onClose: () => void }) => {
  const remove = useRemoveAuthor(project)
  const ask = useAskAuthor(project.id)
  // a refusal is shown at its field
  const { modal } = useCloseGuard(onClose, { busy: ask.isPending })
  const facts = projectFacts(project)
  // the last one who agreed stays: without an author there is no project
  const isLast = (id: number) => facts.author_ids.length === 1 && facts.author_ids[0] === id
  const take = (id: number, name: string) =>
    remove.mutateAsync(id).then(() => {
      toast({ severity: 'success', summary: id === actor.id ? 'Вы больше не автор' : `${name}: имени больше нет` })
      if (id === actor.id) onClose()
    }, reportError)
  return (
    <Modal {...modal} title="Авторы проекта">
      <Stack gap={4.5}>
        <Stack as="ul" gap={3} plain aria-label="Авторы">
          {project.authors.map((author) => (
            <Row as="li" gap={3} justify="between" key={author.id}>
              <PersonChip person={author} note={author.asked && 'пока не ответил'} />
              {canRemoveAuthor(actor, facts, author.id) && !isLast(author.id) && (
                <Button
                  variant="subtle"
                  color="red"
                  size="xs"
                  disabled={remove.isPending}
                  aria-label={author.id === actor.id ? 'Выйти из авторов' : `Убрать: ${fullName(author)}`}
                  onClick={() => take(author.id, fullName(author))}
                >
                  {author.id === actor.id ? 'Выйти' : 'Убрать'}
                </Button>
              )}
            </Row>
          ))}
        </Stack>
        <AskForm ask={ask.mutateAsync} />
      </Stack>
    </Modal>
  )
}

const AskForm = ({ ask }: { ask: ReturnType<typeof useAskAuthor>['mutateAsync'] }) => {
  const [email, setEmail] = useState('')
  const { problem, saving, submit, clearProblem } = useFieldSave({
    fields: ['email'],
    save: async () => {
      await ask(email)
      setEmail('')
      toast({ severity: 'success', summary: 'Приглашение отправлено', detail: 'Имя появится после согласия.' })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Row gap={2} wrap align="end">
        <Box from={14}>
          <TextInput
            type="email"
            label="Почта соавтора"
            description={`${called('Студент')} школы получит уведомление и решит сам`}
            autoComplete="off"
            value={email}
            error={problem}
            onChange={({ currentTarget }) => {
              setEmail(currentTarget.value)
              clearProblem()
            }}
          />
        </Box>
        <Button type="submit" variant="default" loading={saving} disabled={!email.trim()}>
          Пригласить
        </Button>
      </Row>
    </form>
  )
}

export default CoauthorsDialog
