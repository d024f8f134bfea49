import type { StoredFile } from '#contract/files/files.schema.ts'
import classes from '#web/compare/Compare.module.css'
import type { FileChange } from '#web/compare/compare-files.ts'
import { PictureSlider } from '#web/compare/PictureSlider.tsx'
import { FileCard } from '#web/files/FileCard.tsx'
import { plainName } from '#web/files/file-names.ts'
import { Stack, Text } from '#web/ui/layout.tsx'

const labels: Record<FileChange['change'], string> = {
  added: 'Добавлен',
  changed: 'Заменён',
  removed: 'Убран',
  renamed: 'Переименован',
  same: 'Без изменений',
}

const tones: Partial<Record<FileChange['change'], 'ok' | 'bad' | 'warn'>> = {
  added: 'ok',
  removed: 'bad',
  changed: 'warn',
}

/** The changes of files, unchanged ones last; a replaced picture is over the earlier one. */
export const FileChanges = ({ changes }: { changes: FileChange[] }) => {
  const sorted = changes.toSorted((a, b) => Number(a.change === 'same') - Number(b.change === 'same'))
  return (
    <section aria-label="Файлы: что изменилось">
      <Text as="h3" mb={2.5}>
        Файлы
      </Text>
      <Stack as="ul" gap={4} plain>
        {sorted.map((change) => (
          <Stack as="li" gap={1} key={`${change.before?.id}-${change.after?.id}`}>
            <Text size={3} tone="soft" anywhere>
              <Text as="b" tone={tones[change.change]} ground="surface" className={classes.state}>
                {labels[change.change]}
              </Text>
              {change.change === 'renamed' && change.before && ` (был «${plainName(change.before.name)}»)`}
            </Text>
            {change.change === 'changed' && change.before?.image && change.after?.image ? (
              <PictureSlider before={change.before} after={change.after} />
            ) : (
              <Files change={change} />
            )}
          </Stack>
        ))}
      </Stack>
    </section>
  )
}

const Files = ({ change: { change, before, after } }: { change: FileChange }) => {
  const file = (after ?? before) as StoredFile
  return (
    <>
      {change === 'changed' && before && (
        <>
          <Text size={3} tone="quiet">
            Было:
          </Text>
          <FileCard file={before} />
          <Text size={3} tone="quiet">
            Стало:
          </Text>
        </>
      )}
      <FileCard file={file} />
    </>
  )
}
