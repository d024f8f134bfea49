import '#web/ui/input-styles.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { plainSpelling } from '#web/ui/plain-spelling.ts'

/**
 * Narrows a list that is loaded as a whole to the items whose text contains what is typed. Lists of max `above` items
 * do without the field.
 */
export const useFilterField = <Item,>(
  items: Item[],
  textOf: (item: Item) => string,
  { above, ...look }: TextInputProps & { above: number },
) => {
  const [typed, setTyped] = useState('')
  const wanted = plainSpelling(typed.trim())
  return {
    found: items.filter((item) => plainSpelling(textOf(item)).includes(wanted)),
    isNarrowed: wanted !== '',
    field: items.length > above && (
      <TextInput
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        {...look}
      />
    ),
  }
}
