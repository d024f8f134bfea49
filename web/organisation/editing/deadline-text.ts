import { schoolFormat } from '#contract/dates.ts'
import { dayMs } from '#contract/durations.ts'
import { counted } from '#contract/plural.ts'

/** «12.11», by the calendar of the school. */
export const shortDay = schoolFormat({ day: '2-digit', month: '2-digit' })

/** The last day before a deadline, «26.11»: deadlines end with the day, and an instant earlier it is still that day. */
const lastDay = (deadline: string) => shortDay(Date.parse(deadline) - 1)

/** The state of a deadline. */
export interface DeadlineStanding {
  text: string
  tone: 'calm' | 'soon' | 'over'
}

/** Until when something has to be published, and how close that is. */
export const deadlineStanding = (deadline: string, now = Date.now()): DeadlineStanding => {
  const left = Date.parse(deadline) - now
  if (left < 0) {
    const days = Math.ceil(-left / dayMs)
    return {
      tone: 'over',
      text: `просрочено на ${counted(days, 'день', 'дня', 'дней')}: срок был ${lastDay(deadline)}`,
    }
  }
  return { tone: left < 3 * dayMs ? 'soon' : 'calm', text: `опубликуйте до ${lastDay(deadline)}` }
}
