import { pathTo } from '#contract/pages.ts'
import type { ProgramCard as Card } from '#contract/programs/programs.schema.ts'
import { fullName } from '#contract/users/names.ts'
import { Link } from '#web/app/Link.tsx'
import classes from '#web/programs/ProgramCard.module.css'
import { cardFacts } from '#web/programs/program-facts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'

const Program = ({ program }: { program: Card }) => (
  <Box as="article" ground="surface" round="m" edge="line" className={classes.card}>
    <Cover url={program.cover.url} ratio="400 / 150" className={classes.cover} />
    <div className={classes.body}>
      <Text as="h3" size={7} weight="strong" tight anywhere>
        <Link to={pathTo('programs.show', { id: program.id })}>{program.name}</Link>
      </Text>
      {program.summary && (
        <Text tone="soft" anywhere className={classes.summary}>
          {program.summary}
        </Text>
      )}
      <Text size={3} tone="quiet">
        {program.teachers.map(fullName).join(', ')}
      </Text>
      <Row as="ul" gap={1.5} wrap align="stretch" className={classes.terms}>
        {cardFacts(program).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </Row>
    </div>
  </Box>
)

/** Announced courses side by side; each opens its announcement. Drawn by the server as well. */
export const ProgramGrid = ({ programs }: { programs: Card[] }) => (
  <Box as="ul" gap={4.5} plain className={classes.grid}>
    {programs.map((program) => (
      <li key={program.id}>
        <Program program={program} />
      </li>
    ))}
  </Box>
)
