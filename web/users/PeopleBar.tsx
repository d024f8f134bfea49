import '@mantine/core/styles/Checkbox.layer.css'
import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { counted } from '#contract/plural.ts'
import { type PeopleAct, peopleActs } from '#contract/users/people-acts.ts'
import type { AccountRow } from '#contract/users/people-list.schema.ts'
import { lateDialog } from '#web/app/late.tsx'
import { reportError } from '#web/data/report-error.ts'
import { confirm } from '#web/ui/confirm.ts'
import { Row, Stack } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { Selection } from '#web/ui/use-selection.ts'
import classes from '#web/users/Users.module.css'
import { useActOnPeople, useGivePasswords } from '#web/users/users.queries.ts'

const PasswordSlips = lateDialog(() => import('#web/users/PasswordSlips.tsx'))

const people = (count: number) => counted(count, 'человек', 'человека', 'человек')

/** What is asked before the act, and what is said after it. */
const words: Record<PeopleAct, { title: string; text: string; done: string }> = {
  invite: {
    title: 'Пригласить ещё раз?',
    text: 'Письмо со ссылкой для пароля получат те, у кого есть почта и ещё нет пароля.',
    done: 'Приглашения отправлены',
  },
  'sign-out': {
    title: 'Завершить все сеансы?',
    text: 'Везде, где они вошли, придётся войти заново. Пароли останутся прежними.',
    done: 'Сеансы завершены',
  },
  'turn-off': {
    title: 'Отключить учётные записи?',
    text: 'Войти станет нельзя, работы и проекты сохранятся. Каждую запись можно вернуть.',
    done: 'Учётные записи отключены',
  },
}

const acts = Object.entries(peopleActs) as [PeopleAct, string][]

/** Reasons with how many they concern, each once. */
const reasonsOf = (refused: { detail: string }[]) => {
  const counts = new Map<string, number>()
  for (const { detail } of refused) counts.set(detail, (counts.get(detail) ?? 0) + 1)
  return [...counts].map(([detail, count]) => `${people(count)}: ${detail}`).join(' ')
}

/** The acts on the selected people. */
export const PeopleBar = ({ selection }: { selection: Selection<AccountRow> }) => {
  const { rows, isPageSelected, togglePage, clear } = selection
  const act = useActOnPeople()
  const give = useGivePasswords()
  const busy = act.isPending || give.isPending
  // see `canGivePassword`
  const onPaper = rows.filter(({ email, active, role }) => email === null && active && role.slug !== 'curator')

  const run = async (name: PeopleAct) => {
    const { title, text, done } = words[name]
    const chosen = rows.map(({ id }) => id)
    const accept = `${peopleActs[name]}: ${people(chosen.length)}`
    if (!(await confirm({ title, text, accept, danger: name === 'turn-off' }))) return
    try {
      const result = await act.mutateAsync({ act: name, user_ids: chosen })
      const some = result.done.length > 0
      toast({
        severity: some ? 'success' : 'info',
        summary: some ? `${done}: ${people(result.done.length)}` : 'Ничего не изменилось',
        ...(result.refused.length > 0 && { detail: reasonsOf(result.refused) }),
      })
      clear()
    } catch (error) {
      reportError(error, 'Не получилось')
    }
  }

  const givePasswords = async () => {
    const withEmail = rows.filter(({ email }) => email !== null).length
    const others = rows.length - onPaper.length - withEmail
    const text = [
      'Прежние пароли перестанут действовать, сеансы закончатся.',
      withEmail > 0 && `С почтой: ${people(withEmail)}, они зададут пароль по ссылке из письма.`,
      others > 0 && `Не выдать: ${people(others)}, это кураторы и отключённые записи.`,
    ]
    const accept = `Выдать: ${people(onPaper.length)}`
    const sure = await confirm({ title: 'Выдать новые пароли?', text: text.filter(Boolean).join(' '), accept })
    if (!sure) return
    give.mutate(
      onPaper.map(({ id }) => id),
      { onError: (error) => reportError(error, 'Не удалось выдать пароли') },
    )
  }

  return (
    <>
      {rows.length > 0 && (
        <Stack
          as="section"
          gap={2}
          mt={3}
          ground="surface"
          edge="line"
          round="l"
          shadow="menu"
          className={classes.bar}
          aria-label="Выбранные люди"
        >
          <Row gap={2.5} size={3}>
            <Checkbox label="Все на странице" size="sm" checked={isPageSelected} onChange={togglePage} />
            <span role="status" className={classes.count}>
              {people(rows.length)}
            </span>
            <ActionIcon variant="subtle" color="gray" size={32} aria-label="Снять выделение" onClick={clear}>
              <IconX size={17} stroke={2} aria-hidden="true" />
            </ActionIcon>
          </Row>
          <Row gap={1.5} wrap align="stretch">
            {acts.map(([name, label]) => (
              <Button key={name} size="xs" variant="default" disabled={busy} onClick={() => void run(name)}>
                {label}
              </Button>
            ))}
            {onPaper.length > 0 && (
              <Button size="xs" variant="default" disabled={busy} onClick={() => void givePasswords()}>
                Пароли на бумаге
              </Button>
            )}
          </Row>
        </Stack>
      )}
      {give.data && (
        <PasswordSlips
          slips={give.data.slips}
          onClose={() => {
            give.reset()
            clear()
          }}
        />
      )}
    </>
  )
}
