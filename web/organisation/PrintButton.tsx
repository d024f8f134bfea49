import classes from '#web/organisation/Section.module.css'
import { Box } from '#web/ui/layout.tsx'

/**
 * Prints the page. `before-paint.js` handles the click, so it works on what the server has drawn; without scripts the
 * button is hidden.
 */
export const PrintButton = () => (
  <Box
    as="button"
    type="button"
    pad={1.5}
    padX={4}
    size={4}
    tone="ink"
    weight="medium"
    ground="surface"
    round="s"
    edge="firm"
    hover="sunken"
    className={classes.print}
    data-print=""
  >
    Распечатать
  </Box>
)
