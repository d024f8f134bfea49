import '#web/ui/input-styles.ts'
import { NativeSelect } from '@mantine/core'
import { type PeopleField, peopleFieldNames, peopleFields } from '#contract/people-imports/people-fields.ts'
import type { PeopleColumns, PeopleImport } from '#contract/people-imports/people-imports.schema.ts'
import { Fold, FoldArrow, FoldSummary } from '#web/ui/Fold.tsx'
import { Box, Grid, Stack, Text } from '#web/ui/layout.tsx'

/** Which column each field is read from; a choice has the file checked again. */
export const ImportColumns = ({
  made,
  busy,
  onChange,
}: {
  made: PeopleImport
  busy: boolean
  /** Undefined: the file is no longer at hand. */
  onChange: ((columns: PeopleColumns) => void) | undefined
}) => {
  const choose = (field: PeopleField, heading: string) => {
    const headingOf = (each: PeopleField) => {
      if (each === field) return heading
      // a column is read for one field alone
      const kept = made.columns[each] ?? ''
      return kept === heading ? '' : kept
    }
    onChange?.(Object.fromEntries(peopleFieldNames.map((each) => [each, headingOf(each)])))
  }
  const found = Object.keys(made.columns).length
  return (
    <Fold open={found < made.headings.length || undefined}>
      <FoldSummary>
        <Box grow>
          Колонки: прочитано {found} из {made.headings.length}
        </Box>
        <FoldArrow />
      </FoldSummary>
      <Stack gap={3} pad={4}>
        {!onChange && <Text tone="quiet">Чтобы изменить колонки, выберите файл ещё раз.</Text>}
        <Grid least={15} gap={3}>
          {peopleFieldNames.map((field) => (
            <NativeSelect
              key={field}
              label={peopleFields[field]}
              value={made.columns[field] ?? ''}
              disabled={busy || !onChange}
              data={[
                { value: '', label: 'Не читать' },
                ...made.headings.map((heading) => ({ value: heading, label: heading })),
              ]}
              onChange={({ currentTarget }) => choose(field, currentTarget.value)}
            />
          ))}
        </Grid>
      </Stack>
    </Fold>
  )
}
