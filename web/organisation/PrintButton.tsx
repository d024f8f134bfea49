import classes from '#web/organisation/Section.module.css'

/** Prints the page. `reader.js` hears the click, so it works on what the server has drawn; without scripts it is not there. */
export const PrintButton = () => (
  <button type="button" className={classes.print} data-print="">
    Распечатать
  </button>
)
