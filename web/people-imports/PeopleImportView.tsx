import { Button } from '@mantine/core'
import type { RefObject } from 'react'
import { cohortCalled } from '#contract/cohorts/cohort-words.ts'
import { pathTo } from '#contract/pages.ts'
import type { PeopleColumns, PeopleImport } from '#contract/people-imports/people-imports.schema.ts'
import { counted } from '#contract/plural.ts'
import { Link } from '#web/app/Link.tsx'
import { reportError } from '#web/data/report-error.ts'
import { ImportColumns } from '#web/people-imports/ImportColumns.tsx'
import { ImportRows } from '#web/people-imports/ImportRows.tsx'
import { useApplyPeople, useUndoPeople } from '#web/people-imports/people-imports.queries.ts'
import { Card } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatDay } from '#web/ui/dates.ts'
import { Row, Stack, Text } from '#web/ui/layout.tsx'
import { toast } from '#web/ui/toasts.ts'

const people = (count: number) => counted(count, 'человек', 'человека', 'человек')

const texts = {
  ready: { title: 'Проверено', new: 'новых', changed: 'изменятся', wrong: 'с ошибками', classes: 'Появятся' },
  applied: {
    title: 'Импорт выполнен',
    new: 'добавлено',
    changed: 'изменено',
    wrong: 'пропущено с ошибками',
    classes: 'Созданы',
  },
  undone: {
    title: 'Импорт отменён',
    new: 'удалено новых',
    changed: 'возвращено прежнее',
    wrong: 'пропущено с ошибками',
    classes: 'Удалены новые',
  },
}

const countsOf = ({ counts, status }: PeopleImport) =>
  [
    counts.new > 0 && `${texts[status].new}: ${counts.new}`,
    counts.changed > 0 && `${texts[status].changed}: ${counts.changed}`,
    counts.same > 0 && `без изменений: ${counts.same}`,
    counts.wrong > 0 && `${texts[status].wrong}: ${counts.wrong}`,
  ]
    .filter(Boolean)
    .join(' · ')

const UndoButton = ({ made, onUndone }: { made: PeopleImport; onUndone: () => void }) => {
  const undo = useUndoPeople(made.id)
  const askAndUndo = async () => {
    const accepted = await confirm({
      title: 'Отменить импорт?',
      text: `Всё станет как до него: новые учётные записи (${made.counts.new}) удалятся, изменённые вернутся к прежнему.`,
      accept: 'Отменить импорт',
      reject: 'Оставить',
      danger: true,
    })
    if (!accepted) return
    undo.mutateAsync().then(
      () => {
        toast({ severity: 'success', summary: 'Импорт отменён' })
        onUndone()
      },
      (error) => reportError(error, 'Не удалось отменить импорт'),
    )
  }
  return (
    <Button variant="default" loading={undo.isPending} onClick={() => void askAndUndo()}>
      Отменить импорт
    </Button>
  )
}

const ApplyButton = ({ made, busy, onApplied }: { made: PeopleImport; busy: boolean; onApplied: () => void }) => {
  const apply = useApplyPeople(made.id)
  const { counts } = made
  const total = counts.new + counts.changed
  const run = async () => {
    if (counts.wrong > 0) {
      const accepted = await confirm({
        title: `Пропустить строки с ошибками (${counts.wrong})?`,
        text: `Остальное применится: ${people(total)}. Исправленные строки можно загрузить потом отдельным файлом.`,
        accept: 'Пропустить и применить',
        reject: 'Вернуться',
      })
      if (!accepted) return
    }
    // it takes a while for a whole school: the page may have been left by then
    apply.mutateAsync(counts.wrong > 0).then(
      () => {
        toast({ severity: 'success', summary: 'Готово', detail: people(total) })
        onApplied()
      },
      (error) => reportError(error, 'Не удалось применить'),
    )
  }
  return (
    <Button loading={apply.isPending} disabled={busy || total === 0} onClick={() => void run()}>
      {counts.wrong > 0 ? `Применить без ошибочных: ${total}` : `Применить: ${total}`}
    </Button>
  )
}

/** Which sheet was read, where there are others. */
const sheetsText = ({ sheets }: PeopleImport) => {
  if (!sheets || sheets.others.length === 0) return null
  const others = sheets.others.slice(0, 10).map((name) => `«${name}»`)
  const more = sheets.others.length - others.length
  const rest = `${others.join(', ')}${more > 0 ? ` и ещё ${more}` : ''}`
  return `Прочитан лист «${sheets.read}». Остальные листы не прочитаны: ${rest}.`
}

/** A checked, applied or undone file: what it does, its columns, its rows. */
export const PeopleImportView = ({
  made,
  heading,
  onGone,
  busy,
  onColumns,
}: {
  made: PeopleImport
  heading: RefObject<HTMLHeadingElement | null>
  /** What was pressed goes with the response; another import may be shown by then. */
  onGone: (madeId: number) => void
  busy: boolean
  onColumns: ((columns: PeopleColumns) => void) | undefined
}) => {
  const isReady = made.status === 'ready'
  const sheets = sheetsText(made)
  return (
    <Stack gap={5} aria-busy={busy}>
      <Card>
        <Stack gap={3}>
          <h2 ref={heading} tabIndex={-1}>
            {texts[made.status].title}
          </h2>
          <Text tone="soft" anywhere role="status">
            {[made.file_name, countsOf(made)].filter(Boolean).join(' · ')}
          </Text>
          {sheets && <Text anywhere>{sheets}</Text>}
          {made.new_classes.length > 0 && (
            <Text tone="soft" anywhere>
              {texts[made.status].classes} {cohortCalled('many')}: {made.new_classes.slice(0, 20).join(' · ')}
              {made.new_classes.length > 20 && ` и ещё ${made.new_classes.length - 20}`}
            </Text>
          )}
          {isReady && (
            <Text size={3} tone="quiet">
              Пока ничего не изменилось. Новым людям с почтой придёт приглашение, а кому по возрасту нужно согласие
              родителя, войдёт после него.
            </Text>
          )}
          {made.undo_until && (
            <Text size={3} tone="quiet">
              Отменить можно до {formatDay(made.undo_until)}, пока никто из новых людей не заходил и данные не правили.
            </Text>
          )}
          <Row gap={2.5} wrap>
            {isReady && <ApplyButton made={made} busy={busy} onApplied={() => onGone(made.id)} />}
            {made.undo_until && <UndoButton made={made} onUndone={() => onGone(made.id)} />}
            <Button component={Link} to={pathTo('users.index', {}, { tab: 'import' })} variant="default">
              {isReady ? 'Выбрать другой файл' : 'Загрузить ещё файл'}
            </Button>
          </Row>
        </Stack>
      </Card>
      {isReady && <ImportColumns made={made} busy={busy} onChange={onColumns} />}
      <ImportRows made={made} />
    </Stack>
  )
}
