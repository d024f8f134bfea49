/** The message for a selected task that the actor may not know of, or not review. */
export const unknownTask = 'Такой работы нет, или она вам недоступна.'
