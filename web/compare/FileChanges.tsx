import type { StoredFile } from '#contract/files/files.schema.ts'
import classes from '#web/compare/Compare.module.css'
import type { FileChange } from '#web/compare/compare-files.ts'
import { PictureSlider } from '#web/compare/PictureSlider.tsx'
import { FileCard } from '#web/files/FileCard.tsx'
import { plainName } from '#web/files/file-names.ts'

const words: Record<FileChange['change'], string> = {
  added: 'Добавлен',
  changed: 'Заменён',
  removed: 'Убран',
  renamed: 'Переименован',
  same: 'Без изменений',
}

/** What became of the files, those that did not change last; a picture that was replaced lies over the earlier one. */
export const FileChanges = ({ changes }: { changes: FileChange[] }) => {
  const sorted = changes.toSorted((a, b) => Number(a.change === 'same') - Number(b.change === 'same'))
  return (
    <section className={classes.files} aria-label="Файлы: что изменилось">
      <h3 className={classes.title}>Файлы</h3>
      <ul>
        {sorted.map((change) => (
          <li key={`${change.before?.id}-${change.after?.id}`} data-change={change.change}>
            <p className={classes.state}>
              <b>{words[change.change]}</b>
              {change.change === 'renamed' && change.before && ` (был «${plainName(change.before.name)}»)`}
            </p>
            {change.change === 'changed' && change.before?.image && change.after?.image ? (
              <PictureSlider before={change.before} after={change.after} />
            ) : (
              <Files change={change} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Files = ({ change: { change, before, after } }: { change: FileChange }) => {
  const file = (after ?? before) as StoredFile
  return (
    <>
      {change === 'changed' && before && (
        <>
          <p className={classes.note}>Было:</p>
          <FileCard file={before} />
          <p className={classes.note}>Стало:</p>
        </>
      )}
      <FileCard file={file} />
    </>
  )
}
