import { IconAlertTriangle } from '@tabler/icons-react'
import classes from '#web/organisation/checking/Checking.module.css'

/** What is wrong with a page or the site as a whole. */
export const FaultList = ({ faults }: { faults: string[] }) => (
  <ul className={classes.faults}>
    {faults.map((fault) => (
      <li key={fault}>
        <IconAlertTriangle size={18} aria-hidden="true" />
        <span>{fault}</span>
      </li>
    ))}
  </ul>
)
