import { examine } from '#server/doctor/examine.ts'
import { endOnSignal } from '#server/end-on-signal.ts'

/** `npm run doctor`: what to mend in this set-up, line by line. Ends with 1 when something is set and does not work. */
const marks = { fine: '✓', warning: '!', failure: '✗' }

endOnSignal()
const findings = await examine(process.env)
for (const { state, text } of findings) console.log(`${marks[state]} ${text}`)
const failed = findings.filter(({ state }) => state === 'failure').length
console.log(failed > 0 ? `Не работает: ${failed}. Начните с этого.` : 'Всё, что настроено, работает.')
process.exitCode = failed > 0 ? 1 : 0
