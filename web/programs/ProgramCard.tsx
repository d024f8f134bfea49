import { pathTo } from '#contract/pages.ts'
import type { ProgramCard as Card } from '#contract/programs/programs.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/programs/ProgramCard.module.css'
import { cardFacts } from '#web/programs/program-facts.ts'
import { CoverCard } from '#web/ui/CoverCard.tsx'
import { Grid, Row, Text } from '#web/ui/layout.tsx'

const Program = ({ program }: { program: Card }) => (
  <CoverCard cover={program.cover} ratio="400 / 150" foot={<Terms program={program} />}>
    <Text as="h3" size={7} weight="strong" tight anywhere>
      <Text as={Link} links="quiet" covers to={pathTo('programs.show', { id: program.id })}>
        {program.name}
      </Text>
    </Text>
    {program.summary && (
      <Text tone="soft" anywhere clamp={3}>
        {program.summary}
      </Text>
    )}
    <Text size={3} tone="quiet">
      {program.teachers.map(fullName).join(', ')}
    </Text>
  </CoverCard>
)

const Terms = ({ program }: { program: Card }) => (
  <Row as="ul" gap={1.5} wrap align="stretch" plain>
    {cardFacts(program).map((fact) => (
      <Text as="li" key={fact} pad={1} padX={2.5} size={2} tone="soft" ground="sunken" round="full" tight>
        {fact}
      </Text>
    ))}
  </Row>
)

/** Announced courses side by side; each opens its announcement. Drawn by the server as well. */
export const ProgramGrid = ({ programs }: { programs: Card[] }) => (
  <Grid as="ul" least={19} gap={4.5} plain className={classes.grid}>
    {programs.map((program) => (
      <li key={program.id}>
        <Program program={program} />
      </li>
    ))}
  </Grid>
)
