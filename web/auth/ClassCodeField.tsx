import { TextInput, type TextInputProps } from '@mantine/core'
import { cohortCalled } from '#contract/cohorts/cohort-words.ts'

/** Asks for the code of a class, as written on the board or in a message of the school. */
export const ClassCodeField = (props: TextInputProps) => (
  <TextInput
    label={`Код ${cohortCalled('of')}`}
    description="Например, ABCK-7MNP: его даёт школа"
    name="class_code"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={40}
    {...props}
  />
)
