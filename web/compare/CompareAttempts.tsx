import { Box, Grid, Stack, Text } from '#web/ui/layout.tsx'
import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { withoutSignatures } from '#contract/files/file-address.ts'
import type { Attempt } from '#contract/tasks/tasks.schema.ts'
import classes from '#web/compare/Compare.module.css'
import { compareFiles } from '#web/compare/compare-files.ts'
import { compareTexts } from '#web/compare/compare-texts.ts'
import { FileChanges } from '#web/compare/FileChanges.tsx'
import { TextChanges } from '#web/compare/TextChanges.tsx'
import { formatMoment } from '#web/ui/dates.ts'

type Compared = Pick<Attempt, 'number' | 'content' | 'files' | 'link' | 'submitted_at'>

const labelOf = ({ number, submitted_at }: Compared) => `Попытка ${number}, ${formatMoment(submitted_at)}`

/** «Что изменилось»: any two attempts, initially the latest and the previous one; text, link and files. */
export const CompareAttempts = ({ attempts }: { attempts: readonly Compared[] }) => {
  const [chosen, setChosen] = useState({ before: attempts.at(-2)?.number, after: attempts.at(-1)?.number })
  const before = attempts.find(({ number }) => number === chosen.before)
  const after = attempts.find(({ number }) => number === chosen.after)
  if (!before || !after) return null
  const select = (side: 'before' | 'after', label: string) => (
    <NativeSelect
      label={label}
      value={String(chosen[side])}
      onChange={({ currentTarget }) => setChosen({ ...chosen, [side]: Number(currentTarget.value) })}
      data={attempts.map((attempt) => ({ value: String(attempt.number), label: labelOf(attempt) }))}
    />
  )
  return (
    <Stack gap={4.5} className={classes.compare}>
      {/* two attempts leave nothing to choose */}
      {attempts.length > 2 ? (
        <Grid least={13} gap={3}>
          {select('before', 'Было')}
          {select('after', 'Стало')}
        </Grid>
      ) : (
        <Text size={3} tone="quiet">
          Было: попытка {before.number}. Стало: попытка {after.number}.
        </Text>
      )}
      <Changes before={before} after={after} />
    </Stack>
  )
}

const Changes = ({ before, after }: { before: Compared; after: Compared }) => {
  const text = useMemo(() => compareTexts(before.content, after.content), [before.content, after.content])
  const files = useMemo(() => compareFiles(before.files, after.files), [before.files, after.files])
  const isSame =
    text.every(({ change }) => change === 'same') &&
    files.every(({ change }) => change === 'same') &&
    before.link === after.link
  if (before === after)
    return (
      <Text size={3} tone="quiet">
        Это одна и та же попытка.
      </Text>
    )
  return (
    <>
      {isSame && (
        <Text size={3} tone="quiet">
          {withoutSignatures(before.content) === withoutSignatures(after.content)
            ? 'Ничего не изменилось.'
            : 'Слова и файлы те же: изменилось только оформление.'}
        </Text>
      )}
      {text.length > 0 && <TextChanges changes={text} />}
      {(before.link || after.link) && <LinkChange before={before.link} after={after.link} />}
      {files.length > 0 && <FileChanges changes={files} />}
    </>
  )
}

const LinkChange = ({ before, after }: { before: string | null; after: string | null }) => {
  const link = (href: string) => (
    <a href={href} target="_blank" rel="noreferrer nofollow">
      {href}
    </a>
  )
  return (
    <Box as="section" anywhere aria-label="Ссылка">
      <Text as="h3" mb={2.5}>
        Ссылка
      </Text>
      {before === after ? (
        <p>{after && link(after)} (без изменений)</p>
      ) : (
        <>
          {before && (
            <p>
              <del>
                <Text as="span" aloud>
                  Было:{' '}
                </Text>
                {link(before)}
              </del>
            </p>
          )}
          {after && (
            <p>
              <ins>
                <Text as="span" aloud>
                  Стало:{' '}
                </Text>
                {link(after)}
              </ins>
            </p>
          )}
        </>
      )}
    </Box>
  )
}
