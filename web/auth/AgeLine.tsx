import classes from '#web/auth/AuthCard.module.css'

/** What was answered about the age, and the way back to the question. */
export const AgeLine = ({ words, onBack }: { words: string; onBack: () => void }) => (
  <>
    {words}{' '}
    <button type="button" className={classes.back} onClick={onBack}>
      Изменить
    </button>
  </>
)
