import classes from '#web/auth/AuthCard.module.css'
import { Box, Grid, Row } from '#web/ui/layout.tsx'

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
    <Box as="fieldset" mt={4} mb={4}>
      <Box as="legend" mb={1.5} weight="medium">
        Сколько вам лет?
      </Box>
      <Grid least={10} gap={2}>
        {choices.map(([value, label]) => (
          <Row as="label" key={value} gap={2.5} pad={2} padX={4} edge="firm" round="s" className={classes.age}>
            <input type="radio" name="age" value={value} checked={age === value} onChange={() => onChange(value)} />
            <span>{label}</span>
          </Row>
        ))}
      </Grid>
    </Box>
  )
}
