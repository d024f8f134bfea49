import classes from '#web/auth/AuthCard.module.css'
import { Box } from '#web/ui/layout.tsx'

/** Who agrees: people themselves, or a parent for them. */
export type Age = 'enough' | 'child'

/** Asked before anything else: the age decides who agrees, and so what else is asked. */
export const AgeField = ({
  age,
  consentAge,
  onChange,
}: {
  age: Age
  consentAge: number
  onChange: (age: Age) => void
}) => {
  const choices: [Age, string][] = [
    ['enough', `${consentAge} или больше`],
    ['child', `Меньше ${consentAge}`],
  ]
  return (
    <Box as="fieldset" mt={4} mb={4} pad={0} shrink className={classes.age}>
      <legend>Сколько вам лет?</legend>
      <div className={classes.ages}>
        {choices.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name="age" value={value} checked={age === value} onChange={() => onChange(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </Box>
  )
}
