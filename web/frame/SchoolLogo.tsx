import { fitInto, logoBoxes } from '#contract/site/logo.ts'
import type { Logo } from '#contract/site/site-settings.schema.ts'
import classes from '#web/frame/SchoolLogo.module.css'

/** The school's logo at the size of the header, on the ground that it needs. Drawn by the server as well. */
export const SchoolLogo = ({ logo }: { logo: Logo }) => (
  <img src={logo.url} alt="" {...fitInto(logo, logoBoxes.header)} className={classes.logo} data-ground={logo.ground} />
)
