import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { keyScopes } from '#contract/keys/key-scopes.ts'
import type { ProgramKey } from '#contract/keys/keys.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { lateDialog } from '#web/app/late.tsx'
import { keysQuery, useRemoveKey } from '#web/keys/keys.queries.ts'
import { AddableList } from '#web/ui/AddableList.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { formatAgo, formatDay } from '#web/ui/dates.ts'
import { Stack, Text } from '#web/ui/layout.tsx'
import { RemoveButton } from '#web/ui/RemoveButton.tsx'

const KeyDialog = lateDialog(() => import('#web/keys/KeyDialog.tsx'))

const stateOf = ({ works, expires_at }: ProgramKey) => {
  if (works) return { text: `Действует до ${formatDay(expires_at)}`, tone: 'quiet' } as const
  if (Date.parse(expires_at) <= Date.now()) return { text: `Срок вышел ${formatDay(expires_at)}`, tone: 'bad' } as const
  const text =
    'Не действует: тот, кто его создал, больше не может создавать ключи. Проверьте его роль, права и второй фактор, а также включена ли его учётная запись и не удаляется ли она.'
  return { text, tone: 'bad' } as const
}

const Line = ({ programKey }: { programKey: ProgramKey }) => {
  const { id, name, scopes, user, created_at, used_at } = programKey
  const removal = useRemoveKey()
  const state = stateOf(programKey)
  return (
    <CardRow justify="between">
      <Stack from={16} anywhere>
        <Text weight="medium">
          № {id}. {name}
        </Text>
        <Text size={3} tone="soft">
          {scopes.map((scope) => keyScopes[scope].name).join(' · ')}
        </Text>
        <Text size={3} tone={state.tone}>
          {state.text}
        </Text>
        <Text size={3} tone="quiet">
          Создан {formatDay(created_at)}, {fullName(user)}.{' '}
          {used_at ? `Последний раз использован ${formatAgo(used_at)}.` : 'Ещё не использован.'}
        </Text>
      </Stack>
      <RemoveButton
        id={id}
        label={`Удалить ключ: ${name}`}
        question={{
          title: `Удалить ключ «${name}»?`,
          text: 'Программа с этим ключом сразу перестанет работать с сайтом.',
        }}
        removal={removal}
        done="Ключ удалён"
        failed="Не удалось удалить ключ"
      />
    </CardRow>
  )
}

/** Keys by which other programs of the school work with the site. */
export const Keys = () => (
  <AddableList
    title="Ключи для программ"
    add="Создать ключ"
    query={useQuery(keysQuery)}
    items={({ keys }) => keys}
    empty={{
      icon: IconKey,
      title: 'Ключей пока нет',
      text: 'С ключом другая программа школы, например электронный журнал, читает данные сайта или меняет их: только то, что вы разрешите.',
    }}
    dialog={(onClose) => <KeyDialog onClose={onClose} />}
  >
    {(each) => <Line key={each.id} programKey={each} />}
  </AddableList>
)
